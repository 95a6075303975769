import { isNear, tiedRuns } from '#core'
import { bestTwo } from './best.ts'
import {
  alphaOption,
  endOfBlanket,
  isIndependent,
  lackingIn,
  removeIndependent,
  setAsideBy,
  testOption,
  testsOf,
} from './independence.ts'
import type { GivenTest, HowTested } from './independence.ts'
import { sortedMembers } from './members.ts'
import { moveOf, openOf, pathAfter } from './path.ts'
import type { Candidates } from './problem.ts'
import { defineSearch } from './search.ts'

/**
 * Finds a Markov blanket of the target: the columns given which all others are independent of it.
 *
 * Grows the blanket by the column of the greatest I(X;Y|MB) that a G² test finds dependent given the blanket,
 * until none is; then removes the column that is most clearly independent given the others, until none is.
 * The published algorithm ends its growth at the first best column that is independent; as information
 * favours columns of many levels, here the next best are tested too, down to the last. A column whose test
 * has too few rows is left out, and a chosen one stays, with the reason. With k it grows to at most k
 * columns. With `interleaved` columns are removed after each that joins, so that tests are given fewer; it ends
 * where a set of columns comes again. Tsamardinos, Aliferis and Statnikov (2003). `max-min` conditions on few columns at a time, so it
 * needs fewer rows.
 *
 * @example select(table, { target: 'y', criterion: joint(), search: incrementalAssociation({ alpha: 0.01 }) })
 */
export const incrementalAssociation = defineSearch({
  takes: 'step',
  id: 'incremental-association',
  title: 'Incremental association',
  options: {
    alpha: alphaOption,
    test: testOption,
    interleaved: {
      type: 'flag',
      default: false,
      help: 'removes what is independent given the others after each column that joins, not only at the end',
    },
  },
  how: 'adds the column that tells most beside those chosen while tests of independence reject, then removes what is independent given the others',
  reference: 'Tsamardinos, Aliferis & Statnikov 2003',
  starts: 'anywhere',
  testsIndependence: true,
  async *run(problem, { start, k, most }, { interleaved, ...how }) {
    const lacking = new Set<number>()
    let path = start
    let independent: readonly GivenTest[] = []
    const removed: GivenTest[] = []
    const before = new Set<string>()
    let isRound = false
    while (path.selected.length < most) {
      const evaluation = await problem.evaluate(path.selected, lacking)
      const merit = evaluation.merit.slice()
      const { dependent, others } = await firstDependent(problem, path.selected, merit, how)
      for (const one of others.filter(({ test }) => test.lacking !== null)) {
        lacking.add(one.candidate)
        yield { setAside: setAsideBy(one) }
      }
      independent = others.filter(({ test }) => test.lacking === null)
      if (!dependent) break
      for (const { candidate } of others) merit[candidate] = NaN
      const { pValue, by } = dependent.test
      const move = { ...moveOf(bestTwo(merit), merit), pValue, by }
      path = (yield { add: [pathAfter(path, move)] }) ?? path
      if (!interleaved) continue
      const left = yield* removeIndependent(problem, path, how)
      path = left.path
      removed.push(...left.removed)
      // Tests that contradict each other could go round for ever.
      const key = sortedMembers(path.selected).join()
      isRound = before.has(key)
      if (isRound) break
      before.add(key)
    }
    const isFull = path.selected.length === most
    const left = yield* removeIndependent(problem, path, how)
    const out = [...removed, ...(isFull ? [] : independent), ...left.removed]
    for (const one of lastOf(out, new Set([...left.path.selected, ...lacking]))) {
      yield { setAside: setAsideBy(one) }
    }
    const end = isRound ? 'the same columns came again' : endOfBlanket(left.removed)
    const stopped = k !== null && most === k && isFull ? `k = ${k}` : end
    return { stopped, untested: lackingIn(left.tests) }
  },
})

/** The last test of each column but some. */
function lastOf(tests: readonly GivenTest[], but: ReadonlySet<number>): Iterable<GivenTest> {
  const others = tests.filter(({ candidate }) => !but.has(candidate))
  return new Map(others.map((one) => [one.candidate, one])).values()
}

/**
 * The best candidate that is dependent, and the tests of those before it; tested in blocks, each twice as
 * large.
 */
async function firstDependent(
  problem: Candidates,
  given: readonly number[],
  merits: Float64Array,
  { alpha, test }: HowTested,
): Promise<{ readonly dependent: GivenTest | undefined; readonly others: readonly GivenTest[] }> {
  const order = bestFirst(merits)
  const others: GivenTest[] = []
  for (let from = 0, size = 1; from < order.length; from += size, size *= 2) {
    const tests = await testsOf(problem, [{ given, candidates: order.slice(from, from + size) }], test)
    for (const one of tests) {
      if (one.test.lacking === null && !isIndependent(one.test, alpha)) return { dependent: one, others }
      others.push(one)
    }
  }
  return { dependent: undefined, others }
}

/** The candidates with a merit, the best first; tied ones in the order of the table. */
function bestFirst(merits: Float64Array): readonly number[] {
  const sorted = [...openOf(merits)].sort((a, b) => merits[b] - merits[a])
  const runs = tiedRuns(sorted, (first, other) => isNear(merits[first], merits[other]))
  return [...runs].flatMap((run) => run.sort((a, b) => a - b))
}
