import { spawnSync } from 'node:child_process'
import { testFolder } from './folder.ts'

const folder = testFolder()

/** Writes a file of these lines. */
export function fileOf(name: string, lines: readonly string[]): string {
  return folder.write(name, `${lines.join('\n')}\n`)
}

/** Runs the command in a process with a heap of some megabytes, beside what is new in it. */
export function inHeapOf(megabytes: number, ...words: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: `--max-old-space-size=${megabytes}` }
  return spawnSync(process.execPath, ['dist/cli.js', ...words], { env, encoding: 'utf8' })
}

/** How the rows of a file are refused that have no room. */
export const refusal =
  /^criba: too large for memory: the rows of \S+ take about \d+MiB, and Node has \d+MiB for them \(save it as CSV or Parquet, or set NODE_OPTIONS=--max-old-space-size=\d00\)\n$/
