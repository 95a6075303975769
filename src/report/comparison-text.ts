import { methodText } from '#core'
import type { ComparedMethod, Comparison } from '#core'
import { agreementLines, consensusLines, differenceLines, sizeTable } from './comparison-parts.ts'
import { dataLine } from './data-text.ts'
import { decimalsOf, metricName } from './evidence-text.ts'
import { counted, fixed, grouped } from './numbers.ts'
import { column, formatColumns } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { dim, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

const longestName = 36

/**
 * A comparison: quality, stability and time of each method, tests between them, and the columns that they
 * agree on.
 */
export function comparisonText(result: Comparison, name: string, display: Display): string {
  const { methods, spec } = result
  const labels = methods.map((_, place) => shorten(methodText(spec.methods[place]), longestName))
  const learners = methods[0].evidence.map((_, place) => place)
  return [
    dataLine(result.data, name, display),
    ...wrap(comparedText(result), display.width),
    ...learners.flatMap((place) => qualityLines(result, labels, place, display)),
    ...chosenLines(methods, labels, display),
    ...agreementLines(result, labels, display),
    ...consensusLines(result, display),
    ...footnotes(result, display),
  ].join('\n')
}

/** What was compared, and on which rows. */
export function comparedText(result: Comparison): string {
  return `${counted(result.methods.length, 'method')} compared on held-out rows, ${splitsText(result)}`
}

export function splitsText({ spec, methods }: Comparison): string {
  const { folds } = methods[0].evidence[0]
  const parts =
    spec.holdout === null
      ? `${folds.length / spec.repeats} folds`
      : `${Number((100 * spec.holdout).toPrecision(3))} % of the rows`
  const repeated = spec.repeats === 1 ? '' : `, ${spec.repeats} times`
  return `${parts}${repeated}; each method selects without them`
}

/** The score of one learner from what each method chose, its sizes, and the differences. */
function qualityLines(
  result: Comparison,
  labels: readonly string[],
  place: number,
  display: Display,
): string[] {
  const evidence = result.methods.map((method) => method.evidence[place])
  const [{ learner, all, none, columns: width }] = evidence
  const metric = metricName(evidence[0].metric)
  const decimals = decimalsOf(evidence.flatMap((one) => [one.all, one.selected, one.none]))
  const cells = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? '' : fixed(value, decimals)))
  const spreads = [...evidence.map(({ selected }) => selected), all, none]
  const sizes = (of: 'best' | 'oneError' | 'knee') => [
    ...evidence.map((one) => (one.sizes ? grouped(one.sizes[of]) : '—')),
    '',
    '',
  ]
  const hasSizes = evidence.some((one) => one.sizes)
  const table = formatColumns(
    [
      column('method', 'left', [...labels, dim('all columns', display), dim('none', display)]),
      column(metric, 'right', cells(spreads.map(({ mean }) => mean))),
      column(
        'sd',
        'right',
        cells(spreads.map(({ sd }) => sd)).map((cell) => (cell === '' ? '' : `± ${cell}`)),
      ),
      column('columns', 'right', [...evidence.map(({ folds }) => rangeOf(folds)), grouped(width), '0']),
      ...(hasSizes
        ? [
            column('best at', 'right', sizes('best')),
            column('1 SE', 'right', sizes('oneError')),
            column('knee', 'right', sizes('knee')),
          ]
        : []),
    ],
    display,
  )
  return [
    '',
    ...wrap(`${metric} of ${learner} (± standard deviation over the splits)`, display.width),
    ...table,
    ...sizeTable(evidence, labels, decimals, display),
    ...differenceLines(result, labels, learner, decimals, display),
  ]
}

function rangeOf(folds: ComparedMethod['evidence'][number]['folds']): string {
  const sizes = folds.map(({ features }) => features.length)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  return least === most ? grouped(least) : `${grouped(least)}–${grouped(most)}`
}

/** How stable the choices are, what they cost, what was tuned, and how they compare with the truth. */
function chosenLines(
  methods: readonly ComparedMethod[],
  labels: readonly string[],
  display: Display,
): string[] {
  const stable = methods.some(({ stability }) => stability)
  const tuned = methods.some((method) => method.tuned)
  const known = methods.some(({ truth }) => truth)
  const columns: TextColumn[] = [
    column('method', 'left', labels),
    column(
      'all rows',
      'right',
      methods.map(({ selected }) => grouped(selected.length)),
    ),
    ...(stable ? stabilityColumns(methods) : []),
    ...(known ? truthColumns(methods) : []),
    ...(tuned ? [column('tuned', 'left', methods.map(tunedText))] : []),
    column(
      'evaluated',
      'right',
      methods.map(({ evaluations }) => grouped(evaluations)),
    ),
    column(
      'seconds',
      'right',
      methods.map(({ seconds }) => (seconds < 0.1 ? '<0.1' : seconds.toFixed(1))),
    ),
  ]
  return [
    '',
    'columns chosen from all rows, and from the training rows of each split',
    ...formatColumns(columns, display),
  ]
}

function stabilityColumns(methods: readonly ComparedMethod[]): TextColumn[] {
  const share = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : fixed(value, 2)
  const interval = methods.map(({ stability }) => {
    const found = stability?.nogueira
    return found
      ? `${fixed(found.value, 2)} (${found.interval.map((end) => fixed(end, 2)).join(' to ')})`
      : '—'
  })
  const kuncheva = methods.map(({ stability }) => share(stability?.kuncheva))
  return [
    column('stability (95 %)', 'right', interval),
    column(
      'Jaccard',
      'right',
      methods.map(({ stability }) => share(stability?.jaccard)),
    ),
    ...(kuncheva.some((cell) => cell !== '—') ? [column('Kuncheva', 'right', kuncheva)] : []),
  ]
}

function truthColumns(methods: readonly ComparedMethod[]): TextColumn[] {
  return [
    column(
      'true',
      'right',
      methods.map(({ truth }) => `${Math.round(100 * truth!.share)} %`),
    ),
    column(
      'wrong',
      'right',
      methods.map(({ truth }) => grouped(truth!.wrong)),
    ),
    column(
      'exact',
      'left',
      methods.map(
        ({ truth }) => `${truth!.exact ? 'yes' : 'no'}, ${Math.round(100 * truth!.splits.exact)} % of splits`,
      ),
    ),
  ]
}

function tunedText({ tuned }: ComparedMethod): string {
  if (!tuned) return ''
  const inSplits = [...new Set(tuned.splits)]
  return `${tuned.option}=${tuned.value} (in splits ${inSplits.join(', ')})`
}

function footnotes(result: Comparison, display: Display): string[] {
  const notes = comparisonNotes(result, ['best at, 1 SE, knee', 'stability'])
  return ['', ...notes.flatMap((note) => wrap(note, display.width).map((part) => dim(part, display)))]
}

/**
 * What the sizes and the stability mean, by the titles of their columns if there are any, and which methods
 * are missing.
 */
export function comparisonNotes(
  { methods, spec, stopped }: Comparison,
  [sizes, stability]: readonly [string, string | null],
): readonly string[] {
  const missing = spec.methods.slice(methods.length).map((method) => methodText(method))
  return [
    `${sizes}: the size with the best score, the smallest within one standard error of it, and where the curve bends`,
    ...(stability === null
      ? []
      : [
          `${stability}: Φ of Nogueira, Sechidis and Brown, 0 for columns drawn at random, 1 for always the same; training rows overlap, so it is an upper estimate`,
        ]),
    ...(stopped === 'interrupted' ? [`interrupted: ${missing.join(', ')} not done`] : []),
  ]
}
