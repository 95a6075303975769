import type { Selected } from './defined-algorithms.ts'

/** The published algorithms, in the order of the columns of their table. */
export const publishedAlgorithms = [
  'search MI',
  'search DT',
  'search MI-DT',
  'filter MI',
  'filter DT',
  'filter MI-DT',
  'mRMR',
] as const

/** What the algorithms choose among the first `width` columns. */
export interface AlgorithmRow {
  readonly width: number
  readonly published: readonly number[]
  /** Of MI and DT of all columns, then of each published algorithm. */
  readonly seconds: readonly number[]
  readonly defined: Readonly<Record<string, Selected>>
}
