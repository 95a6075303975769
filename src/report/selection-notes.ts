import { firstFew, isCutShort, isOuterMethod } from '#core'
import type { PSource, SelectResult } from '#core'
import { searches } from '#methods'
import { methodLabel } from './command-text.ts'
import { noBetterThanNone, predictsNothing } from './evidence-text.ts'
import { counted, grouped } from './numbers.ts'
import { clean } from './text.ts'

/** The most names listed in one line. */
const mostNames = 12

function evaluatesSets(search: string): boolean {
  return searches.some(({ id, takes }) => id === search && takes === 'subset')
}

/** How the columns were searched, and how many were chosen. */
export function searchText(result: SelectResult): string {
  const but = predictsNothing(result) ? ` — but ${noBetterThanNone(result)}` : ''
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

/** How a p-value was found, as a note says it. */
const sources: Readonly<Record<PSource, string>> = {
  law: 'from the χ² distribution',
  exact: 'exact',
  permutation: 'counted',
  gamma: 'from a fitted Gamma distribution',
  splitting: 'by splitting',
  ranks: 'from ranks',
}

function sourcesOf(steps: SelectResult['steps']): string {
  const found = [...new Set(steps.flatMap(({ pFrom }) => (pFrom ? [sources[pFrom]] : [])))]
  return found.length > 0 ? ` (${found.join(', ')})` : ''
}

/** Whether a search that tests independence chose the columns. */
function testsIndependence({ spec }: SelectResult): boolean {
  return searches.some(({ id, testsIndependence }) => id === spec.search.method && testsIndependence)
}

/** The columns given which the methods that test independence do so. */
const givenInWords: Readonly<Record<string, string>> = {
  'incremental-association': 'given the columns chosen then',
  'early-dropping': 'given the columns chosen then',
  'max-min': 'given those chosen columns that leave it the least significant',
  hiton: 'by itself',
}

/** The tests of independence but G². */
const testsInWords: Readonly<Record<string, string>> = {
  'fisher-z': "Fisher's z test of the partial correlation, for independence",
  'cmi-knn': 'local permutations of information by neighbours, a test of independence',
}

/** Which test p comes from, depending on the stop or the cut. */
export function pValueNote(result: SelectResult): string {
  const { method, spec, steps } = result
  const { stop, cut } = spec
  if (method === 'conditional-randomisation') return 'p: the column given all others, whatever the target'
  if (isOuterMethod(method)) return 'p: so many hits of a fair coin, times the number of columns (Bonferroni)'
  if (cut?.startsWith('fdr')) {
    const isPermuted = steps.some(({ pFrom }) => pFrom === 'permutation' || pFrom === 'gamma')
    return isPermuted
      ? 'p: of each column alone, by as many permutations of the target as the cut needs (the smallest from a fitted Gamma distribution)'
      : 'p: of each column alone'
  }
  if (testsIndependence(result)) {
    const test = testsInWords[String(spec.search.options?.['test'])] ?? 'G² test of independence'
    return `p: ${test} from the target, ${givenInWords[spec.search.method]}, not corrected for the number of columns tested`
  }
  if (steps.some(({ f }) => f !== undefined))
    return 'p: partial F test of the column, not corrected for the number of columns tried'
  if (stop?.includes('null=max')) {
    return 'p: how often, when the target is permuted within the levels of all columns chosen, the best candidate gains as much'
  }
  const given = stop?.includes('null=set')
    ? 'given all columns chosen before'
    : 'by itself, or given a chosen column that is related to it'
  return `p: test of the gain, ${given}${sourcesOf(steps)}`
}
