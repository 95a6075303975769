import type { AlternativeSets, StandIn } from '../trace/alternatives.ts'
import type { SelectResult } from '../trace/selection.ts'
import { column, formatColumns, widthOfColumns } from './column.ts'
import { decimalsOf, fixed, metricName, signed } from './metric-text.ts'
import { alignNumbers, counted, formatProbability } from './numbers.ts'
import { dim, restLine, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The longest name in a table, and the most stand-ins of a column and the most sets that are shown. */
const longestName = 30
const [mostStandIns, mostSets] = [5, 10]

/** The columns that can stand in for the chosen ones, and the sets that are as good. */
export function alternativeLines(result: SelectResult, display: Display): string[] {
  const { alternatives, evidence } = result
  if (!alternatives) return []
  const { columns, sets } = alternatives
  const rows = columns.flatMap(({ feature, standIns }) => {
    const shown = standIns.slice(0, mostStandIns)
    const more = standIns.length - shown.length
    return [
      ...(shown.length > 0 ? shown : [null]).map((one, i) => ({
        feature: i === 0 ? feature : '',
        one,
        more: 0,
      })),
      ...(more > 0 ? [{ feature: '', one: null, more }] : []),
    ]
  })
  const cells = (of: (one: StandIn) => string) => rows.map(({ one }) => (one ? of(one) : ''))
  const numbers = (of: (one: StandIn) => number) => {
    const texts = alignNumbers(rows.map(({ one }) => (one ? of(one) : null)))
    return texts.map((text, i) => (rows[i].one ? text : ''))
  }
  const decimals = decimalsOf(evidence ? [evidence.selected] : [])
  const table = formatColumns(
    [
      column(
        'chosen',
        'left',
        rows.map(({ feature }) => `  ${shorten(feature, longestName)}`),
      ),
      column(
        'stand-in',
        'left',
        rows.map(({ one, more }) =>
          one ? shorten(one.feature, longestName) : more > 0 ? `and ${more} more` : '—',
        ),
      ),
      column(
        'bits',
        'right',
        numbers(({ information }) => information),
      ),
      column(
        'lost',
        'right',
        numbers(({ lost }) => lost),
      ),
      column(
        'p',
        'right',
        cells(({ copy, pValue }) => (copy ? 'copy' : formatProbability(pValue))),
      ),
      ...(sets && evidence
        ? [
            column(
              metricName(evidence.metric),
              'right',
              cells(({ score }) => (score === undefined ? '' : fixed(score, decimals))),
            ),
          ]
        : []),
    ],
    display,
  )
  const reasons = columns.flatMap(({ feature, why }) => (why === undefined ? [] : [`${feature}: ${why}`]))
  return [
    '',
    'alternatives: columns that can stand in for a chosen one',
    ...(rows.length > 0 ? table : []),
    ...[note, ...reasons].flatMap((text) => indented(text, display)),
    ...(sets && evidence ? setLines(sets, result, decimals, display) : []),
  ]
}

const note =
  'bits: what the stand-in tells of the target; lost: what the chosen column tells beside it; p: that this is nothing (G² test); a loss of less than a tenth counts as small'

function indented(text: string, display: Display): string[] {
  return wrap(text, display.width - 2).map((line) => dim(`  ${line}`, display))
}

function setLines(
  { selected, error, evaluated, asGood }: AlternativeSets,
  { evidence }: SelectResult,
  decimals: number,
  display: Display,
): string[] {
  const metric = metricName(evidence!.metric)
  const shown = asGood.slice(0, mostSets)
  const tried = `${counted(evaluated, 'other set')} tried on the folds of the evidence`
  const title =
    error === null
      ? `sets: ${tried}; a single split does not say which are as good`
      : `sets as good as the selected one (${metric} ${fixed(selected, decimals)} ± ${fixed(error, decimals)}): ${asGood.length} of ${tried}`
  const fixedColumns = [
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
  const width = Math.max(20, display.width - widthOfColumns(fixedColumns) - 2)
  const swaps = shown.map(({ swaps }) =>
    shorten(swaps.map((swap) => `${swap.in} for ${swap.out}`).join(', '), width),
  )
  return [
    '',
    ...wrap(title, display.width),
    ...(shown.length > 0 ? formatColumns([...fixedColumns, column('with', 'left', swaps)], display) : []),
    ...restLine(shown.length, asGood.length, display),
    ...indented(
      'as good: within one standard error of the selected one. The swaps were chosen on all rows, so these scores compare with each other, not with the evidence.',
      display,
    ),
  ]
}
