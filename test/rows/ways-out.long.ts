import { openReducible } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'
import { wrongRead } from './cells.ts'
import type { TrueTable } from './data.ts'
import { readParquet, writeArrow, writeParquet } from './engine-files.ts'
import { splitCsv } from './split.ts'
import { full } from './both-sources.ts'
import { textOf, writeText } from './write.ts'

const folder = testFolder()

/** All columns, or every third column and the class. */
const choices: Readonly<Record<string, (truth: TrueTable) => TrueTable>> = {
  all: (truth) => truth,
  some: (truth) => ({
    ...truth,
    columns: truth.columns.filter(({ name }, i) => i % 3 === 0 || name === 'class'),
  }),
}

const files: Readonly<Record<string, (truth: TrueTable) => Promise<string>>> = {
  text: (truth) => writeText(folder.path('in.csv'), truth),
  Parquet: (truth) => writeParquet(folder.path('in.parquet'), truth, 10_000),
  Arrow: async (truth) => writeArrow(folder.path('in.arrow'), truth, 70_001, 'file'),
}

async function reduced(path: string, output: string, source: 'memory' | 'duckdb', chosen: TrueTable) {
  const target = folder.path(output)
  const opened = await openReducible(path, target, { source, types: chosen.types })
  await opened.reduce(chosen.columns.map(({ name }) => name))
  opened.close()
  return target
}

describe.each(['memory', 'duckdb'] as const)('300,000 rows written from %s', (source) => {
  it.each(Object.keys(choices))('keep their order and their spelling, text to text: %s', async (choice) => {
    const chosen = choices[choice](full.mixed())
    const found = splitCsv(await reduced(await files.text(full.mixed()), 'out.csv', source, chosen))
    const written = chosen.columns.map((column) => ({
      ...column,
      type: 'categorical' as const,
      cells: column.cells.map((_, row) => textOf(column, row, '.')),
    }))
    expect(wrongRead(found, { ...chosen, columns: written })).toEqual([])
  })

  it.each(Object.keys(files))('keep their order in Parquet: %s', async (file) => {
    const chosen = choices.some(full.mixed())
    const found = await readParquet(
      await reduced(await files[file](full.mixed()), 'out.parquet', source, chosen),
    )
    expect(wrongRead(found, chosen)).toEqual([])
  })

  it.each(['Parquet', 'Arrow'])('keep their order in CSV: %s', async (file) => {
    const chosen = choices.some(full.mixed())
    const found = splitCsv(await reduced(await files[file](full.mixed()), 'typed.csv', source, chosen))
    const gaps = [...found].map(
      ([name, cells]) => [name, cells.map((cell) => (cell === '' ? null : cell))] as const,
    )
    expect(wrongRead(new Map(gaps), chosen)).toEqual([])
  })
})
