import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { allocateNumbers, columnSetAside, CribaError, seeded } from '#core'
import type { OptionsOf, Run, SelectResult, Warning } from '#core'
import { normalDraws } from '#memory'
import type { RankCriterion } from '#methods'
import { completeRows, wordBefore } from '../resample/made-columns.ts'
import type { CompleteRows } from '../resample/made-columns.ts'
import { overReplicas } from '../resample/replicas.ts'
import { gaussianColumns } from './gaussian-columns.ts'
import type { GaussianColumns } from './gaussian-columns.ts'
import { knockoffDraws, standardised } from './gaussian-model.ts'
import { knockoffGaps } from './knockoff-gaps.ts'
import type { options as knockoffOptions } from './knockoffs.ts'
import { meritsOf, rankMade } from './made-ranking.ts'
import type { MadeColumn } from './made-ranking.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'

/** Products that are equal but for rounding count as equal. */
const rounding = 1e-12

/** The threshold of the filter: null where no column passes. */
type Threshold = number | null

/**
 * The least t at which the estimated share of wrong columns, (1 + #{W ≤ −t}) / #{W ≥ t}, is at most q; null
 * where there is none. Columns with W ≥ t have a false discovery rate of at most q (knockoff+). Barber and
 * Candès (2015).
 */
export function knockoffThreshold(w: ArrayLike<number>, q: number): Threshold {
  const sizes = Array.from(w, Math.abs).filter((size) => size > 0)
  const descending = Array.from(w).sort((a, b) => Math.abs(b) - Math.abs(a))
  let [above, below, at] = [0, 0, 0]
  let found: Threshold = null
  for (const t of [...new Set(sizes)].sort((a, b) => b - a)) {
    for (; at < descending.length && Math.abs(descending[at]) >= t; at++) {
      if (descending[at] > 0) above++
      else below++
    }
    if ((1 + below) / Math.max(1, above) <= q) found = t
  }
  return found
}

/**
 * e_j = d·1{W_j ≥ T} / (1 + #{W ≤ −T}), whose expectations over columns of noise sum to at most d. Ren and
 * Barber (2022).
 */
export function knockoffEValues(w: ArrayLike<number>, threshold: Threshold): Float64Array {
  const all = Float64Array.from(w)
  if (threshold === null) return new Float64Array(all.length)
  const below = all.reduce((count, one) => count + (one <= -threshold ? 1 : 0), 0)
  return all.map((one) => (one >= threshold ? all.length / (1 + below) : 0))
}

/**
 * The least e-value that is kept at a false discovery rate of q: the k largest, k the most with the k-th ≥
 * d/(q·k). Wang and Ramdas (2022).
 */
export function leastKeptEValue(values: ArrayLike<number>, q: number): Threshold {
  const descending = Array.from(values).sort((a, b) => b - a)
  const last = descending.findLastIndex(
    (value, i) => value * q * (i + 1) >= descending.length * (1 - rounding),
  )
  return last < 0 ? null : descending[last]
}

/** What `knockoffs` chooses. */
export async function chooseByKnockoffs(
  problem: OuterProblem<OptionsOf<typeof knockoffOptions>>,
  { progress = () => {}, ...run }: Run,
): Promise<OuterChoice> {
  const { source, inner, k, options } = problem
  const { q, runs } = options
  const columns = await gaussianColumns('knockoffs', problem, run)
  const { names, model, whole } = columns
  const d = names.length
  const level = runs === 1 ? q : q / 2
  const fewest = Math.ceil(1 / level - 1e-9)
  if (d < fewest) throw tooFewColumns(d, options, fewest)
  const statistic = statisticOf(options.statistic, whole, columns.criterion)
  const rows = await completeRows(columns.scope, columns.settled, run)
  const gaps = await knockoffGaps(options.s, model.shrunk, model.width, async () => {
    await new Promise((resolve) => setTimeout(resolve))
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
  })
  const draw = knockoffDraws(standardised(rows.features, model), model, gaps)
  const found = await overReplicas(
    source,
    Array.from({ length: runs }, () => ({ sample: null })),
    (_, number, own) =>
      problem.once(`run ${number}`, () => {
        const noise = names.map((name) =>
          normalDraws(seeded(`${inner.seed}/${number}/knockoff/${name}`), rows.count),
        )
        return knockoffRun({ columns, rows, statistic, drawn: draw(noise), number }, own)
      }),
    { ...run, progress },
  )
  const thresholds = found.map((w) => knockoffThreshold(w, level))
  const scores = runs === 1 ? found[0] : meanEValues(found, thresholds)
  const least = runs === 1 ? thresholds[0] : leastKeptEValue(scores, q)
  const ordered = names.map((feature, j) => ({ feature, score: scores[j] })).sort((a, b) => b.score - a.score)
  const passed = ordered.filter(({ score }) => least !== null && score > 0 && score >= least)
  const kept = passed.slice(0, k ?? Infinity)
  const others = ordered.filter((one) => !kept.includes(one))
  const [symbol, stands] = runs === 1 ? ['W', 'W'] : ['e', 'its mean e-value']
  return {
    whole,
    options: { ...options, statistic },
    selected: kept.map(({ feature }) => feature),
    steps: kept.map(({ feature, score }) => ({ action: 'add', feature, score })),
    setAside: others.map(({ feature, score }) =>
      columnSetAside(
        feature,
        passed.some((one) => one.feature === feature)
          ? `${stands} is ${short(score)}, beyond k`
          : `${stands} is ${short(score)}, ${least === null ? 'and no threshold is reached' : `below ${short(least)}`}`,
      ),
    ),
    score: kept.at(-1)?.score ?? null,
    evaluations: runs,
    stopped: least === null ? `no ${symbol} reaches q = ${q}` : `${symbol} ≥ ${short(least)} (q = ${q})`,
    warnings: [...columns.warnings, ...noneWarnings(least, fewest, q)],
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function tooFewColumns(d: number, { q, runs }: { q: number; runs: number }, fewest: number): CribaError {
  const least = Math.ceil((runs === 1 ? 1 : 2) / d / 0.01) * 0.01
  const remedy = least < 1 ? `raise q to ${Number(least.toFixed(2))}, or use` : 'use'
  const why = `at q = ${q} knockoffs choose ${fewest} columns or more, or none`
  return new CribaError(
    'unsuitable',
    `unsuitable q: ${q} (${why}, and there are ${d}: ${remedy} conditional-randomisation)`,
  )
}

/** The mean over the runs of each column's e-value. */
function meanEValues(
  found: readonly Float64Array[],
  thresholds: readonly ReturnType<typeof knockoffThreshold>[],
): Float64Array {
  const sums = new Float64Array(found[0].length)
  found.forEach((w, run) => knockoffEValues(w, thresholds[run]).forEach((value, j) => (sums[j] += value)))
  return sums.map((sum) => sum / found.length)
}

function noneWarnings(least: number | null, fewest: number, q: number): Warning[] {
  if (least !== null) return []
  return [
    {
      code: 'no-discoveries',
      message: `knockoffs choose no column: fewer than ${fewest} stand out, which is the fewest that q = ${q} allows (raise q, or use conditional-randomisation)`,
    },
  ]
}

/** What of a column is compared with its knockoff. */
type KnockoffStatistic = 'coefficient' | 'score'

/** Columns with their knockoffs, in standard units, as they are ranked together. */
interface KnockoffInput {
  readonly columns: GaussianColumns
  readonly rows: CompleteRows
  readonly statistic: KnockoffStatistic
  readonly drawn: readonly Float64Array[]
  /** Which of the runs. */
  readonly number: number
  /** For each column whether it stands after its knockoff; by default as the seed says. */
  readonly isSecond?: readonly boolean[]
}

/** The statistic that an option names, given what the criterion fits. */
function statisticOf(
  named: KnockoffStatistic | 'auto',
  { path }: Pick<SelectResult, 'path'>,
  { id }: Pick<RankCriterion, 'id'>,
): KnockoffStatistic {
  if (named === 'coefficient' && !path) {
    throw new CribaError('unsuitable', `unsuitable statistic: coefficient (${id} fits no path: use score)`)
  }
  return named === 'auto' ? (path ? 'coefficient' : 'score') : named
}

/**
 * W of each column in one ranking of all columns and knockoffs. Which of a column and its knockoff stands
 * first is drawn, and their names do not say which is which, so that neither order nor names favour one.
 */
export async function knockoffRun(input: KnockoffInput, run: Run): Promise<Float64Array> {
  const { columns, rows, statistic, drawn, number } = input
  const { names, settled, model } = columns
  const isSecond = input.isSecond ?? names.map((name) => drawPlace(settled.seed, number, name))
  const word = wordBefore(
    'copy',
    rows.others.map(({ name }) => name),
  )
  const pairs = names.map((name, j): readonly [MadeColumn, MadeColumn] => {
    const knockoff = inUnits(drawn[j], model.mean[j], model.deviation[j])
    const own = rows.features[j]
    const [first, second] = isSecond[j] ? [knockoff, own] : [own, knockoff]
    return [
      [`${word} 1 of ${name}`, first],
      [`${word} 2 of ${name}`, second],
    ]
  })
  const made = pairs.flat()
  const result = await rankMade(columns, rows, made, number, run)
  const sizes =
    statistic === 'coefficient'
      ? coefficientSizes(result, made, rows.weights)
      : meritsOf(
          result,
          columns.criterion,
          made.map(([name]) => name),
        )
  return Float64Array.from(names, (_, j) => {
    const [first, second] = [sizes[2 * j], sizes[2 * j + 1]]
    if (first === second) return 0
    return isSecond[j] ? second - first : first - second
  })
}

function drawPlace(seed: number, number: number, name: string): boolean {
  return uniformInt(seeded(`${seed}/${number}/place/${name}`), 0, 1) === 1
}

/** A drawn column in the units of its own. */
function inUnits(values: Float64Array, mean: number, deviation: number): Float64Array {
  const column = allocateNumbers(values.length)
  values.forEach((value, row) => (column[row] = mean + deviation * value))
  return column
}

/** ‖θ_j‖ at the chosen penalty: the coefficients times the standard deviation of the column over n. */
function coefficientSizes(
  { path }: SelectResult,
  made: readonly MadeColumn[],
  weights: Float64Array,
): Float64Array {
  const { chosen, coefficients } = path!
  const squares = new Map<string, number>()
  for (const { feature, coefficients: along } of coefficients) {
    const weight = along[chosen.place]
    squares.set(feature, (squares.get(feature) ?? 0) + weight * weight)
  }
  return Float64Array.from(made, ([name, values]) => {
    const square = squares.get(name) ?? 0
    return square > 0 ? Math.sqrt(square) * deviationOf(values, weights) : 0
  })
}

function deviationOf(values: Float64Array, weights: Float64Array): number {
  const n = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = values.reduce((sum, value, row) => sum + weights[row] * value, 0) / n
  const squares = values.reduce((sum, value, row) => sum + weights[row] * (value - mean) * (value - mean), 0)
  return Math.sqrt(squares / n)
}
