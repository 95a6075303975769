import type { PSource, Run } from '#core'
import {
  addDraw,
  binomialAtLeast,
  binomialAtMost,
  emptyDrawSums,
  falseDiscoveryRates,
  fittedTail,
  merit,
} from '#methods'
import type { DrawSums, FittedTail, RankCriterion, RankScores } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { permutationsOfTarget } from './permuted-target.ts'
import { hasInvalidLaw, isAsGood, isPermuted, permutedScores } from './permutation-p.ts'
import type { Permutable, PermutationContext } from './permutation-p.ts'

/** The numbers of permutations after which columns are checked for a decision; the last is the cap. */
const checks = [99, 199, 399, 799, 1599, 3199, 6399, 9999]
/** Without a rate, p-values are as exact as this many permutations make them. */
const checksWithoutRate = checks.slice(0, 5)
/**
 * A column with this many exceedances is decided; p is this number over the permutations it took (Besag and
 * Clifford 1991).
 */
const mostExceedances = 20
/** A column is decided where the opposite decision has at most this probability. */
const errorRate = 0.01
/**
 * From this many permutations on a Gamma distribution is fitted. It decides where its tail, two errors up, is
 * at most this share of the threshold.
 */
const fitted = { from: 1599, share: 0.01 } as const
/**
 * Without a rate, from so many permutations on a fitted distribution decides where its tail, two errors up,
 * is so small over the columns.
 */
const fittedWithoutRate = { from: 399, most: 1e-5 } as const
/**
 * How many permutations are requested in one batch: as many as make this number of scores, within two bounds.
 */
const batch = { least: 16, most: 128, scores: 2048 } as const

/** Without a rate so many rows are permuted at most, but at least 99 permutations. */
const rowsWithoutRate = 1 << 26

/** The state of the test of one column. */
interface ColumnTest {
  /** How many permutations scored at least as well as the column. */
  exceedances: number
  drawn: number
  /** Whether more permutations are needed. */
  isOpen: boolean
  /** Whether its p-value is too large to be a discovery. */
  isNoDiscovery: boolean
  readonly draws: DrawSums
  /** What a distribution is fitted to, of the column. */
  readonly observed: number
  /** The p-value where the method's own distribution holds; null where permutations decide. */
  readonly known: number | null
  /** The fitted tail, where the p-value is from one. */
  tail: FittedTail | null
}

/** The methods to test, and how. */
export interface SequentialTesting<A, S> extends PermutationContext<A, S> {
  /** The method with some of its columns. */
  restrictTo(method: A, places: readonly number[]): A
  /** The false discovery rate at which columns are kept; null where none are. */
  readonly rate: number | null
}

/**
 * The scores of several methods, with such p-values where they have none of their own: of all columns of a
 * method whose null distribution is by permutation, and of the single columns for which its distribution does
 * not hold.
 */
export async function withSequentialPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  scores: readonly RankScores[],
  how: SequentialTesting<A, S>,
  progress: Run['progress'],
): Promise<readonly RankScores[]> {
  const found: RankScores[] = []
  const shareOf = (i: number) => (share: number) => progress?.((i + share) / methods.length)
  for (const [i, method] of methods.entries()) {
    const isInvalid = hasInvalidLaw(method, how.variablesOf(method), how)
    const all = isInvalid || isPermuted(method)
    const { law = [] } = scores[i]
    const isKnown = (place: number) => !all && law[place] !== 'fails'
    const isTested = all ? how.rate !== null : law.includes('fails')
    found.push(
      isTested ? await sequentialPValues(batcher, method, scores[i], how, shareOf(i), isKnown) : scores[i],
    )
  }
  return found
}

/**
 * P-values by permutation, as exact as a cut at a false discovery rate needs them. A column is permuted until
 * 20 permutations scored as well, or until it is 99 % certain on which side of Benjamini and Hochberg's
 * threshold it falls. Where none of 1,599 or more scored as well, p is the tail of a Gamma distribution
 * fitted to them: as soon as that is a hundred times below the threshold, and at the latest after 9,999
 * permutations. `pFrom` says which it is, and `pWithin` how exact. The permutations are those of `rank`, the
 * same for all columns. Without a rate 1,599 are the most, and less of many rows. Where they are of two
 * kinds, p is twice that of both together.
 */
async function sequentialPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  method: A,
  scores: RankScores,
  how: SequentialTesting<A, S>,
  progress: Run['progress'],
  isKnown: (place: number) => boolean,
): Promise<RankScores> {
  const { criterion } = method
  const most = Math.max(checks[0], rowsWithoutRate / batcher.source.rows)
  const checksOf = how.rate === null ? checksWithoutRate.filter((check) => check <= most) : checks
  const cap = checksOf[checksOf.length - 1]
  const permutedAs = await permutationsOfTarget(batcher, how)
  const { kinds } = permutedAs
  const tests = Array.from(scores.score, (score, place): ColumnTest => {
    const known = isKnown(place) ? (scores.pValue?.[place] ?? NaN) : null
    return {
      exceedances: 0,
      drawn: 0,
      isOpen: !Number.isNaN(score) && known === null,
      isNoDiscovery: Number.isNaN(score) || (known !== null && known > (how.rate ?? 1)),
      observed: fittedMerit(score, criterion),
      known,
      tail: null,
      draws: emptyDrawSums(),
    }
  })
  for (let drawn = 0, check = 0; check < checksOf.length && tests.some(({ isOpen }) => isOpen); check++) {
    while (drawn < checksOf[check]) {
      const open = tests.flatMap(({ isOpen }, place) => (isOpen ? [place] : []))
      if (open.length === 0) break
      const tested = criterion.joint ? method : how.restrictTo(method, open)
      const together = Math.max(batch.least, Math.min(batch.most, Math.floor(batch.scores / open.length)))
      const count = Math.min(together, checksOf[check] - drawn)
      const share = (done: number) => progress?.((drawn + done * count) / cap)
      const found = await permutedScores(
        batcher,
        [tested],
        { ...how, ...permutedAs },
        { first: drawn + 1, count },
        share,
      )
      found.forEach(([{ score }], i) => {
        open.forEach((place, at) => {
          const permuted = score[criterion.joint ? place : at]
          addPermutation(tests[place], drawn + i, fittedMerit(permuted, criterion), () =>
            isAsGood(permuted, scores.score[place], criterion),
          )
        })
      })
      drawn += count
    }
    decide(tests, how.rate === null ? null : how.rate / kinds, cap)
  }
  const found = tests.map((test, place) => {
    const law = { pValue: scores.pValue?.[place] ?? NaN, pFrom: scores.pFrom?.[place] }
    return test.known === null
      ? timesKinds(pValueWithSource(test, law), kinds)
      : { ...law, within: scores.pWithin?.[place] }
  })
  return {
    ...scores,
    pValue: Float64Array.from(found, ({ pValue }) => pValue),
    pFrom: found.map(({ pFrom }) => pFrom),
    pWithin: Float64Array.from(found, ({ within = NaN }) => within),
  }
}

/**
 * The merit that a Gamma distribution is fitted to: of signed scores the square, which is χ² where they are
 * normal.
 */
function fittedMerit(score: number, criterion: Pick<RankCriterion, 'better' | 'signed'>): number {
  return criterion.signed ? score * score : merit(score, criterion)
}

/** Counts one permutation, unless the column was decided before. */
function addPermutation(test: ColumnTest, number: number, draw: number, isAsGood: () => boolean): void {
  // A class that a permutation leaves with one row may give no score: then the permutation says nothing.
  if (test.exceedances === mostExceedances || Number.isNaN(draw)) return
  test.drawn++
  addDraw(test.draws, number, draw)
  if (!isAsGood()) return
  test.exceedances++
  test.tail = null
}

/** Closes the columns whose side of the threshold is certain. */
function decide(tests: readonly ColumnTest[], rate: number | null, cap: number): void {
  for (const test of tests) {
    if (test.exceedances < mostExceedances) continue
    test.isOpen = false
    test.isNoDiscovery = true
  }
  if (rate === null) {
    const from = Math.min(cap, fittedWithoutRate.from)
    for (const test of tests.filter(({ isOpen, drawn }) => isOpen && drawn >= from)) {
      if (test.exceedances === 0) test.tail = fittedTail(test.observed, test.draws)
      const { pValue = 1, within = 1 } = test.tail ?? {}
      test.isOpen = pValue * within * within > fittedWithoutRate.most / tests.length
    }
    return
  }
  const tested = tests.filter((test) => !Number.isNaN(pValueOf(test)))
  const qValues = falseDiscoveryRates(tested.map(pValueOf))
  const discoveries = qValues.reduce((count, q) => count + (q <= rate ? 1 : 0), 0)
  const possible = tested.filter(({ isNoDiscovery }) => !isNoDiscovery).length
  // The threshold with the discoveries so far, and with all possible discoveries.
  const strict = (rate * Math.max(1, discoveries)) / tested.length
  const lenient = (rate * Math.max(1, possible)) / tested.length
  for (const test of tested.filter(({ isOpen }) => isOpen)) {
    const { exceedances, drawn } = test
    test.isNoDiscovery = exceedances > 0 && binomialAtLeast(exceedances, drawn, lenient) <= errorRate
    test.isOpen = !test.isNoDiscovery && binomialAtMost(exceedances, drawn, strict) > errorRate
    if (!test.isOpen || exceedances > 0 || drawn < fitted.from) continue
    test.tail = fittedTail(test.observed, test.draws)
    const { pValue, within } = test.tail
    if (pValue * within * within <= strict * fitted.share || drawn === cap) test.isOpen = false
  }
}

function pValueOf({ exceedances, drawn, known }: ColumnTest): number {
  if (known !== null) return known
  if (drawn === 0) return NaN
  return exceedances === mostExceedances ? mostExceedances / drawn : (1 + exceedances) / (1 + drawn)
}

/** A p-value, where it comes from, and the factor within which it lies. */
interface SourcedP {
  readonly pValue: number
  readonly pFrom?: PSource | undefined
  readonly within?: number | undefined
}

/**
 * The p-value of the permutations; that of the law, where the fitted tail shows that the law's is not too
 * small.
 */
function pValueWithSource(test: ColumnTest, law: SourcedP): SourcedP {
  const pValue = pValueOf(test)
  const { drawn } = test
  if (drawn === 0) return { pValue }
  const tail = test.tail && isSharp(test.tail, pValue) ? test.tail : null
  if (tail && tail.pValue <= law.pValue && law.pValue < pValue) return law
  if (tail && tail.pValue < pValue) return { pValue: tail.pValue, pFrom: 'gamma', within: tail.within }
  return { pValue, pFrom: 'permutation' }
}

/** Whether a fitted tail is known to a factor of 3, or with all its error is far below what was counted. */
function isSharp({ pValue, within }: FittedTail, counted: number): boolean {
  return within <= 3 || pValue * within * within <= counted / 100
}

/** The p-value of the kind of permutation for which it is largest is no larger than this. */
function timesKinds<T extends { readonly pValue: number }>(test: T, kinds: number): T {
  return kinds === 1 ? test : { ...test, pValue: Math.min(1, kinds * test.pValue) }
}
