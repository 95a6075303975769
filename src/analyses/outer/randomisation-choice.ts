import { columnSetAside, CribaError, firstFew } from '#core'
import type { OptionsOf, Run, Warning } from '#core'
import { falseDiscoveryRates } from '#methods'
import { options as randomisationOptions } from './conditional-randomisation.ts'
import { distilledColumns } from './distilled-columns.ts'
import { gaussianColumns } from './gaussian-columns.ts'
import type { GaussianColumns } from './gaussian-columns.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'
import { hasFewRows, randomisedPValues } from './randomised-columns.ts'

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
    : await randomisedPValues(columns, draws, { ...run, progress })
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
