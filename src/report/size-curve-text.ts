import type { Evidence, SizeChoice, SizeCurve, SizeRuleOfCurve, Spread, Verdict } from '#core'
import { counted, fixed } from './numbers.ts'
import { column, formatColumns } from './text-columns.ts'
import { bar, dim, tint, wrap } from './text.ts'
import type { Display } from './text.ts'

/** Up to this many sizes have a bar each; more are drawn as a curve of `height` lines. */
const [mostBars, height] = [10, 8]
/** The widest bar, and the most characters for one size of a curve. */
const [widestBar, widestStep] = [40, 3]

/**
 * What a drawing shows: a curve, the score of all columns, how many splits it is a mean of, and the sizes
 * that are marked.
 */
interface DrawnCurve {
  readonly sizes: SizeCurve
  readonly all: Spread
  readonly better: 'higher' | 'lower'
  readonly splits: number
  /** What the column of sizes is called, and whether a column of deviations follows the means. */
  readonly title: string
  readonly hasSpread: boolean
  /** The size under the arrow of a curve. */
  readonly chosen: number
  /** The mark of a size, where it has one. */
  readonly mark: (columns: number) => string
}

/**
 * A drawing of how well the first 1, 2, 3, … columns of the path predict, and the size that the rule of one
 * standard error chooses.
 */
export function sizeLines(
  evidence: Evidence,
  metric: string,
  uncut: number | null,
  decimals: number,
  display: Display,
): string[] {
  const { sizes } = evidence
  if (!sizes || sizes.scores.length < 3) return []
  const { best, oneError, error } = sizes
  const mark = (columns: number) =>
    columns === best
      ? '◂ best'
      : columns === oneError && oneError > 0
        ? `◂ within one standard error (${error.toFixed(decimals)})`
        : ''
  const splits = evidence.folds.length
  const drawn = drawCurve(
    { ...evidence, sizes, splits, title: 'columns', hasSpread: false, chosen: oneError, mark },
    metric,
    decimals,
    display,
  )
  const note = wrap(sizeNote(sizes, uncut, evidence.verdict), display.width - 2)
  return ['', ...drawn, ...note.map((line) => `  ${line}`)]
}

/** A drawing of the scores by which a size was chosen, with the sizes that the three rules choose. */
export function chosenSizeLines(
  { sizes, all, better, splits, choose, size }: SizeChoice,
  metric: string,
  decimals: number,
  display: Display,
): string[] {
  const rules: readonly (readonly [SizeRuleOfCurve, number, string])[] = [
    ['best', sizes.best, 'best'],
    ['one-error', sizes.oneError, `within one standard error (${sizes.error.toFixed(decimals)})`],
    ['knee', sizes.knee, 'knee'],
  ]
  const mark = (columns: number) => {
    const names = rules.filter(([, at]) => at === columns).map(([, , name]) => name)
    return names.length > 0 ? `◂ ${names.join(', ')}${columns === size ? ': kept' : ''}` : ''
  }
  const drawn = drawCurve(
    { sizes, all, better, splits: splits.length, title: 'size', hasSpread: true, chosen: size, mark },
    metric,
    decimals,
    display,
  )
  const others = rules
    .filter(([rule, at]) => rule !== choose && at !== size)
    .map(([rule, at]) => `choose=${rule} keeps ${at}`)
  const note = others.length > 0 ? wrap(`${others.join(', ')}.`, display.width - 2) : []
  return [...drawn, ...note.map((line) => `  ${line}`)]
}

function drawCurve(curve: DrawnCurve, metric: string, decimals: number, display: Display): string[] {
  return curve.sizes.scores.length <= mostBars + 1
    ? barLines(curve, metric, decimals, display)
    : curveLines(curve, metric, decimals, display)
}

function sizeNote({ oneError, best, scores }: SizeCurve, uncut: number | null, verdict: Verdict): string {
  const last = scores[scores.length - 1].columns
  if (oneError === 0) return 'Even no columns at all are within one standard error of the best.'
  const columns = counted(oneError, 'column')
  const few =
    oneError === best
      ? `${columns} ${oneError === 1 ? 'predicts' : 'predict'} best`
      : `${columns} ${oneError === 1 ? 'is' : 'are'} within one standard error of the best (${counted(best, 'column')})`
  if (uncut !== null) {
    const rest = uncut - oneError
    return `${few}, so the other ${rest === 1 ? 'one is' : `${rest} are`} cut (--size stop keeps ${rest === 1 ? 'it' : 'them'}).`
  }
  const isSuggested = oneError < last && scores[0].sd !== null && verdict !== 'no-better-than-none'
  return isSuggested ? `${few}. To keep no more: --size one-error.` : `${few}.`
}

/** The curve spans at most this many times the distance from the best mean to the median. */
const steepest = 3

/** A bar for each size. */
function barLines(
  { sizes: { scores }, title, hasSpread, mark }: DrawnCurve,
  metric: string,
  decimals: number,
  display: Display,
): string[] {
  const means = scores.map(({ mean }) => mean)
  const [low, high] = [Math.min(...means), Math.max(...means)]
  const share = (mean: number) => (high === low ? 1 : (mean - low) / (high - low))
  const width = Math.max(8, Math.min(widestBar, display.width - (hasSpread ? 70 : 62)))
  const lines = formatColumns(
    [
      column(
        title,
        'right',
        scores.map(({ columns }) => String(columns)),
      ),
      column(
        metric,
        'right',
        means.map((mean) => fixed(mean, decimals)),
      ),
      ...(hasSpread && scores[0].sd !== null
        ? [
            column(
              'sd',
              'right',
              scores.map(({ sd }) => `± ${sd!.toFixed(decimals)}`),
            ),
          ]
        : []),
      column(
        '',
        'left',
        means.map(
          (mean) =>
            tint(bar(share(mean), width), display) + ' '.repeat(width - bar(share(mean), width).length),
        ),
      ),
      column(
        '',
        'left',
        scores.map(({ columns }) => mark(columns)),
      ),
    ],
    { ...display, colour: false },
  )
  return lines.map((line) => `  ${line}`)
}

/** A curve of the means with a band of one standard error, and a line at the score of all columns. */
function curveLines(
  { all, better, splits, sizes, chosen }: DrawnCurve,
  metric: string,
  decimals: number,
  display: Display,
): string[] {
  const { scores, error, best } = sizes
  const errorOf = ({ sd }: { readonly sd: number | null }) => {
    const atBest = scores.find(({ columns }) => columns === best)!.sd ?? 0
    return atBest > 0 && sd !== null ? (error * sd) / atBest : 0
  }
  const shown = scores.filter(({ columns }) => columns > 0)
  const [low, high] = rangeOf(
    shown.map(({ mean, sd }) => [mean, errorOf({ sd })]),
    all.mean,
    better,
  )
  const labels = Array.from({ length: height }, (_, line) =>
    fixed(high - ((high - low) * (line + 0.5)) / height, decimals),
  )
  const label = Math.max(...labels.map((text) => text.length))
  const free = display.width - label - 6
  const step = Math.max(1, Math.min(widestStep, Math.floor(free / shown.length)))
  const width = Math.min(free, shown.length * step)
  const places = Array.from({ length: Math.ceil(width / step) }, (_, i) =>
    shown.length * step <= free ? i : Math.round((i * (shown.length - 1)) / (width - 1)),
  )
  const halves = (x: number) =>
    Math.max(0, Math.min(2 * height - 1, Math.floor(((high - x) / (high - low || 1)) * 2 * height)))
  const allAt = Math.floor(halves(all.mean) / 2)
  const lines = labels.map((text, line) => {
    const cells = places.map((place) => {
      const score = shown[place]
      const at = halves(score.mean)
      const [top, bottom] = [score.mean + errorOf(score), score.mean - errorOf(score)].map(halves)
      if (score.mean < low || score.mean > high)
        return (line === (score.mean < low ? height - 1 : 0) ? '·' : ' ').repeat(step)
      if (Math.floor(at / 2) === line) return tint((at % 2 === 0 ? '▀' : '▄').repeat(step), display)
      const isBand = line >= Math.floor(top / 2) && line <= Math.floor(bottom / 2)
      return (isBand ? '░' : line === allAt ? '┄' : ' ').repeat(step)
    })
    return `  ${text.padStart(label)} ┤${cells.join('')}`.trimEnd()
  })
  const columnAt = (columns: number) => {
    const place = shown.findIndex((score) => score.columns === columns)
    const nearest = places.reduce(
      (near, at, i) => (Math.abs(at - place) < Math.abs(places[near] - place) ? i : near),
      0,
    )
    return nearest * step + Math.floor(step / 2)
  }
  const last = shown[shown.length - 1].columns
  const ticks = [shown[0].columns, ...(chosen > 0 ? [chosen] : []), best, last]
  const axis = [...'─'.repeat(width)]
  const below = [...' '.repeat(width + 8)]
  for (const tick of [...new Set(ticks)].sort((a, b) => Number(b === chosen) - Number(a === chosen))) {
    const at = columnAt(tick)
    const text = tick === chosen ? `▲${tick}` : String(tick)
    const from = tick === chosen ? at : Math.max(0, at - Math.floor(text.length / 2))
    if (below.slice(Math.max(0, from - 1), from + text.length + 1).some((cell) => cell !== ' ')) continue
    axis[at] = '┴'
    ;[...text].forEach((character, i) => (below[from + i] = character))
  }
  const pad = ' '.repeat(label + 3)
  return [
    ...wrap(
      `  ${metric} of the first columns of the path (${splits > 1 ? `░ one standard error over ${splits} folds, ` : ''}┄ all columns)`,
      display.width,
    ),
    ...lines,
    dim(`${pad}└${axis.join('')}`, display),
    `${pad} ${below.join('')}`.trimEnd(),
  ]
}

/**
 * The range that is drawn: all scores, except first ones so much worse that the rest would be a flat line.
 */
function rangeOf(
  points: readonly (readonly [mean: number, error: number])[],
  all: number,
  better: 'higher' | 'lower',
): readonly [number, number] {
  const ends = [...points.flatMap(([mean, error]) => [mean - error, mean + error]), all]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const sorted = points.map(([mean]) => mean).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (better === 'higher') return [Math.min(all, Math.max(low, high - steepest * (high - median))), high]
  return [low, Math.max(all, Math.min(high, low + steepest * (median - low)))]
}
