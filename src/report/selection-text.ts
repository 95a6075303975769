import type { ScoredSet, SelectResult } from '#core'
import { rankers } from '#methods'
import { alternativeLines } from './alternatives-text.ts'
import { codingNote, dataLine } from './data-text.ts'
import { evidenceLines, sizeChoiceLines } from './evidence-text.ts'
import { findingLines, setApartKinds } from './findings-text.ts'
import { alsoRelatedLines, explanationLines, setAsideLines } from './left-out-text.ts'
import { alignNumbers, shortNumber } from './numbers.ts'
import { pathTable, penaltyLines } from './path-text.ts'
import { cutText, isPath, keptSteps, pValueNote, searchText, stopText } from './selection-notes.ts'
import { synergyLines } from './synergies-text.ts'
import { column, formatColumns, widthOfColumns } from './text-columns.ts'
import type { TextColumn } from './text-columns.ts'
import { dim, emphasise, restLine, shorten, widest, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The shortest and the longest name in a list of sets, in characters. */
const [shortestName, longestName] = [6, 40]

/** A selection as text: the path of the search, the set it chose, other sets it lists, and the evidence. */
export function selectionText(result: SelectResult, name: string, display: Display): string {
  return [
    dataLine(result.data, name, display),
    ...wrap(searchText(result), display.width),
    '',
    ...setApartLines(result, display),
    ...pathLines(result, display),
    ...setLines(result, display),
    ...landscapeLines(result, display),
    ...wrap(`stopped: ${stopText(result)}`, display.width),
    ...(result.path && result.spec.cut === 'chosen' ? penaltyLines(result.path, display) : []),
    ...cutLines(result, display),
    ...setAsideLines(result, display),
    ...alsoRelatedLines(result, display),
    ...explanationLines(result, display),
    ...sizeChoiceLines(result, display),
    ...evidenceLines(result, display),
    ...alternativeLines(result, display),
    ...synergyLines(result, name, display),
    ...footnotes(result, name, display),
  ].join('\n')
}

function pathLines(result: SelectResult, display: Display): string[] {
  const { units, spec } = result
  const steps = keptSteps(result)
  if (steps.length === 0) return []
  const shown = steps.slice(0, display.lines)
  // The sign of some statistics is a direction, not a size.
  const isSigned = rankers.some(({ id, signed }) => id === spec.criterion.method && signed)
  const sizeOf = isSigned ? Math.abs : (score: number) => score
  return [...pathTable(shown, units, sizeOf, display), ...restLine(shown.length, steps.length, display), '']
}

/** The columns left out before the search, and how to include them. */
function setApartLines({ columns }: SelectResult, display: Display): string[] {
  const apart = columns.filter(({ setApart }) => setApart)
  const lines = findingLines(
    apart,
    (some) => `set apart: ${some} (--keep name or --as-is includes them)`,
    display,
    setApartKinds,
  )
  return lines.length > 0 ? [...lines.slice(1), ''] : []
}

function cutLines(result: SelectResult, display: Display): string[] {
  const line = cutText(result, ' (see below)')
  if (line === null) return []
  return wrap(line, display.width - 2).map((part, i) => (i === 0 ? part : `  ${part}`))
}

/** The chosen set, unless the path shows just its columns in this order. */
function setLines(result: SelectResult, display: Display): string[] {
  const { selected, score, units, better } = result
  if (selected.length === 0 || isPath(result)) return []
  const set = selected.map((feature) => shorten(feature, display.width - 1)).join(', ')
  return [
    ...wrap(set, display.width).map((line) => emphasise(line, display)),
    ...(score === null
      ? []
      : wrap(`score ${shortNumber(score)} (${units}, ${better} is better)`, display.width)),
    '',
  ]
}

function landscapeLines(result: SelectResult, display: Display): string[] {
  const { landscape = [] } = result
  if (landscape.length === 0) return []
  const shown = landscape.slice(0, display.lines)
  const hasFront = landscape.some(({ front }) => front)
  return [
    ...landscapeTable(shown, scoreColumns(shown, result), display),
    ...restLine(shown.length, landscape.length, display),
    ...(hasFront ? [dim('* in the Pareto front: no other set is better by both criteria', display)] : []),
    '',
  ]
}

/** The scores of sets; in a Pareto front, by both criteria. */
function scoreColumns(shown: readonly ScoredSet[], { units, spec }: SelectResult): readonly TextColumn[] {
  const { criterion, pareto } = spec
  if (!pareto) return [column(`score (${units})`, 'right', alignNumbers(shown.map(({ score }) => score)))]
  return [criterion, pareto].map(({ method }, i) =>
    column(method, 'right', alignNumbers(shown.map(({ scores }) => scores![i]))),
  )
}

/** The best sets, a line each. */
function landscapeTable(
  shown: readonly ScoredSet[],
  scores: readonly TextColumn[],
  display: Display,
): string[] {
  const marks = shown.some(({ front }) => front)
  const columns = [
    column(
      '#',
      'right',
      shown.map(({ front }, i) => `${i + 1}${marks ? (front ? '*' : ' ') : ''}`),
    ),
    ...scores,
    column(
      'size',
      'right',
      shown.map(({ features }) => String(features.length)),
    ),
  ]
  const width = Math.max(20, display.width - widthOfColumns(columns) - 2)
  return formatColumns([...columns, column('features', 'left', setsWithin(width, shown))], display)
}

/**
 * Sets as text. All names are shortened to one width at which the longest set fits, so that similar sets stay
 * distinct.
 */
function setsWithin(space: number, shown: readonly ScoredSet[]): readonly string[] {
  for (let width = longestName; width >= shortestName; width--) {
    const sets = shown.map(({ features }) => features.map((name) => shorten(name, width)).join(', '))
    if (width === shortestName || widest(sets) <= space) return sets.map((set) => shorten(set, space))
  }
  return []
}

function footnotes(result: SelectResult, name: string, display: Display): string[] {
  const { data, steps, spec, coding } = result
  const notes = [
    ...(steps.some(({ tie }) => tie)
      ? ['tie: several columns score the same; the first in the order of the data was chosen']
      : []),
    ...(steps.some(({ pValue }) => pValue !== undefined) ? [pValueNote(result)] : []),
  ]
  const lines = [
    ...notes.flatMap((note) => wrap(note, display.width)),
    ...codingNote({ data, spec, coding }, name, display),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => dim(line, display))] : []
}
