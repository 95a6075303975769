import type { GeneratorList, ResultTable, TableTruth } from '#core'
import { generatorOptions } from '../generator-list.ts'
import { counted } from '../numbers.ts'
import { tableOf } from './result-table.ts'

/** The list of generators. */
export function generatorListTables({ generators }: GeneratorList): readonly ResultTable[] {
  const table = tableOf(generators, {
    name: ({ name }) => name,
    title: ({ title }) => title,
    formula: ({ formula }) => formula,
    reference: ({ reference }) => reference,
    rows: ({ rows }) => rows,
    noise: ({ noise }) => noise.default,
    options: generatorOptions,
  })
  return [table]
}

/** The truth of a generated table, a row for each of its columns. */
export function truthTables(truth: TableTruth): readonly ResultTable[] {
  const { title, formula, rows, relevant, redundant, irrelevant } = truth
  const columns = [
    ...relevant.map((column) => ({ column, role: 'relevant', of: [] })),
    ...redundant.map((one) => ({ ...one, role: 'redundant' })),
    ...irrelevant.map((column) => ({ column, role: 'irrelevant', of: [] })),
  ]
  const table = tableOf<(typeof columns)[number]>(
    columns,
    { column: ({ column }) => column, role: ({ role }) => role, of: ({ of }) => of.join(', ') },
    [`${title}: ${formula}`, counted(rows, 'row')],
  )
  return [table]
}
