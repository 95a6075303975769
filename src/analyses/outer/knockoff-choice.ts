import { columnSetAside, CribaError, seeded } from '#core'
import type { OptionsOf, Run, Warning } from '#core'
import { normalDraws } from '#memory'
import { completeRows } from '../resample/made-columns.ts'
import { overReplicas } from '../resample/replicas.ts'
import { gaussianColumns } from './gaussian-columns.ts'
import { knockoffDraws, standardised } from './gaussian-model.ts'
import { knockoffGaps } from './knockoff-gaps.ts'
import { knockoffRun, statisticOf } from './knockoff-run.ts'
import type { options as knockoffOptions } from './knockoffs.ts'
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
    (_, number, own) => {
      const noise = names.map((name) =>
        normalDraws(seeded(`${inner.seed}/${number}/knockoff/${name}`), rows.count),
      )
      return knockoffRun({ columns, rows, statistic, drawn: draw(noise), number }, own)
    },
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
