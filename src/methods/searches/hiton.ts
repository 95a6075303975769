import {
  alphaOption,
  mostIndependent,
  mostSignificant,
  pathWithTested,
  setAsideBy,
  testOption,
  testsOf,
} from './independence.ts'
import type { GivenTest } from './independence.ts'
import { defineSearch } from './search.ts'
import { dependentAlone, mostGivenOption, removeSeparated, subsets, TestCounts } from './separation.ts'

/**
 * Finds the parents and children of the target in a Bayesian network, trying the columns in the order of their
 * own association with it.
 *
 * The column of the most significant G² test by itself comes first. Each joins unless some set of at most `most` of
 * those chosen makes it independent, and the result names the set. At the end chosen columns leave that some set
 * with later ones makes independent, the most clearly first. Tests with too few rows are left out, and the result says of which
 * columns. This is the semi-interleaved version, without the symmetry correction, which would read each column as
 * a target. With k it ends at k columns. Aliferis, Statnikov, Tsamardinos, Mani and Koutsoukos (2010).
 *
 * @example select(table, { target: 'y', criterion: joint(), search: hiton({ most: 2 }) })
 */
export const hiton = defineSearch({
  takes: 'step',
  id: 'hiton',
  title: 'HITON parents and children',
  options: { alpha: alphaOption, test: testOption, most: mostGivenOption },
  how: 'tries the columns in the order of their own significance; each joins unless it is independent given few of those chosen',
  reference: 'Aliferis et al. 2010',
  testsIndependence: true,
  async *run(problem, { start, k, most }, { most: mostGiven, ...how }) {
    let path = start
    const counts = new TestCounts()
    const open = yield* dependentAlone(problem, how, counts)
    while (path.selected.length < most && open.size > 0) {
      const next = mostSignificant(open.values(), problem.size)
      const { candidate } = next.best
      open.delete(candidate)
      let out: GivenTest | undefined
      for (let size = 1; size <= Math.min(mostGiven, path.selected.length) && !out; size++) {
        const sets = [...subsets(path.selected, size)]
        const tests = await testsOf(
          problem,
          sets.map((given) => ({ given, candidates: [candidate] })),
          how.test,
        )
        counts.add(tests)
        out = mostIndependent(tests, how.alpha)
      }
      if (out) {
        yield { setAside: setAsideBy(out) }
        continue
      }
      path = (yield { add: [await pathWithTested(problem, path, next)] }) ?? path
    }
    const isFull = k !== null && path.selected.length === k
    path = yield* removeSeparated(problem, path, { ...how, most: mostGiven }, counts)
    return {
      stopped: isFull ? `k = ${k}` : 'every other column is independent given some of these',
      untested: counts.lacking(path),
    }
  },
})
