import { rankers } from '../criteria/registry.ts'
import { searches } from '../search/registry.ts'
import { firstFew } from '../spec/names.ts'
import type { PSource } from '../trace/p-source.ts'
import type { ScoredSet, SelectResult } from '../trace/selection.ts'
import { codingNote } from './coding-note.ts'
import { column, setColumns, widthOfColumns } from './column.ts'
import type { TextColumn } from './column.ts'
import { dataLine } from './data-line.ts'
import { evidenceLines } from './evidence-text.ts'
import { methodLabel } from './method-label.ts'
import { alignNumbers, counted, grouped, shortNumber } from './numbers.ts'
import { findingLines, reasons } from './findings-text.ts'
import { explanationLines } from './explanation-text.ts'
import { pathTable } from './selection-path.ts'
import { clean, dim, emphasise, restLine, shorten, widest, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** Names in a list of sets are cut to no fewer characters, and to no more. */
const [shortestName, longestName] = [6, 40]
/** So many names stand under one reason. */
const mostAside = 12

/** A selection as text for people: the path a search went, the set it chose, and the sets beside that. */
export function selectionText(result: SelectResult, name: string, paper: Paper): string {
  return [
    dataLine(result.data, name, paper),
    ...wrap(whatRan(result), paper.width),
    '',
    ...setApart(result, paper),
    ...path(result, paper),
    ...chosenSet(result, paper),
    ...landscapeOf(result, paper),
    ...wrap(`stopped: ${stopped(result)}`, paper.width),
    ...cutLines(result, paper),
    ...setAside(result, paper),
    ...explanationLines(result, paper),
    ...evidenceLines(result, paper),
    ...footnotes(result, name, paper),
  ].join('\n')
}

function looksAtSets(search: string): boolean {
  return searches.some(({ id, takes }) => id === search && takes === 'subset')
}

function whatRan(result: SelectResult): string {
  const { selected, data, evaluations, spec, uncut } = result
  const cut = uncut ? `, ${grouped(uncut.length)} before the cut` : ''
  const chosen = `${grouped(selected.length)} of ${counted(data.features, 'column')} chosen${cut}`
  const looked = counted(evaluations, looksAtSets(spec.search.method) ? 'set' : 'score')
  const filtered =
    result.prefilter &&
    `; ${result.prefilter.method} left ${result.prefilter.features} before (${result.prefilter.cut})`
  return `${methodLabel(result, spec.criterion.method)}, ${methodLabel(spec.search)}: ${chosen}, ${looked} looked at${filtered ?? ''}`
}

function path(result: SelectResult, paper: Paper): string[] {
  const { units, spec } = result
  const steps = keptSteps(result)
  if (steps.length === 0) return []
  const shown = steps.slice(0, paper.lines)
  // The sign of some statistics is a direction, not a size.
  const isSigned = rankers.some(({ id, signed }) => id === spec.criterion.method && signed)
  const sizeOf = isSigned ? Math.abs : (score: number) => score
  return [...pathTable(shown, units, sizeOf, paper), ...restLine(shown.length, steps.length, paper), '']
}

/** The columns that took no part, and how to have them back. */
function setApart({ columns }: SelectResult, paper: Paper): string[] {
  const apart = columns.filter(({ setApart }) => setApart)
  const lines = findingLines(
    apart,
    (some) => `set apart: ${some} (--keep name or --as-is takes them)`,
    paper,
    reasons,
  )
  return lines.length > 0 ? [...lines.slice(1), ''] : []
}

/** The steps of the columns that are kept; those that were cut are named below. */
function keptSteps({ steps, selected, uncut }: SelectResult): SelectResult['steps'] {
  return uncut ? steps.slice(0, steps.length - (uncut.length - selected.length)) : steps
}

/** The columns that joined and were cut, as fewer do as well. */
function cutLines({ selected, uncut }: SelectResult, paper: Paper): string[] {
  if (!uncut) return []
  const names = uncut.slice(selected.length).map(clean)
  const line = `cut: ${counted(names.length, 'column')} that joined after, as fewer predict as well (below): ${firstFew(names, mostAside)}`
  return wrap(line, paper.width - 2).map((part, i) => (i === 0 ? part : `  ${part}`))
}

/** The set that was chosen, where the path is not just its columns that join. */
function chosenSet(result: SelectResult, paper: Paper): string[] {
  const { selected, score, units, better } = result
  const steps = keptSteps(result)
  const isPath = steps.length === selected.length && steps.every(({ feature }, i) => feature === selected[i])
  if (selected.length === 0 || isPath) return []
  const set = selected.map((feature) => shorten(feature, paper.width - 1)).join(', ')
  return [
    ...wrap(set, paper.width).map((line) => emphasise(line, paper)),
    ...(score === null
      ? []
      : wrap(`score ${shortNumber(score)} (${units}, ${better} is better)`, paper.width)),
    '',
  ]
}

function landscapeOf(result: SelectResult, paper: Paper): string[] {
  const { landscape = [] } = result
  if (landscape.length === 0) return []
  const shown = landscape.slice(0, paper.lines)
  return [
    ...landscapeTable(shown, scoreColumns(shown, result), paper),
    ...restLine(shown.length, landscape.length, paper),
    '',
  ]
}

/** The scores of sets: of a Pareto front by both criteria. */
function scoreColumns(shown: readonly ScoredSet[], { units, spec }: SelectResult): readonly TextColumn[] {
  const { criterion, pareto } = spec
  if (!pareto) return [column(`score (${units})`, 'right', alignNumbers(shown.map(({ score }) => score)))]
  return [criterion, pareto].map(({ method }, i) =>
    column(method, 'right', alignNumbers(shown.map(({ scores }) => scores![i]))),
  )
}

/** The best sets, one a line. */
function landscapeTable(shown: readonly ScoredSet[], scores: readonly TextColumn[], paper: Paper): string[] {
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
  const room = Math.max(20, paper.width - widthOfColumns(columns) - 2)
  return setColumns([...columns, column('features', 'left', setsWithin(room, shown))], paper)
}

/** Sets as text, all names cut alike until the longest set fits, so that sets that begin alike can be told apart. */
function setsWithin(room: number, shown: readonly ScoredSet[]): readonly string[] {
  for (let width = longestName; width >= shortestName; width--) {
    const sets = shown.map(({ features }) => features.map((name) => shorten(name, width)).join(', '))
    if (width === shortestName || widest(sets) <= room) return sets.map((set) => shorten(set, room))
  }
  return []
}

function stopped({ stopped, spec, steps, selected }: SelectResult): string {
  if (stopped === 'interrupted') {
    return selected.length > 0
      ? 'interrupted; this is the best so far'
      : 'interrupted before there was a first score'
  }
  const isWhole = spec.k === null && spec.stop === 'none' && spec.cut === null && steps.length > 1
  return isWhole ? `${stopped} (-k or --stop end it earlier)` : stopped
}

/** The columns that were set aside, under the one that makes them redundant. */
function setAside({ setAside, selected, uncut = selected }: SelectResult, paper: Paper): string[] {
  const reasons = [...new Set(setAside.map(({ because }) => because))]
  const lines = reasons.flatMap((because) => {
    const names = setAside
      .filter((entry) => entry.because === because)
      .map(({ feature }) => shorten(feature, longestName))
    const some = firstFew(names, mostAside)
    const isColumn = uncut.includes(because)
    const line = isColumn ? `beside ${shorten(because, longestName)}: ${some}` : `${some}: ${because}`
    return wrap(line, paper.width - 4).map((part, i) => (i === 0 ? `  ${part}` : `    ${part}`))
  })
  return lines.length > 0 ? ['', `no gain: ${counted(setAside.length, 'column')}`, ...lines] : []
}

/** How p-values were found, in the words of a note. */
const sources: Readonly<Record<PSource, string>> = {
  law: 'by χ²',
  exact: 'exact',
  permutation: 'counted',
  gamma: 'by a Gamma distribution of them',
  splitting: 'by splitting',
}

function sourcesOfP(steps: SelectResult['steps']): string {
  const found = [...new Set(steps.flatMap(({ pFrom }) => (pFrom ? [sources[pFrom]] : [])))]
  return found.length > 0 ? ` (${found.join(', ')})` : ''
}

/** What p is the chance of, as the stop says. */
function chanceNote({ spec: { stop, cut }, steps }: SelectResult): string {
  if (cut?.startsWith('fdr')) {
    const isPermuted = steps.some(({ pFrom }) => pFrom === 'permutation' || pFrom === 'gamma')
    return isPermuted
      ? 'p: of each column by itself, by as many permutations of the target as the cut needs; the smallest by a Gamma law'
      : 'p: of each column by itself'
  }
  if (stop?.startsWith('partial-f'))
    return 'p: of the partial F of the column, as if it were the only one tried'
  if (stop?.includes('null=max')) {
    return 'p: by permutations of the target, given all chosen together: how often the best of all columns left gains as much'
  }
  const given = stop?.includes('null=set')
    ? 'given all chosen together'
    : 'given the chosen one beside which it gains least'
  return `p: of permutations of the column, ${given}${sourcesOfP(steps)}`
}

function footnotes(result: SelectResult, name: string, paper: Paper): string[] {
  const { data, steps, spec, coding } = result
  const notes = [
    ...(steps.some(({ tie }) => tie)
      ? ['tie: others are as good; the first of them in the order of the data joined']
      : []),
    ...(steps.some(({ pValue }) => pValue !== undefined) ? [chanceNote(result)] : []),
  ]
  const lines = [
    ...notes.flatMap((note) => wrap(note, paper.width)),
    ...codingNote({ data, spec, coding }, name, paper),
  ]
  return lines.length > 0 ? ['', ...lines.map((line) => dim(line, paper))] : []
}
