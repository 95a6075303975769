import type { Evidence, SizeCurve } from '../trace/evidence.ts'
import { column, setColumns } from './column.ts'
import { counted } from './numbers.ts'
import { bar, dim, tint, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** So many sizes have a line each; more are drawn as a curve, of so many lines. */
const [mostBars, height] = [10, 8]
/** Columns of text that a bar may take, and a size of a curve. */
const [widestBar, widestStep] = [40, 3]

/** How well the first 1, 2, 3, … columns of the path predict, drawn, with the size that would do. */
export function sizeLines(
  evidence: Evidence,
  metric: string,
  uncut: number | null,
  decimals: number,
  paper: Paper,
): string[] {
  const { sizes } = evidence
  if (!sizes || sizes.scores.length < 3) return []
  const drawn =
    sizes.scores.length <= mostBars + 1
      ? barLines(sizes, metric, decimals, paper)
      : curveLines(evidence, sizes, metric, decimals, paper)
  return ['', ...drawn, ...wrap(sizeNote(sizes, uncut), paper.width - 2).map((line) => `  ${line}`)]
}

function sizeNote({ oneError, best, scores }: SizeCurve, uncut: number | null): string {
  const last = scores[scores.length - 1].columns
  if (oneError === 0) return 'No column at all does as well, by one standard error: nothing is cut.'
  const columns = counted(oneError, 'column')
  const is = oneError === 1
  const few =
    oneError === best
      ? `${columns} predict${is ? 's' : ''} best`
      : `${columns} ${is ? 'does' : 'do'} as well as ${best}, the best, by one standard error`
  if (uncut !== null) {
    const rest = uncut - oneError
    return `${few}: the other ${rest === 1 ? 'one chosen is' : `${rest} chosen are`} cut (--size stop keeps them).`
  }
  return oneError < last ? `${few} (--size one-error cuts there).` : `${few}.`
}

/** So many times the way from the best to the median is drawn. */
const steepest = 3

/** One line a size. */
function barLines(
  { scores, oneError, best, error }: SizeCurve,
  metric: string,
  decimals: number,
  paper: Paper,
): string[] {
  const means = scores.map(({ mean }) => mean)
  const [low, high] = [Math.min(...means), Math.max(...means)]
  const share = (mean: number) => (high === low ? 1 : (mean - low) / (high - low))
  const room = Math.max(8, Math.min(widestBar, paper.width - 62))
  const mark = (columns: number) =>
    columns === best
      ? '◂ best'
      : columns === oneError && oneError > 0
        ? `◂ within one standard error (${error.toFixed(decimals)})`
        : ''
  const lines = setColumns(
    [
      column(
        'columns',
        'right',
        scores.map(({ columns }) => String(columns)),
      ),
      column(
        metric,
        'right',
        means.map((mean) => mean.toFixed(decimals).replace('-', '−')),
      ),
      column(
        '',
        'left',
        means.map(
          (mean) => tint(bar(share(mean), room), paper) + ' '.repeat(room - bar(share(mean), room).length),
        ),
      ),
      column(
        '',
        'left',
        scores.map(({ columns }) => mark(columns)),
      ),
    ],
    { ...paper, colour: false },
  )
  return lines.map((line) => `  ${line}`)
}

/** A curve of the means in a band of one standard error, and where all columns stand. */
function curveLines(
  { all, better, folds: found }: Evidence,
  sizes: SizeCurve,
  metric: string,
  decimals: number,
  paper: Paper,
): string[] {
  const { scores, error, best } = sizes
  const errorOf = ({ sd }: { readonly sd: number }) => {
    const atBest = scores.find(({ columns }) => columns === best)!.sd
    return atBest > 0 ? (error * sd) / atBest : 0
  }
  const shown = scores.filter(({ columns }) => columns > 0)
  const [low, high] = rangeOf(
    shown.map(({ mean, sd }) => [mean, errorOf({ sd })]),
    all.mean,
    better,
  )
  const labels = Array.from({ length: height }, (_, line) =>
    (high - ((high - low) * (line + 0.5)) / height).toFixed(decimals).replace('-', '−'),
  )
  const label = Math.max(...labels.map((text) => text.length))
  const room = paper.width - label - 6
  const step = Math.max(1, Math.min(widestStep, Math.floor(room / shown.length)))
  const width = Math.min(room, shown.length * step)
  const places = Array.from({ length: Math.ceil(width / step) }, (_, i) =>
    shown.length * step <= room ? i : Math.round((i * (shown.length - 1)) / (width - 1)),
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
      if (Math.floor(at / 2) === line) return tint((at % 2 === 0 ? '▀' : '▄').repeat(step), paper)
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
  const ticks = [shown[0].columns, ...(sizes.oneError > 0 ? [sizes.oneError] : []), best, last]
  const axis = [...'─'.repeat(width)]
  const below = [...' '.repeat(width + 8)]
  for (const tick of [...new Set(ticks)].sort(
    (a, b) => Number(b === sizes.oneError) - Number(a === sizes.oneError),
  )) {
    const at = columnAt(tick)
    const text = tick === sizes.oneError ? `▲${tick}` : String(tick)
    const from = tick === sizes.oneError ? at : Math.max(0, at - Math.floor(text.length / 2))
    if (below.slice(Math.max(0, from - 1), from + text.length + 1).some((cell) => cell !== ' ')) continue
    axis[at] = '┴'
    ;[...text].forEach((character, i) => (below[from + i] = character))
  }
  const pad = ' '.repeat(label + 3)
  return [
    ...wrap(
      `  ${metric} of the first columns of the path (░ one standard error of ${found.length} folds, ┄ all columns)`,
      paper.width,
    ),
    ...lines,
    dim(`${pad}└${axis.join('')}`, paper),
    `${pad} ${below.join('')}`.trimEnd(),
  ]
}

/** What is drawn: all of it, but for first columns so much worse that the others would be one line. */
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
