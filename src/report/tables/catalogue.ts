import type { Catalogue, ResultTable } from '#core'
import { tableOf } from './result-table.ts'

interface Entry {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly source: string
  readonly shape?: string
  readonly better?: string
  readonly units?: string
  readonly formula?: string
}

/** The catalogue, a row for each method, search and learner; a cell that does not apply is empty. */
export function catalogueTables({ methods, searches, learners }: Catalogue): readonly ResultTable[] {
  const entries: readonly Entry[] = [
    ...methods.map((entry) => ({ ...entry, kind: 'method' })),
    ...searches.map((entry) => ({ ...entry, kind: 'search' })),
    ...learners.map((entry) => ({ ...entry, kind: 'learner' })),
  ]
  const table = tableOf(entries, {
    id: ({ id }) => id,
    shape: ({ shape }) => shape,
    title: ({ title }) => title,
    better: ({ better }) => better,
    units: ({ units }) => units,
    formula: ({ formula }) => formula,
    source: ({ source }) => source,
    kind: ({ kind }) => kind,
  })
  return [table]
}
