import { columnSetAside, CribaError } from '#core'
import type { OptionsOf, Run } from '#core'
import {
  chooseInPart,
  columnsAfterKept,
  countedUnits,
  mostBesideKept,
  prepareRepeated,
} from '../held-out/inner-selection.ts'
import type { CountedUnits } from '../held-out/inner-selection.ts'
import { inspectColumns } from '../profile/set-apart.ts'
import { taskOverReplicas } from '../resample/replica-task.ts'
import { randomParts } from '../resample/replicas.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { chooseSelection, scorersOf } from '../selection/chosen-selection.ts'
import { findTakenColumns, withoutColumns } from '../selection/taken-columns.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'
import type { stabilityOptions } from './stability-selection.ts'

type StabilityProblem = OuterProblem<OptionsOf<typeof stabilityOptions>>

/** What `stability-selection` chooses. */
export async function chooseByStability(
  problem: StabilityProblem,
  { progress = () => {}, ...run }: Run,
): Promise<OuterChoice> {
  const { source, inner, k, options } = problem
  const { columns, q, keptUnits } = await designOf(problem, run)
  const { whole, inPart, units, facts, view } = await prepareRepeated(
    source,
    { ...inner, k: q + keptUnits },
    run,
  )
  const most = mostBesideKept(k, units)
  const splits = randomParts(source, inPart, facts, view, { share: 0.5, count: options.pairs })
  const halves = splits.flatMap(({ test, train }) => [{ sample: test.sample! }, { sample: train.sample! }])
  const chosen = await taskOverReplicas(
    source,
    halves,
    {
      task: chooseInPart,
      given: { specs: [inPart], facts, named: { onlyEntered: true } },
      once: (place, make) => problem.once(`half ${place}`, make),
    },
    { ...run, progress },
  )
  const counts = new Map<string, number>()
  for (const selected of chosen)
    for (const unit of units.unitsOf(selected).slice(0, q)) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const shares = units.names
    .map((feature) => ({ feature, share: (counts.get(feature) ?? 0) / halves.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
  const kept = shares.filter(({ share }) => share >= options.threshold).slice(0, most)
  const others = shares.filter((one) => !kept.includes(one))
  const expected = expectedErrors(options.bound, {
    columns,
    q,
    threshold: options.threshold,
    pairs: options.pairs,
  })
  return {
    whole,
    options: { ...options, q, errors: Number(expected.toPrecision(4)) },
    selected: columnsAfterKept(
      units,
      kept.map(({ feature }) => feature),
      [whole.selected, ...chosen],
    ),
    steps: kept.map(({ feature, share }) => ({ action: 'add', feature, score: share })),
    setAside: others.map(({ feature, share }) =>
      columnSetAside(feature, `chosen in ${Math.round(100 * share)} % of the halves`),
    ),
    score: kept.at(-1)?.share ?? null,
    evaluations: halves.length,
    stopped: `chosen by at least ${Math.round(100 * options.threshold)} % of ${halves.length} halves`,
    warnings: [],
  }
}

/**
 * How many columns or groups can be chosen, without those set apart and those kept, and how many each half
 * chooses.
 */
async function designOf(
  { source, inner, options: given }: StabilityProblem,
  run: Run,
): Promise<Pick<StabilityDesign, 'columns' | 'q'> & Pick<CountedUnits, 'keptUnits'>> {
  const { apart } = await inspectColumns(new RequestBatcher(source, run), inner)
  const remaining = withoutColumns(inner, apart.keys())
  const { all, scope } = findTakenColumns(scorersOf(chooseSelection(inner)), source, remaining, [])
  const [taken, inScope] = [scope, all].map(({ features }) => features.map(({ name }) => name))
  const { names, keptUnits } = countedUnits(taken, remaining, new Set(inScope))
  const columns = names.length
  if (columns === 0)
    throw new CribaError('missing', 'missing candidates for stability-selection: all columns are kept')
  const { q, errors, bound, threshold, pairs } = given
  if (q > columns) {
    throw new CribaError(
      'invalid',
      `invalid q: ${q} (there are ${columns} to choose among: needs at most so many)`,
    )
  }
  const most = q > 0 ? q : mostChosen(bound, { columns, threshold, pairs }, errors)
  if (most > 0) return { columns, q: Math.min(most, columns), keptUnits }
  throw new CribaError(
    'unsuitable',
    `unsuitable errors: ${errors} (of ${columns} columns even one from each half may give more: raise errors or threshold, or name q)`,
  )
}

/** A bound on the expected number of wrong columns of stability selection. */
type SelectionBound = 'meinshausen-buhlmann' | 'shah-samworth'

/** What the bound depends on. */
interface StabilityDesign {
  /** How many columns there are, and how many are chosen from each half of the rows. */
  readonly columns: number
  readonly q: number
  /** The share of the halves that choose a column that is kept. */
  readonly threshold: number
  /** Complementary pairs of halves. */
  readonly pairs: number
}

/**
 * The most columns of noise that stability selection is expected to keep.
 *
 * - `meinshausen-buhlmann`: q²/((2π−1)d), for exchangeable columns of noise and a procedure no worse than
 *   chance (2010, theorem 1);
 * - `shah-samworth`: d·min(D(q²/d², 2π−1, B, −½), D(q/d, π, 2B, −¼)) over B complementary pairs, of columns
 *   that half of the rows choose with a probability of at most q/d, where the shares of the halves are
 *   r-concave (2013, eq. 8). It assumes no exchangeability.
 */
export function expectedErrors(
  bound: SelectionBound,
  { columns, q, threshold, pairs }: StabilityDesign,
): number {
  if (bound === 'meinshausen-buhlmann') return (q * q) / ((2 * threshold - 1) * columns)
  const share = q / columns
  const ofPairs = concaveTail(share * share, 2 * threshold - 1, pairs, 2)
  return columns * Math.min(ofPairs, concaveTail(share, threshold, 2 * pairs, 4))
}

/** The most columns to choose from each half such that the bound holds; 0 where even one is too many. */
export function mostChosen(
  bound: SelectionBound,
  design: Omit<StabilityDesign, 'q'>,
  errors: number,
): number {
  let [low, high] = [0, design.columns + 1]
  while (high - low > 1) {
    const q = Math.floor((low + high) / 2)
    if (expectedErrors(bound, { ...design, q }) <= errors) low = q
    else high = q
  }
  return low
}

/** Steps of the search for the extremal distribution within an interval. */
const searchSteps = 60

/**
 * The largest P(X ≥ share) of a distribution on 0, 1/n, …, 1 with mean at most `mean` whose probabilities are
 * r-concave, r = −1/s: those of the form (a + i)^−s up to some k, with what is left at k + 1 (Shah and
 * Samworth 2013, appendix A.4). 1 where no bound below 1 is known.
 */
export function concaveTail(mean: number, share: number, n: number, s: 2 | 4): number {
  const total = mean * n
  const t = Math.ceil(share * n - 1e-9)
  const first = Math.ceil(2 * total) + 1
  if (t < first || t > n || !(mean > 0)) return mean > 0 ? 1 : 0
  const power = (x: number) => (s === 2 ? 1 / (x * x) : 1 / (x * x * x * x))
  const ends: number[] = []
  for (let k = first; k <= n; k++) ends[k] = scaleWithMean(total, k, power)
  // All mass as (a + i)^−s on 0 … n.
  let [reached, all] = [0, 0]
  for (let i = 0; i <= n; i++) {
    all += power(ends[n] + i)
    if (i >= t) reached += power(ends[n] + i)
  }
  let most = reached / all
  for (let k = Math.max(first, t - 1); k < n; k++) {
    const tail = (a: number) => {
      let [below, weighted] = [0, 0]
      for (let i = 0; i <= k; i++) {
        const p = power(a + i)
        if (i < t) below += p
        weighted += (k + 1 - i) * p
      }
      return 1 - ((k + 1 - total) * below) / weighted
    }
    most = Math.max(most, largestBetween(tail, ends[k + 1], ends[k]))
  }
  return Math.min(1, most)
}

/** The a for which (a + i)^−s on 0 … k has the given mean; the mean grows with a. */
function scaleWithMean(mean: number, k: number, power: (x: number) => number): number {
  let [low, high] = [1e-12, 1e12]
  for (let step = 0; step < 200 && high / low > 1 + 1e-14; step++) {
    const a = Math.sqrt(low * high)
    let [all, sum] = [0, 0]
    for (let i = 0; i <= k; i++) {
      const p = power(a + i)
      all += p
      sum += i * p
    }
    if (sum / all < mean) low = a
    else high = a
  }
  return Math.sqrt(low * high)
}

/** The largest value of a function with one peak, by golden sections. */
function largestBetween(of: (x: number) => number, from: number, to: number): number {
  const golden = (Math.sqrt(5) - 1) / 2
  let [a, b] = [from, to]
  let most = Math.max(of(a), of(b))
  for (let step = 0; step < searchSteps; step++) {
    const [left, right] = [b - golden * (b - a), a + golden * (b - a)]
    const [low, high] = [of(left), of(right)]
    most = Math.max(most, low, high)
    if (low < high) a = left
    else b = right
  }
  return most
}
