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
 * Finds the parents and children of the target in a Bayesian network: the columns that no few others make
 * independent of it.
 *
 * The association of a column is that of the G² test in which it is least significant, given any at most
 * `most` of the columns chosen. The column of the greatest association joins; one that some set makes
 * independent is out for good, and the result names the set. At the end chosen columns leave that some set of
 * later ones makes independent, the most clearly first. Tests with too few rows are left out, and the result
 * says of which columns. The published symmetry correction, which also asks whether the target is among the
 * parents and children of each column, is not made: it would read no column as a target. With k it ends at k
 * columns. Tsamardinos, Brown and Aliferis (2006). `incremental-association` conditions on all chosen
 * columns, and also finds parents of children.
 *
 * @example select(table, { target: 'y', criterion: joint(), search: maxMin({ most: 2 }) })
 */
export const maxMin = defineSearch({
  takes: 'step',
  id: 'max-min',
  title: 'Max–min association',
  options: {
    alpha: alphaOption,
    test: testOption,
    most: mostGivenOption,
  },
  how: 'adds the column whose least significant test of independence, given few of those chosen, is the most significant; what is once found independent is out',
  reference: 'Tsamardinos, Brown & Aliferis 2006',
  testsIndependence: true,
  async *run(problem, { start, k, most }, { alpha, test: by, most: mostGiven }) {
    let path = start
    const counts = new TestCounts()
    /** The candidates that can still join, each with its least significant test. */
    const least = yield* dependentAlone(problem, { alpha, test: by }, counts)
    while (path.selected.length < most && least.size > 0) {
      const next = mostSignificant(least.values(), problem.size)
      least.delete(next.best.candidate)
      path = (yield { add: [await pathWithTested(problem, path, next)] }) ?? path
      if (path.selected.length === most) break
      for (const sets of newSets(path.selected, mostGiven)) {
        const tests = await testsOf(
          problem,
          sets.map((given) => ({ given, candidates: [...least.keys()] })),
          by,
        )
        counts.add(tests)
        for (const [candidate, ofCandidate] of byCandidate(tests)) {
          const out = mostIndependent(ofCandidate, alpha)
          if (out) {
            least.delete(candidate)
            yield { setAside: setAsideBy(out) }
          } else least.set(candidate, leastSignificant([least.get(candidate)!, ...ofCandidate]))
        }
      }
    }
    const isFull = k !== null && path.selected.length === k
    path = yield* removeSeparated(problem, path, { alpha, test: by, most: mostGiven }, counts)
    return {
      stopped: isFull ? `k = ${k}` : 'every other column is independent given some of these',
      untested: counts.lacking(path),
    }
  },
})

function leastSignificant([first, ...others]: readonly GivenTest[]): GivenTest {
  return others
    .filter(({ test }) => test.lacking === null)
    .reduce((least, one) => (one.test.lnP > least.test.lnP ? one : least), first)
}

/** The sets of at most so many of those selected that have the last one, by their size. */
function* newSets(selected: readonly number[], most: number): Generator<readonly (readonly number[])[]> {
  const last = selected.at(-1)!
  const before = selected.slice(0, -1)
  for (let size = 0; size < Math.min(most, selected.length); size++) {
    yield [...subsets(before, size)].map((set) => [...set, last])
  }
}

function byCandidate(tests: readonly GivenTest[]): ReadonlyMap<number, readonly GivenTest[]> {
  const found = new Map<number, GivenTest[]>()
  for (const one of tests) {
    const known = found.get(one.candidate)
    if (known) known.push(one)
    else found.set(one.candidate, [one])
  }
  return found
}
