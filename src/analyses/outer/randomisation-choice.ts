import { allocateNumbers, columnSetAside, CribaError, firstFew, seeded } from '#core'
import type { OptionsOf, Run, Warning } from '#core'
import { normalDraws } from '#memory'
import { falseDiscoveryRates } from '#methods'
import { completeRows } from '../resample/made-columns.ts'
import type { CompleteRows } from '../resample/made-columns.ts'
import { overReplicas } from '../resample/replicas.ts'
import type { Once } from '../resample/saved-parts.ts'
import { options as randomisationOptions } from './conditional-randomisation.ts'
import { determinedColumns, distilledColumns } from './distilled-columns.ts'
import { gaussianColumns } from './gaussian-columns.ts'
import type { GaussianColumns } from './gaussian-columns.ts'
import { residualDraws, residualsGivenOthers, standardised, withoutShrinkage } from './gaussian-model.ts'
import { meritsOf, rankMade } from './made-ranking.ts'
import type { MadeColumn } from './made-ranking.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'

/** What `conditional-randomisation` chooses. */
export async function chooseByRandomisation(
  problem: OuterProblem<OptionsOf<typeof randomisationOptions>>,
  { progress = () => {}, ...run }: Run,
): Promise<OuterChoice> {
  const { k, options } = problem
  const { fdr, draws } = options
  const columns = await gaussianColumns('conditional-randomisation', problem, run)
  const { names, whole } = columns
  const statistic = statisticFor(options, columns)
  const isDistilled = statistic === 'distilled'
  if (!isDistilled && 1 / (1 + draws) > fdr) {
    throw new CribaError(
      'invalid',
      `invalid draws: ${draws} (no p-value is below 1/${draws + 1}, which is above fdr = ${fdr}: needs ${Math.ceil(1 / fdr - 1)} or more)`,
    )
  }
  const found = isDistilled
    ? await distilledColumns(columns, run)
    : await randomisedPValues(columns, draws, problem.once, { ...run, progress })
  const pValues = found.map((p) => (Number.isNaN(p) ? 1 : p))
  const qValues = falseDiscoveryRates(pValues)
  const ordered = names
    .map((feature, j) => ({ feature, p: pValues[j], q: qValues[j] }))
    .sort((a, b) => a.p - b.p)
  const passed = ordered.filter(({ q }) => q <= fdr)
  const kept = passed.slice(0, k ?? Infinity)
  const others = ordered.filter((one) => !kept.includes(one))
  const { draws: _, ...withoutDraws } = options
  return {
    whole,
    options: { ...(isDistilled ? withoutDraws : options), statistic },
    selected: kept.map(({ feature }) => feature),
    steps: kept.map(({ feature, p, q }) => ({
      action: 'add',
      feature,
      score: p,
      pValue: p,
      qValue: q,
    })),
    setAside: others.map(({ feature, p, q }) =>
      columnSetAside(feature, `p ${short(p)}, q ${short(q)}${q <= fdr ? ', beyond k' : ''}`, {
        pValue: p,
        qValue: q,
      }),
    ),
    score: kept.at(-1)?.p ?? null,
    evaluations: names.length * (isDistilled ? 1 : draws),
    stopped: `q-value ≤ ${fdr}`,
    warnings: [
      ...columns.warnings,
      ...determinedWarnings(names.filter((_, j) => Number.isNaN(found[j]))),
      ...fewRowsWarnings(columns),
      ...(isDistilled ? [] : fewDrawsWarnings(names.length, options)),
    ],
  }
}

/** The statistic that an option names; refuses what does not go with it. */
function statisticFor(
  { statistic, draws }: { readonly statistic: 'auto' | 'distilled' | 'score'; readonly draws: number },
  { criterion: { id } }: GaussianColumns,
): 'distilled' | 'score' {
  if (statistic === 'distilled' && id !== 'lasso') {
    throw new CribaError(
      'unsuitable',
      `unsuitable statistic: distilled (it takes the residuals of lasso, not of ${id}: use score)`,
    )
  }
  const found = statistic === 'auto' ? (id === 'lasso' ? 'distilled' : 'score') : statistic
  if (found === 'distilled' && draws !== randomisationOptions.draws.default) {
    throw new CribaError(
      'invalid',
      `invalid draws: ${draws} (the law of distilled residuals is known, so nothing is drawn: leave it out, or use statistic=score)`,
    )
  }
  return found
}

function fewRowsWarnings({ model }: GaussianColumns): Warning[] {
  const { n, width } = model
  if (!hasFewRows(model)) return []
  return [
    {
      code: 'few-rows',
      message: `conditional-randomisation: with ${Math.round(n)} rows and ${width} columns p-values are approximate, and more columns may be wrong than fdr says (knockoffs hold there)`,
    },
  ]
}

function determinedWarnings(columns: readonly string[]): Warning[] {
  if (columns.length === 0) return []
  return [
    {
      code: 'collinear',
      columns,
      message: `conditional-randomisation cannot tell ${firstFew(columns, 5)} from the other columns, which determine ${columns.length === 1 ? 'it' : 'them'}: p is 1 (drop some)`,
    },
  ]
}

/** Where a single p-value cannot be small enough, columns are kept only if several have the least. */
function fewDrawsWarnings(
  d: number,
  { fdr, draws }: { readonly fdr: number; readonly draws: number },
): Warning[] {
  const fewest = Math.ceil(d / (1 + draws) / fdr - 1e-9)
  if (fewest <= 1) return []
  return [
    {
      code: 'no-discoveries',
      message: `conditional-randomisation keeps ${fewest} columns or more, or none: ${draws} draws give no p-value below 1/${draws + 1} (${Math.ceil(d / fdr) - 1} draws would tell single columns)`,
    },
  ]
}

function short(p: number): string {
  return String(Number(p.toPrecision(3)))
}

/**
 * With fewer than two rows a column, neither lassos nor regressions of a column on the others come close to
 * what they estimate.
 */
function hasFewRows({ n, width }: { readonly n: number; readonly width: number }): boolean {
  return n < 2 * width
}

/** So many values of draws are ranked at a time. */
const valuesAtOnce = 1 << 22

/**
 * p = (1 + #{T̃ ≥ T})/(1 + draws) of each column, T̃ of draws of it given all other columns; NaN where the
 * others determine it. With rows enough the draws have the exact law of normal columns, whatever its
 * parameters. T is how far a score lies from the median of those of the column and its draws: a column whose
 * own part works against what the others explain scores below its draws. Where the score of a column depends
 * on the others, all are ranked with each draw in its place; else the draws alone.
 */
async function randomisedPValues(
  columns: GaussianColumns,
  draws: number,
  once: Once,
  { progress = () => {}, ...run }: Run,
): Promise<Float64Array> {
  const { scope, settled, names, criterion } = columns
  const model = hasFewRows(columns.model) ? columns.model : withoutShrinkage(columns.model)
  const rows = await completeRows(scope, settled, run)
  const given = standardised(rows.features, model)
  const residuals = residualsGivenOthers(given, model)
  const drawsFrom = residualDraws(given, residuals, model, rows.weights)
  const isDetermined = determinedColumns(columns.model)
  /** Column j with a draw in the place of its residual, in its units. */
  const withDraw = (j: number, drawn: Float64Array): Float64Array => {
    const values = allocateNumbers(rows.count)
    for (let row = 0; row < rows.count; row++) {
      const standard = given[j][row] - residuals[j][row] + drawn[row]
      values[row] = model.mean[j] + model.deviation[j] * standard
    }
    return values
  }
  const own = names.map((name, j): MadeColumn => [name, rows.features[j]])
  const merits = await meritsAmong(columns, rows, own, names, 0, run)
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / rows.count))
  const ofDraws = names.map(() => new Float64Array(draws))
  for (let from = 0; from < draws; from += atOnce) {
    const to = Math.min(draws, from + atOnce)
    const numbers = Array.from({ length: to - from }, (_, i) => from + i + 1)
    const drawers = numbers.map((number) =>
      drawsFrom(normalDraws(seeded(`${settled.seed}/draw/${number}`), rows.count)),
    )
    await overReplicas(
      scope.source,
      names.map(() => ({ sample: null })),
      async (_, j, { progress: advance = () => {}, ...quiet }) => {
        if (isDetermined[j] === 1) return
        const found = await once(`draws from ${from} of ${j}`, async () => {
          const drawn = numbers.map((number, i): MadeColumn => [
            `draw ${number} of ${names[j]}`,
            withDraw(j, drawers[i](j)),
          ])
          const drawnNames = drawn.map(([name]) => name)
          if (!criterion.joint) return meritsAmong(columns, rows, drawn, drawnNames, from + 1, quiet)
          const each = new Float64Array(drawn.length)
          for (const [i, [, values]] of drawn.entries()) {
            const among = own.with(j, [names[j], values])
            each.set(await meritsAmong(columns, rows, among, [names[j]], numbers[i], quiet), i)
            advance((i + 1) / drawn.length)
          }
          return each
        })
        ofDraws[j].set(found, from)
      },
      { ...run, progress: (share) => progress((from + share * (to - from)) / draws) },
    )
  }
  return merits.map((merit, j) => (isDetermined[j] === 1 ? NaN : shareAsFar(merit, ofDraws[j])))
}

/** (1 + how many draws lie as far from the median of all as the merit)/(1 + draws). */
function shareAsFar(merit: number, ofDraws: Float64Array): number {
  const sorted = new Float64Array(1 + ofDraws.length)
  sorted.set(ofDraws, 1)
  sorted[0] = merit
  sorted.sort()
  const middle = sorted[sorted.length >> 1]
  const distance = (one: number) => (one === middle ? 0 : Math.abs(one - middle))
  const own = distance(merit)
  return (1 + ofDraws.filter((one) => distance(one) >= own).length) / (1 + ofDraws.length)
}

/** The merits of some of the columns that are ranked together, of scores with their sign. */
async function meritsAmong(
  columns: GaussianColumns,
  rows: CompleteRows,
  made: readonly MadeColumn[],
  names: readonly string[],
  number: number,
  run: Run,
): Promise<Float64Array> {
  const { progress: _, ...quiet } = run
  const { id, better } = columns.criterion
  return meritsOf(await rankMade(columns, rows, made, number, quiet), { id, better }, names)
}
