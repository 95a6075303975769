// Paths of series over time made outside criba, by `temporal.py`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { Source, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { expect } from 'vitest'
import { near } from '../laws/given.ts'
import { select } from '../untyped.ts'

interface Dataset {
  readonly columns: Readonly<Record<string, readonly (number | string)[]>>
  readonly groups: Readonly<Record<string, readonly string[]>>
}

interface Path {
  readonly dataset: string
  readonly options: Readonly<Record<string, string>>
  readonly steps: readonly {
    readonly feature: string
    readonly score: number
    readonly relevance: number
    readonly redundancy: number | null
  }[]
}

export const truth = JSON.parse(readFileSync(new URL('temporal.json', import.meta.url), 'utf8')) as {
  readonly datasets: Readonly<Record<string, Dataset>>
  readonly paths: readonly Path[]
  readonly pairs: readonly { readonly a: number[]; readonly b: number[]; readonly dtw: number }[]
}

/** Every path under a title. */
export const paths = truth.paths.map((path) => [path.dataset, path.options, path] as const)

export function tableOf({ dataset }: Path): Table {
  return tableFromColumns(truth.datasets[dataset].columns)
}

/** Expects that a selection goes the path. */
export async function expectPath(
  source: Table | Source,
  { dataset, options, steps: wanted }: Path,
  more: { readonly asIs?: boolean } = {},
): Promise<void> {
  const { groups } = truth.datasets[dataset]
  const criterion = { method: 'temporal-mrmr', options }
  const found = await select(source, { target: 'y', criterion, groups, stop: 'none', ...more })
  expect(found.steps.map(({ feature }) => feature)).toEqual(wanted.map(({ feature }) => feature))
  for (const [i, { score, relevance, redundancy }] of found.steps.entries()) {
    near(score, wanted[i].score)
    near(relevance!, wanted[i].relevance)
    if (i === 0) expect(redundancy).toBeUndefined()
    else near(redundancy!, wanted[i].redundancy!)
  }
}

/** The same in the engine. */
export async function expectPathOfEngine(path: Path, more: { readonly asIs?: boolean } = {}): Promise<void> {
  const duck = await duckSourceOf(tableOf(path))
  await expectPath(duck, path, more)
  duck.close()
}
