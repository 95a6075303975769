import { merit } from '../../criteria/criterion.ts'
import type { RankScores } from '../../criteria/criterion.ts'
import { addDraw, fittedTail, emptyDrawSums } from '../../measures/pearson-tail.ts'
import type { DrawSums, FittedTail } from '../../measures/pearson-tail.ts'
import { binomialAtLeast, binomialAtMost } from '../../measures/tails.ts'
import type { Run } from '../../sources/source.ts'
import { falseDiscoveryRates } from '../../stop/false-discovery.ts'
import type { PSource } from '../../trace/p-source.ts'
import type { RequestBatcher } from './request-batcher.ts'
import { hasLostItsLaw, isAsGood, isPermuted } from './permutation-p.ts'
import { permutedScores } from './permuted-scores.ts'
import type { Permutable, Permuting } from './permuted-scores.ts'

/** After so many permutations it is asked which columns are decided; the last is the cap. */
const looks = [99, 199, 399, 799, 1599, 3199, 6399, 9999]
const cap = looks[looks.length - 1]
/** So many permutations as good as a column decide against it: p is this by how many it took (Besag and Clifford 1991). */
const enough = 20
/** A column is decided where the other decision has no larger probability. */
const doubt = 0.01
/** From so many permutations on a law is fitted; it decides where its tail, two errors up, is within a share of the threshold. */
const fitted = { from: 1599, share: 0.01 } as const
/** So many permutations are asked for together, and as many as make so many scores. */
const batch = { least: 16, most: 128, scores: 2048 } as const

/** What is known of a column. */
interface Trial {
  asGood: number
  drawn: number
  /** Whether more permutations are asked for. */
  isOpen: boolean
  /** Whether its p-value is too large for any discovery. */
  isOut: boolean
  readonly draws: DrawSums
  /** How good the column is. */
  readonly observed: number
  /** The tail of a law, where its p-value is of one. */
  tail: FittedTail | null
}

/** How methods are asked for a decision on each of their columns. */
export interface DecidingMethods<A, S> extends Permuting<A, S> {
  /** The method of some of its columns alone. */
  some(method: A, places: readonly number[]): A
  /** The false discovery rate at which columns are kept. */
  readonly rate: number
}

/**
 * P-values by permutation, as exact as a cut at a false discovery rate needs them: a column is asked about until 20 permutations
 * were as good, or until its side of the threshold of Benjamini and Hochberg is certain to 99 %; then it is asked about no
 * more. Where none of 1,599 or more was as good, p is the tail of a Gamma law fitted to them, as soon as that is a hundred times
 * below the threshold, and at the latest where 9,999 permutations have not decided; `pFrom` says so and `pWithin` how near it
 * is. Permutations are those of `rank`, the same for all columns.
 */
export async function decidedPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  method: A,
  scores: RankScores,
  how: DecidingMethods<A, S>,
  progress: Run['progress'],
): Promise<RankScores> {
  const { criterion } = method
  const trials = Array.from(scores.score, (score): Trial => ({
    asGood: 0,
    drawn: 0,
    isOpen: !Number.isNaN(score),
    isOut: Number.isNaN(score),
    observed: merit(score, criterion),
    tail: null,
    draws: emptyDrawSums(),
  }))
  for (let drawn = 0, look = 0; look < looks.length && trials.some(({ isOpen }) => isOpen); look++) {
    while (drawn < looks[look]) {
      const open = trials.flatMap(({ isOpen }, place) => (isOpen ? [place] : []))
      if (open.length === 0) break
      const asked = criterion.joint ? method : how.some(method, open)
      const together = Math.max(batch.least, Math.min(batch.most, Math.floor(batch.scores / open.length)))
      const count = Math.min(together, looks[look] - drawn)
      const share = (done: number) => progress?.((drawn + done * count) / cap)
      const found = await permutedScores(batcher, [asked], how, { first: drawn + 1, count }, share)
      found.forEach(([{ score }], i) => {
        open.forEach((place, at) => {
          const permuted = score[criterion.joint ? place : at]
          take(trials[place], drawn + i, merit(permuted, criterion), () =>
            isAsGood(permuted, scores.score[place], criterion),
          )
        })
      })
      drawn += count
    }
    decide(trials, how.rate)
  }
  const found = trials.map(probability)
  return {
    ...scores,
    pValue: Float64Array.from(found, ({ pValue }) => pValue),
    pFrom: found.map(({ pFrom }) => pFrom),
    pWithin: Float64Array.from(found, ({ within = NaN }) => within),
  }
}

/** The scores of several methods, each with such p-values where its own come by permutation. */
export async function withDecisions<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  scores: readonly RankScores[],
  how: DecidingMethods<A, S>,
  progress: Run['progress'],
): Promise<readonly RankScores[]> {
  const found: RankScores[] = []
  for (const [i, method] of methods.entries()) {
    const isLost = hasLostItsLaw(method.criterion, how.variablesOf(method), how.recutting)
    found.push(
      isLost || isPermuted(method)
        ? await decidedPValues(batcher, method, scores[i], how, progress)
        : scores[i],
    )
  }
  return found
}

/** Counts one permutation, unless the column was decided by those before. */
function take(trial: Trial, number: number, draw: number, isAsGood: () => boolean): void {
  if (trial.asGood === enough) return
  trial.drawn++
  addDraw(trial.draws, number, draw)
  if (isAsGood()) trial.asGood++
}

/** Closes the columns whose side of the threshold is known. */
function decide(trials: readonly Trial[], rate: number): void {
  for (const trial of trials) {
    if (trial.asGood < enough) continue
    trial.isOpen = false
    trial.isOut = true
  }
  const tested = trials.filter(({ drawn }) => drawn > 0)
  const qValues = falseDiscoveryRates(tested.map(pOf))
  const discoveries = qValues.reduce((count, q) => count + (q <= rate ? 1 : 0), 0)
  const inScope = tested.filter(({ isOut }) => !isOut).length
  // The threshold as it is, and were all columns that may be discoveries ones.
  const strict = (rate * Math.max(1, discoveries)) / tested.length
  const lenient = (rate * Math.max(1, inScope)) / tested.length
  for (const trial of tested.filter(({ isOpen }) => isOpen)) {
    const { asGood, drawn } = trial
    trial.isOut = asGood > 0 && binomialAtLeast(asGood, drawn, lenient) <= doubt
    trial.isOpen = !trial.isOut && binomialAtMost(asGood, drawn, strict) > doubt
    if (!trial.isOpen || asGood > 0 || drawn < fitted.from) continue
    trial.tail = fittedTail(trial.observed, trial.draws)
    const { pValue, within } = trial.tail
    if (pValue * within * within <= strict * fitted.share || drawn === cap) trial.isOpen = false
  }
}

function pOf({ asGood, drawn }: Trial): number {
  if (drawn === 0) return NaN
  return asGood === enough ? enough / drawn : (1 + asGood) / (1 + drawn)
}

function probability(trial: Trial): { pValue: number; pFrom?: PSource; within?: number } {
  const pValue = pOf(trial)
  const { tail, drawn } = trial
  if (drawn === 0) return { pValue }
  if (tail && tail.pValue < pValue) return { pValue: tail.pValue, pFrom: 'gamma', within: tail.within }
  return { pValue, pFrom: 'permutation' }
}
