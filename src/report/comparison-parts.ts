import type { Comparison, Evidence } from '#core'
import { signed } from './evidence-text.ts'
import { alignNumbers, fixed, formatProbability, grouped } from './numbers.ts'
import { column, formatColumns, widthOfColumns } from './text-columns.ts'
import { dim, restLine, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The most methods whose agreement is a table, and the most lines of a list. */
const [mostInTable, mostLines] = [8, 20]
const longestName = 40

/**
 * The score at each size, as many sizes as fit; the best of a method is marked *, the smallest within one
 * standard error °.
 */
export function sizeTable(
  evidence: readonly Evidence[],
  labels: readonly string[],
  decimals: number,
  display: Display,
): string[] {
  const curves = evidence.map(({ sizes }) => sizes)
  const all = [...new Set(curves.flatMap((curve) => curve?.scores.map(({ columns }) => columns) ?? []))]
  if (all.length < 3) return []
  const marked = curves.flatMap((curve) => (curve ? [curve.best, curve.oneError] : []))
  const ofSize = (size: number) =>
    column(
      String(size),
      'right',
      curves.map((curve) => {
        const found = curve?.scores.find(({ columns }) => columns === size)
        if (!found || !curve) return ''
        return `${fixed(found.mean, decimals)}${size === curve.best ? '*' : size === curve.oneError ? '°' : ' '}`
      }),
    )
  const name = column('columns', 'left', labels)
  const sorted = all.sort((a, b) => a - b)
  // Those that are marked first, then sizes at even steps, as long as there is space.
  const order = [...new Set([...marked, sorted[0], ...spread(sorted)])].filter((size) => all.includes(size))
  const shown: number[] = []
  for (const size of order) {
    const columns = [...shown, size].toSorted((a, b) => a - b).map(ofSize)
    if (widthOfColumns([name, ...columns]) <= display.width) shown.push(size)
  }
  const table = formatColumns([name, ...shown.toSorted((a, b) => a - b).map(ofSize)], display)
  return ['', ...table, dim('* best, ° the smallest within one standard error of it', display)]
}

/** All sizes, coarse steps first. */
function spread(sizes: readonly number[]): readonly number[] {
  const found: number[] = []
  for (let step = sizes.length; step >= 1; step = Math.floor(step / 2))
    for (let place = 0; place < sizes.length; place += step) found.push(sizes[place])
  return found
}

/** The differences between the best method and each other one. */
export function differenceLines(
  { differences, methods }: Comparison,
  labels: readonly string[],
  learner: string,
  decimals: number,
  display: Display,
): string[] {
  const place = methods[0].evidence.findIndex((one) => one.learner === learner)
  const scores = methods.map(({ evidence }) => evidence[place])
  const merit = ({ selected, better }: Evidence) => (better === 'higher' ? selected.mean : -selected.mean)
  const best = scores.reduce((most, one, at) => (merit(one) > merit(scores[most]) ? at : most), 0)
  const pairs = differences.filter((one) => one.learner === learner && (one.a === best || one.b === best))
  const shown = pairs.filter(({ pValue }) => pValue !== null).slice(0, mostLines)
  if (shown.length === 0) return []
  const times = shown.map(({ a }) => (a === best ? 1 : -1))
  const table = formatColumns(
    [
      column(
        `${labels[best]} less`,
        'left',
        shown.map(({ a, b }) => labels[a === best ? b : a]),
      ),
      column(
        'difference',
        'right',
        shown.map(({ difference }, i) => signed(times[i] * difference, decimals)),
      ),
      column(
        '95 % interval',
        'right',
        shown.map(({ interval: [low, high] }, i) =>
          (times[i] === 1 ? [low, high] : [-high, -low]).map((end) => signed(end, decimals)).join(' to '),
        ),
      ),
      column(
        'p',
        'right',
        shown.map(({ pValue }) => formatProbability(pValue!)),
      ),
      column(
        'of all pairs',
        'right',
        shown.map(({ adjusted }) => formatProbability(adjusted!)),
      ),
    ],
    display,
  )
  return ['', ...table]
}

/** How alike the methods' columns are, from all rows. */
export function agreementLines(
  { agreement, methods }: Comparison,
  labels: readonly string[],
  display: Display,
): string[] {
  if (methods.length < 2 || methods.length > mostInTable) return []
  const cell = (row: number, other: number) => {
    if (row <= other) return ''
    const found = agreement.find(({ a, b }) => a === other && b === row)!
    return fixed(found.jaccard, 2)
  }
  const rows = labels.map((_, row) => row).slice(1)
  const columns = [
    column(
      'agreement (Jaccard)',
      'left',
      rows.map((row) => labels[row]),
    ),
    ...labels.slice(0, -1).map((label, other) =>
      column(
        shorten(label, 20),
        'right',
        rows.map((row) => cell(row, other)),
      ),
    ),
  ]
  return widthOfColumns(columns) <= display.width ? ['', ...formatColumns(columns, display)] : []
}

/** The columns by their mean rank over the methods. */
export function consensusLines({ consensus, methods }: Comparison, display: Display): string[] {
  const { ranking, w, pValue } = consensus
  if (methods.length < 2 || ranking.length === 0) return []
  const shown = ranking.slice(0, Math.min(mostLines, display.lines))
  const agreed =
    w === null ? '' : `: Kendall's W ${fixed(w, 2)} (p ${formatProbability(pValue ?? undefined)})`
  return [
    '',
    ...wrap(`columns by their mean rank over the methods${agreed}`, display.width),
    ...formatColumns(
      [
        column(
          '#',
          'right',
          shown.map((_, i) => grouped(i + 1)),
        ),
        column(
          'feature',
          'left',
          shown.map(({ feature }) => shorten(feature, longestName)),
        ),
        column('mean rank', 'right', alignNumbers(shown.map(({ meanRank }) => meanRank))),
        column(
          'chosen by',
          'left',
          shown.map(({ chosen }) => `${chosen} of ${methods.length}`),
        ),
      ],
      display,
    ),
    ...restLine(shown.length, ranking.length, display),
  ]
}
