import { firstFew, isCutShort, isOuterMethod } from '#core'
import type { ScoredSet, SelectResult } from '#core'
import { rankers, searches } from '#methods'
import { alsoRelatedLines } from './also-related-text.ts'
import { alternativeLines } from './alternatives-text.ts'
import { codingNote } from './coding-note.ts'
import { column, formatColumns, widthOfColumns } from './column.ts'
import type { TextColumn } from './column.ts'
import { dataLine } from './data-line.ts'
import { evidenceLines, noBetterThanNone, predictsNothing } from './evidence-text.ts'
import { explanationLines } from './explanation-text.ts'
import { findingLines, setApartKinds } from './findings-text.ts'
import { methodLabel } from './method-label.ts'
import { alignNumbers, counted, grouped, shortNumber } from './numbers.ts'
import { pValueNote } from './p-value-note.ts'
import { penaltyLines } from './penalty-text.ts'
import { pathTable } from './selection-path.ts'
import { setAsideLines } from './set-aside-text.ts'
import { sizeChoiceLines } from './size-choice-text.ts'
import { synergyLines } from './synergies-text.ts'
import { clean, dim, emphasise, restLine, shorten, widest, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The shortest and the longest name in a list of sets, in characters. */
const [shortestName, longestName] = [6, 40]

/** The most names listed in one line. */
const mostNames = 12

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

function evaluatesSets(search: string): boolean {
  return searches.some(({ id, takes }) => id === search && takes === 'subset')
}

function searchText(result: SelectResult): string {
  const but = predictsNothing(result) ? ` — but ${noBetterThanNone}` : ''
  return `${searchFacts(result)}${but}`
}

function searchFacts(result: SelectResult): string {
  const { selected, data, evaluations, spec, uncut } = result
  const cut = uncut ? ` (${grouped(uncut.length)} before the cut)` : ''
  const chosen = `${grouped(selected.length)} of ${counted(data.features, 'column')} chosen${cut}`
  if (isOuterMethod(result.method)) {
    const inner = methodLabel(spec.criterion)
    return `${methodLabel(result)} of ${inner}: ${chosen}, ${counted(evaluations, 'selection')} made`
  }
  const evaluated = counted(evaluations, evaluatesSets(spec.search.method) ? 'set' : 'score')
  const filtered =
    result.prefilter &&
    `; prefilter ${result.prefilter.method} (${result.prefilter.cut}) left ${result.prefilter.features}`
  return `${methodLabel(result, spec.criterion.method)}, ${methodLabel(spec.search)}: ${chosen}, ${evaluated} evaluated${filtered ?? ''}`
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

/** The steps of the columns that are kept; `cutLines` names the others. */
function keptSteps({ steps, selected, uncut }: SelectResult): SelectResult['steps'] {
  return uncut ? steps.slice(0, steps.length - (uncut.length - selected.length)) : steps
}

/** The columns that were cut because fewer are within one standard error of the best. */
function cutLines({ selected, uncut }: SelectResult, display: Display): string[] {
  if (!uncut) return []
  const names = uncut.slice(selected.length).map(clean)
  const line = `cut: ${counted(names.length, 'later column')}, because fewer are within one standard error of the best (see below): ${firstFew(names, mostNames)}`
  return wrap(line, display.width - 2).map((part, i) => (i === 0 ? part : `  ${part}`))
}

/** The chosen set, unless the path shows just its columns in this order. */
function setLines(result: SelectResult, display: Display): string[] {
  const { selected, score, units, better } = result
  const steps = keptSteps(result)
  const isPath = steps.length === selected.length && steps.every(({ feature }, i) => feature === selected[i])
  if (selected.length === 0 || isPath) return []
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
  return [
    ...landscapeTable(shown, scoreColumns(shown, result), display),
    ...restLine(shown.length, landscape.length, display),
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
  const columns = [
    column(
      '#',
      'right',
      Array.from(shown.keys(), (i) => String(i + 1)),
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

/** Sets as text. All names are shortened to one width at which the longest set fits, so that similar sets stay distinct. */
function setsWithin(space: number, shown: readonly ScoredSet[]): readonly string[] {
  for (let width = longestName; width >= shortestName; width--) {
    const sets = shown.map(({ features }) => features.map((name) => shorten(name, width)).join(', '))
    if (width === shortestName || widest(sets) <= space) return sets.map((set) => shorten(set, space))
  }
  return []
}

function stopText({ stopped, spec, steps, selected }: SelectResult): string {
  if (isCutShort({ stopped })) {
    const why = stopped === 'interrupted' ? 'interrupted' : 'the server could not be reached any more'
    return selected.length > 0 ? `${why}; this is the best result so far` : `${why} before the first score`
  }
  const isWhole = spec.k === null && spec.stop === 'none' && spec.cut === null && steps.length > 1
  return isWhole ? `${stopped} (-k or --stop ends it earlier)` : stopped
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
