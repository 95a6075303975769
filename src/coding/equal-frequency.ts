import type { OrderRequest } from '../statistics/request.ts'
import type { BinningMethod } from './discretiser.ts'

/**
 * Bins with equal numbers of rows, ties kept together: cut j is the observed value at rank ⌈j·n/b⌉, j = 1…b−1; equal cuts
 * are merged, and a cut at the largest value is dropped. A column with at most b distinct values keeps each as a level.
 */
export const equalFrequency: BinningMethod<readonly OrderRequest[]> = {
  bins: 'count',
  needs: (columns, { bins, view }) => {
    const at = Array.from({ length: bins }, (_, j) => ({ part: j + 1, of: bins, side: 'lower' as const }))
    return columns.map((variable) => ({ kind: 'order', variable, at, distinctUpTo: bins, view }))
  },
  cuts: (answers) =>
    answers.map(({ values, distinct }) => {
      if (distinct) return distinct.slice(0, -1)
      const largest = values[values.length - 1]
      return [...new Set(values)].filter((cut) => cut < largest)
    }),
}
