import { isOuterMethod } from '#core'
import type { PSource, SelectResult } from '#core'
import { searches } from '#methods'

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
  'incremental-association': 'the columns chosen then',
  'max-min': 'those chosen columns that leave it the least significant',
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
    return `p: G² test of independence from the target, given ${givenInWords[spec.search.method]}, not corrected for the number of columns tested`
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
