import type { Difference, Evidence, SelectResult, Spread } from '#core'
import { counted, fixed, grouped } from './numbers.ts'
import { chosenSizeLines, sizeLines } from './size-curve-text.ts'
import { column, formatColumns } from './text-columns.ts'
import { clean, dim, emphasise, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The held-out scores of the selected columns, of all and of none, and of fewer columns along the path. */
export function evidenceLines(result: SelectResult, display: Display): string[] {
  const { evidence, uncut } = result
  if (!evidence) return []
  const { learner, all, selected, none, folds } = evidence
  const metric = metricName(evidence.metric)
  const spreads = [all, selected, none]
  const decimals = decimalsOf(spreads)
  const sizes = folds.map(({ features }) => features.length)
  const table = formatColumns(
    [
      column('', 'left', ['  all columns', '  selected', '  none']),
      column(
        metric,
        'right',
        spreads.map(({ mean }) => fixed(mean, decimals)),
      ),
      column(
        'sd',
        'right',
        spreads.map(({ sd }) => (sd === null ? '' : `± ${fixed(sd, decimals)}`)),
      ),
      column('columns', 'right', [grouped(evidence.columns), range(sizes), '0']),
    ],
    { ...display, colour: false },
  )
  const isHoldout = result.spec.evidence && result.spec.evidence.holdout !== null
  const spread = all.sd === null ? '' : ` (± standard deviation over the ${isHoldout ? 'repeats' : 'folds'})`
  const title = `evidence${adjustedText(evidence)}: ${metric} of ${learner} on held-out rows, ${splitsText(result)}${spread}`
  return [
    '',
    ...wrap(title, display.width),
    ...wrap(`  ${evidence.reads}`, display.width - 2).map((line, i) =>
      dim(i === 0 ? line : `  ${line}`, display),
    ),
    ...table,
    ...wrap(verdictText(evidence, decimals), display.width - 2).map(
      (line) => `  ${emphasise(line, display)}`,
    ),
    ...sizeLines(evidence, metric, uncut?.length ?? null, decimals, display),
  ]
}

/** The same in two sentences: the scores, and the verdict. */
export function evidenceText(result: SelectResult): string {
  const evidence = result.evidence!
  const { learner, all, selected, none, columns } = evidence
  const metric = metricName(evidence.metric)
  const decimals = decimalsOf([all, selected, none])
  const spread = ({ mean, sd }: Spread) =>
    `${fixed(mean, decimals)}${sd === null ? '' : ` ± ${fixed(sd, decimals)}`}`
  const scores = `selected ${spread(selected)}, all ${counted(columns, 'column')} ${spread(all)}, none ${spread(none)}`
  return `evidence${adjustedText(evidence)}: ${metric} of ${learner} on held-out rows, ${splitsText(result)}: ${scores}. ${verdictText(evidence, decimals)}`
}

/** Whether columns were chosen that held-out rows do not show to be better than none. */
export function predictsNothing({ evidence, selected }: SelectResult): boolean {
  return selected.length > 0 && evidence?.verdict === 'no-better-than-none'
}

export function noBetterThanNone({ evidence }: SelectResult): string {
  return `they are not shown to predict held-out rows better than ${evidence?.given ? `${besideText(evidence.given)} alone` : 'no columns do'}`
}

/** The columns that the learner reads in any case: ` adjusted for batch`. */
function adjustedText({ given }: Evidence): string {
  return given ? ` adjusted for ${besideText(given)}` : ''
}

function besideText(given: readonly string[]): string {
  return clean(given.join(', '))
}

/** How the rows were split, in words. */
export function splitsText({ spec, evidence }: SelectResult): string {
  const { group, time } = spec
  const whole = { folds: evidence!.folds.length, repeats: 1, holdout: null }
  const { folds, repeats, holdout } = spec.evidence || whole
  const parts =
    holdout === null ? `${folds} folds` : `${Number((100 * holdout).toPrecision(3))} % of the rows`
  return [
    time === null ? parts : `${parts}, each later in ${time} than its training rows`,
    ...(group === null ? [] : [`rows of one ${group} together`]),
    ...(repeats === 1 ? [] : [`repeated ${repeats} times`]),
  ].join(', ')
}

function range(sizes: readonly number[]): string {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  return least === most ? grouped(least) : `${grouped(least)}–${grouped(most)}`
}

/** The verdict as a sentence. */
export function verdictText(
  { verdict, besideAll, besideNone, columns, given }: Evidence,
  decimals: number,
): string {
  const all = `all ${counted(columns, 'column')}`
  const by = fixed(Math.abs(besideAll.difference), decimals)
  const interval = (beside: Difference) => {
    const [low, high] = beside.interval.map((end) => signed(end, decimals))
    return `(${signed(beside.difference, decimals)}, 95% interval ${low} to ${high})`
  }
  if (!Number.isFinite(besideAll.interval[0])) {
    return `A single split does not say whether the selected columns are as good as ${all} (${signed(besideAll.difference, decimals)}): repeat it with --repeats 20.`
  }
  switch (verdict) {
    case 'better-than-all':
      return `The selected columns are better than ${all} by ${by} ${interval(besideAll)}.`
    case 'worse-than-all':
      return `The selected columns are worse than ${all} by ${by} ${interval(besideAll)}.`
    case 'as-good-as-all':
      return `The selected columns are as good as ${all} ${interval(besideAll)}.`
    case 'not-told-apart':
      return `There are too few rows to say whether the selected columns are as good as ${all} ${interval(besideAll)}.`
    case 'no-better-than-none':
      return `These rows do not show that the selected columns are better than ${given ? `${besideText(given)} alone` : 'no columns at all'} ${interval(besideNone)}.`
  }
}

const metricNames: Readonly<Record<string, string>> = {
  r2: 'R²',
  mse: 'mean squared error',
  'macro-f1': 'macro F₁',
}

/** A metric as reports call it. */
export function metricName(metric: string): string {
  return metricNames[metric] ?? metric
}

/** Three decimals for shares; for larger numbers as many as show four digits. */
export function decimalsOf(spreads: readonly Spread[]): number {
  const largest = spreads.reduce((most, { mean }) => Math.max(most, Math.abs(mean)), 0)
  return largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0
}

/** A number with so many decimals and its sign. */
export function signed(x: number, decimals: number): string {
  const text = fixed(x, decimals)
  return text.startsWith('−') || Number(text) === 0 ? text : `+${text}`
}

/** The scores on held-out rows that chose how many columns are kept, by size. */
export function sizeChoiceLines({ sizeChoice, evidence, options }: SelectResult, display: Display): string[] {
  if (!sizeChoice) return []
  const { learner, sizes, all, none, columns, reads, size } = sizeChoice
  const metric = metricName(sizeChoice.metric)
  const decimals = decimalsOf([all, none])
  const chosen = sizes.scores.find((score) => score.columns === size)!
  const spread = (sd: number | null) => (sd === null ? '' : ` ± ${fixed(sd, decimals)}`)
  const figures = [
    `size ${size} ${fixed(chosen.mean, decimals)}${spread(chosen.sd)}`,
    `all ${counted(columns, 'column')} ${fixed(all.mean, decimals)}${spread(all.sd)}`,
    `none ${fixed(none.mean, decimals)}`,
  ]
  const optimism = evidence
    ? []
    : ['These scores chose the size, so that of the size kept is optimistic (--evidence repeats all of it).']
  return [
    '',
    ...wrap(`size: ${metric} of ${learner} on held-out rows, ${splitsOfChoice(options)}`, display.width),
    ...wrap(`  ${reads}`, display.width - 2).map((line, i) => dim(i === 0 ? line : `  ${line}`, display)),
    '',
    ...chosenSizeLines(sizeChoice, metric, decimals, display),
    ...[figures.join(' · '), ...optimism]
      .flatMap((text) => wrap(text, display.width - 2))
      .map((line) => `  ${line}`),
  ]
}

/** How the rows were held out, in words. */
function splitsOfChoice({ folds, holdout, repeats }: SelectResult['options']): string {
  const parts =
    folds === undefined ? `${Number((100 * Number(holdout)).toPrecision(3))} % of the rows` : `${folds} folds`
  return repeats === 1 ? parts : `${parts}, repeated ${repeats} times`
}
