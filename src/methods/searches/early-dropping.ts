import {
  alphaOption,
  endOfBlanket,
  isIndependent,
  lackingIn,
  mostSignificant,
  pathWithTested,
  removeIndependent,
  setAsideBy,
  testOption,
  testsOf,
} from './independence.ts'
import type { GivenTest } from './independence.ts'
import { othersOf } from './members.ts'
import { defineSearch } from './search.ts'

/**
 * Finds a Markov blanket of the target by forward selection that drops early what is independent.
 *
 * Each step adds the column of the most significant G² test given those chosen; what is found independent
 * takes no part in the steps after. Once no column is left, all that are not chosen take part again, `runs`
 * times more, until a run adds none. Then the column that is most clearly independent given the others leaves,
 * until none does. Without another run it finds at least what is directly related to the target, with one its
 * whole blanket, if tests make no errors. A column whose test has too few rows is left out, and a chosen one stays, with
 * the reason. With k it grows to at most k columns. Borboudakis and Tsamardinos (2019).
 *
 * @example select(table, { target: 'y', criterion: joint(), search: earlyDropping({ runs: 0 }) })
 */
export const earlyDropping = defineSearch({
  takes: 'step',
  id: 'early-dropping',
  title: 'Forward selection with early dropping',
  options: {
    alpha: alphaOption,
    test: testOption,
    runs: {
      type: 'whole',
      min: 0,
      max: 100,
      default: 1,
      help: 'how often the columns that were dropped are tried again at most',
    },
  },
  how: 'adds the column of the most significant test given those chosen, drops what is independent, tries that again later; then removes what is independent given the others',
  reference: 'Borboudakis & Tsamardinos 2019',
  starts: 'anywhere',
  testsIndependence: true,
  async *run(problem, { start, k, most }, { runs, ...how }) {
    let path = start
    const lacking = new Set<number>()
    /** The last test of each column that is dropped. */
    const dropped = new Map<number, GivenTest>()
    const isFull = () => path.selected.length === most
    for (let run = 0; run <= runs && !isFull(); run++) {
      const before = path.selected.length
      let open = othersOf(path.selected, problem.size).filter((one) => !lacking.has(one))
      while (!isFull()) {
        const tests = await testsOf(problem, [{ given: path.selected, candidates: open }], how.test)
        const dependent: GivenTest[] = []
        for (const one of tests) {
          if (one.test.lacking !== null) {
            lacking.add(one.candidate)
            dropped.delete(one.candidate)
            yield { setAside: setAsideBy(one) }
          } else if (isIndependent(one.test, how.alpha)) dropped.set(one.candidate, one)
          else dependent.push(one)
        }
        if (dependent.length === 0) break
        const next = mostSignificant(dependent, problem.size)
        const { candidate } = next.best
        path = (yield { add: [await pathWithTested(problem, path, next)] }) ?? path
        dropped.delete(candidate)
        open = dependent.flatMap((one) => (one.candidate === candidate ? [] : [one.candidate]))
      }
      if (path.selected.length === before) break
    }
    const wasFull = isFull()
    const left = yield* removeIndependent(problem, path, how)
    for (const one of [...(wasFull ? [] : dropped.values()), ...left.removed]) {
      yield { setAside: setAsideBy(one) }
    }
    const stopped = k !== null && most === k && wasFull ? `k = ${k}` : endOfBlanket(left.removed)
    return { stopped, untested: lackingIn(left.tests) }
  },
})
