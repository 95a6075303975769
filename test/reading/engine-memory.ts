import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { rank } from 'criba'
import { openSource } from 'criba/node'
import { expect, vi } from 'vitest'
import type { testFolder } from './folder.ts'

type Folder = ReturnType<typeof testFolder>

/** A text of numbers and levels; with 60,000 rows of 30 numbers it takes more than 64 MB in the engine. */
export function largeText(folder: Folder, rows: number, columns = 30): string {
  const path = folder.path(`large-${rows}.csv`)
  if (existsSync(path)) return path
  const lines = [`y,${Array.from({ length: columns }, (_, i) => `x${i}`).join(',')}`]
  for (let row = 0; row < rows; row++) {
    lines.push(
      `${'ab'[row % 2]},${Array.from({ length: columns }, (_, i) => ((row * (i + 5)) % 9973) / 7).join(',')}`,
    )
  }
  return folder.write(`large-${rows}.csv`, lines.join('\n'))
}

/** An empty folder for temporary files. */
export function temporaryFolder(folder: Folder, name: string): string {
  const path = folder.path(name)
  if (!existsSync(path)) mkdirSync(path)
  return path
}

/** Ranks a text with little memory and with that of the default: the results are the same, and nothing is left behind. */
export async function holdMemory(folder: Folder, rows: number, columns?: number): Promise<void> {
  const path = largeText(folder, rows, columns)
  const temporary = temporaryFolder(folder, 'spilled')
  vi.stubEnv('TMPDIR', temporary)
  const results: string[] = []
  for (const memory of ['96MB', undefined]) {
    const source = await openSource(path, { source: 'duckdb', ...(memory && { memory }) })
    const { rankings } = await rank(source, { target: 'y', by: ['anova-f', 'mutual-information'] })
    results.push(JSON.stringify(rankings))
    expect(readdirSync(temporary).some((name) => name.startsWith('criba-spill-'))).toBe(true)
    source.close()
  }
  vi.unstubAllEnvs()
  expect(new Set(results).size).toBe(1)
  expect(readdirSync(temporary)).toEqual([])
}
