import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cribaHere } from './here.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Options {
  readonly input?: string | Buffer
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Runs the command line: in a process of its own where it has an input or an environment, else in this one. */
export function criba(args: readonly string[], options: Options = {}): Promise<Outcome> {
  const { input, env, cwd = root } = options
  return input === undefined && env === undefined ? cribaHere(args, cwd) : cribaApart(args, options)
}

/** Runs the command line on a file with this text in place of `-`, in this process. */
export async function cribaOn(text: string | Buffer, args: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'criba-on-'))
  const file = join(folder, 'data.csv')
  try {
    writeFileSync(file, text)
    return await criba(args.map((word) => (word === '-' ? file : word)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the command line in a process of its own, as a shell would, by default in the folder of the project. */
export function cribaApart(
  args: readonly string[],
  { input, env, cwd = root }: Options = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}dist/cli.js`, ...args], {
      cwd,
      env: { ...process.env, ...env },
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
