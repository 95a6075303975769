import type { AlternativeSets, SelectResult, StandIn } from '#core'
import { decimalsOf, metricName, signed } from './evidence-text.ts'
import { alignNumbers, counted, fixed, formatProbability } from './numbers.ts'
import { column, formatColumns, shortenDistinctly, widthOfColumns } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { clean, dim, restLine, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The shortest and the longest name in a table. */
const [shortestName, longestName] = [9, 30]
/** The most stand-ins of a column, and the most sets, that are shown. */
const [mostStandIns, mostSets] = [5, 10]

/** A row of the table: a stand-in, how many more there are, or that there is none. */
interface StandInRow {
  readonly chosen: string
  readonly one: StandIn | null
  readonly text: string
}

/**
 * The columns that can stand in for the chosen ones, and the sets within one standard error of the selected
 * one.
 */
export function alternativeLines(result: SelectResult, display: Display): string[] {
  const { alternatives, evidence } = result
  if (!alternatives) return []
  const { columns, sets } = alternatives
  const decimals = decimalsOf(evidence ? [evidence.selected] : [])
  const reasons = columns.flatMap(({ feature, why }) =>
    why === undefined ? [] : [`${clean(feature)}: ${clean(why)}`],
  )
  return [
    '',
    ...wrap('alternatives: columns that can stand in for a chosen one', display.width),
    ...(columns.length > 0 ? standInTable(result, decimals, display) : []),
    ...[note, ...reasons].flatMap((text) => indented(text, display)),
    ...(sets && evidence ? setLines(sets, metricName(evidence.metric), decimals, display) : []),
  ]
}

const note =
  'bits: what the stand-in tells of the target; lost: what the chosen column tells beside it; p: that this is nothing (G² test); a loss of less than a tenth counts as small'

function standInTable(
  { alternatives, evidence }: SelectResult,
  decimals: number,
  display: Display,
): string[] {
  const { columns, sets } = alternatives!
  const rows = columns.flatMap(({ feature, standIns }): StandInRow[] => {
    const shown = standIns.slice(0, mostStandIns)
    const more = standIns.length - shown.length
    return [
      ...shown.map((one, i) => ({ chosen: i === 0 ? feature : '', one, text: one.feature })),
      ...(more > 0 ? [{ chosen: '', one: null, text: `and ${more} more` }] : []),
      ...(standIns.length === 0 ? [{ chosen: feature, one: null, text: '—' }] : []),
    ]
  })
  const cells = (of: (one: StandIn) => string) => rows.map(({ one }) => (one ? of(one) : ''))
  const numbers = (of: (one: StandIn) => number) => {
    const aligned = alignNumbers(rows.map(({ one }) => (one ? of(one) : null)))
    return aligned.map((text, i) => (rows[i].one ? text : ''))
  }
  const p = column(
    'p',
    'right',
    cells(({ copy, pValue }) => (copy ? 'copy' : formatProbability(pValue))),
  )
  const scores =
    sets && evidence
      ? [
          column(
            metricName(evidence.metric),
            'right',
            cells(({ score }) => (score === undefined ? '' : fixed(score, decimals))),
          ),
        ]
      : []
  const bits = column(
    'bits',
    'right',
    numbers(({ information }) => information),
  )
  const lost = column(
    'lost',
    'right',
    numbers(({ lost }) => lost),
  )
  // A narrow table leaves out the bits first.
  const choices = [[bits, lost, p, ...scores], [lost, p, ...scores], [p, ...scores], [p], []]
  const spaceOf = (others: readonly TextColumn[]) => {
    const taken = others.length > 0 ? widthOfColumns(others) + 2 : 0
    return Math.floor((display.width - taken - 4) / 2)
  }
  const others = choices.find((some) => spaceOf(some) >= shortestName) ?? []
  const space = Math.max(1, Math.min(longestName, spaceOf(others)))
  const chosen = shortenDistinctly(
    rows.map((row) => row.chosen),
    Math.max(1, space - 2),
  )
  const other = rows.map(({ text }) => text)
  return formatColumns(
    [
      column(
        '  chosen',
        'left',
        chosen.map((name) => (name === '' ? '' : `  ${name}`)),
      ),
      column('stand-in', 'left', shortenDistinctly(other, space)),
      ...others,
    ],
    display,
  )
}

function indented(text: string, display: Display): string[] {
  return wrap(text, display.width - 2).map((line) => dim(`  ${line}`, display))
}

function setLines(
  { selected, error, evaluated, asGood }: AlternativeSets,
  metric: string,
  decimals: number,
  display: Display,
): string[] {
  const shown = asGood.slice(0, mostSets)
  const tried = `${counted(evaluated, 'other set')} tried on the folds of the evidence`
  const title =
    error === null
      ? `sets: ${tried}; a single split has no standard error to judge them by`
      : `sets within one standard error of the selected one (${metric} ${fixed(selected, decimals)} ± ${fixed(error, decimals)}): ${asGood.length} of ${tried}`
  const numbers = [
    column(
      `  ${metric}`,
      'right',
      shown.map(({ score }) => fixed(score, decimals)),
    ),
    column(
      'difference',
      'right',
      shown.map(({ difference }) => signed(difference, decimals)),
    ),
    column(
      'columns',
      'right',
      shown.map(({ features }) => String(features.length)),
    ),
  ]
  const choices = [numbers, [numbers[0], numbers[2]], [numbers[0]]]
  const spaceOf = (some: readonly TextColumn[]) => display.width - widthOfColumns(some) - 2
  const most = choices.find((some) => spaceOf(some) >= 2 * shortestName) ?? [numbers[0]]
  const swaps = shown.map(({ swaps }) =>
    shorten(swaps.map((swap) => `${swap.in} for ${swap.out}`).join(', '), Math.max(1, spaceOf(most))),
  )
  const table = shown.length > 0 ? formatColumns([...most, column('with', 'left', swaps)], display) : []
  return [
    '',
    ...wrap(title, display.width),
    ...table,
    ...restLine(shown.length, asGood.length, display),
    ...indented(
      'The swaps were chosen on all rows, so these scores compare with each other, not with the evidence.',
      display,
    ),
  ]
}
