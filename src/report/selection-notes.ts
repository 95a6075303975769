import { firstFew, isCutShort, isOuterMethod } from '#core'
import type { SelectResult } from '#core'
import { searches } from '#methods'
import { noBetterThanNone, predictsNothing } from './evidence-text.ts'
import { methodLabel } from './method-label.ts'
import { counted, grouped } from './numbers.ts'
import { clean } from './text.ts'

/** The most names listed in one line. */
const mostNames = 12

function evaluatesSets(search: string): boolean {
  return searches.some(({ id, takes }) => id === search && takes === 'subset')
}

/** How the columns were searched, and how many were chosen. */
export function searchText(result: SelectResult): string {
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

/** The steps of the columns that are kept; `cutText` names the others. */
export function keptSteps({ steps, selected, uncut }: SelectResult): SelectResult['steps'] {
  return uncut ? steps.slice(0, steps.length - (uncut.length - selected.length)) : steps
}

/** Whether the path shows just the chosen columns, in their order. */
export function isPath(result: SelectResult): boolean {
  const { selected } = result
  const steps = keptSteps(result)
  return steps.length === selected.length && steps.every(({ feature }, i) => feature === selected[i])
}

/** The columns that were cut because fewer are within one standard error of the best; null if none was. */
export function cutText({ selected, uncut }: SelectResult, where = ''): string | null {
  if (!uncut) return null
  const names = uncut.slice(selected.length).map(clean)
  return `cut: ${counted(names.length, 'later column')}, because fewer are within one standard error of the best${where}: ${firstFew(names, mostNames)}`
}

/** Why the search ended. */
export function stopText({ stopped, spec, steps, selected }: SelectResult): string {
  if (isCutShort({ stopped })) {
    const why = stopped === 'interrupted' ? 'interrupted' : 'the server could not be reached any more'
    return selected.length > 0 ? `${why}; this is the best result so far` : `${why} before the first score`
  }
  const isWhole = spec.k === null && spec.stop === 'none' && spec.cut === null && steps.length > 1
  return isWhole ? `${stopped} (-k or --stop ends it earlier)` : stopped
}
