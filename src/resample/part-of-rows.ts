import type { Source } from '../sources/source.ts'
import type { Request } from '../statistics/request.ts'
import type { Sample, View } from '../statistics/view.ts'

/**
 * A source that knows only a sample of its rows: whatever is asked of it, and through whatever view, is answered from these.
 * What works on it cannot look at the others. How many rows there are, and how many values are missing, it says of all.
 */
export function partOfRows(source: Source, sample: Sample): Source {
  const { name, rows, columns, warnings, work } = source
  const seen = new WeakMap<View, View>()
  const through = (view: View): View => {
    let within = seen.get(view)
    if (!within) {
      const { sample: own } = view
      // A fold of the sample is dealt among the rows of the sample.
      within = { ...view, sample: own ? { ...own, of: through(own.of) } : sample }
      seen.set(view, within)
    }
    return within
  }
  const moved = <R extends readonly Request[]>(requests: R) =>
    requests.map((request) => ({ ...request, view: through(request.view) })) as unknown as R
  return {
    name,
    rows,
    columns,
    warnings,
    work,
    answer: (requests, run) => source.answer(moved(requests), run),
    plan: (requests) => source.plan(moved(requests)),
  }
}
