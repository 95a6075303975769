import type { Source } from '../sources/source.ts'
import { underViews } from '../statistics/request-kinds.ts'
import type { Request } from '../statistics/request.ts'
import type { Sample, View } from '../statistics/view.ts'

/**
 * A source restricted to a sample of its rows: every request, under any view, is answered from these, so an analysis cannot use
 * the others, and permutes values among these. The number of rows and of missing values are those of all rows.
 */
export function partOfRows(source: Source, sample: Sample): Source {
  const { name, rows, columns, warnings, work } = source
  const cache = new WeakMap<View, View>()
  const part: Sample = { ...sample, isSource: true }
  const restrict = (view: View): View => {
    let restricted = cache.get(view)
    if (!restricted) {
      const { sample: own } = view
      // Folds of the sample are assigned among the rows of the sample.
      restricted = { ...view, sample: own ? { ...own, of: restrict(own.of) } : part }
      cache.set(view, restricted)
    }
    return restricted
  }
  const restrictAll = <R extends readonly Request[]>(requests: R) =>
    requests.map((request) => underViews(request, restrict)) as unknown as R
  return {
    name,
    rows,
    columns,
    warnings,
    work,
    answer: (requests, run) => source.answer(restrictAll(requests), run),
    plan: (requests) => source.plan(restrictAll(requests)),
  }
}
