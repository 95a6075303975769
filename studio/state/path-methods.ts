import type { Catalogue, CatalogueEntry, SearchEntry } from '#core'

/** The catalogue, loaded when a menu opens. */
export async function catalogue(): Promise<Catalogue> {
  const { default: text } = await import('../../dist/catalogue.json?raw')
  return JSON.parse(text) as Catalogue
}

export const families = ['step', 'subset', 'search', 'resampling', 'rank'] as const
type Family = (typeof families)[number]

/**
 * How a method selects: step by step, by sets, with a search of its own, by resampling, or as a ranking that
 * is cut.
 */
export function familyOf({ shape, search }: CatalogueEntry): Family {
  return search !== undefined && shape !== 'resampling' ? 'search' : (shape as Family)
}

/** Whether a method takes a target of this type; a column of numbers may be of classes. */
export function suits({ types: { target } }: CatalogueEntry, type: 'numeric' | 'categorical'): boolean {
  if (target.length === 0 || target.includes(type)) return true
  return type === 'categorical' && target.some((one) => one.includes('classes'))
}

/** The searches that a method takes besides its own. */
export function searchesFor(
  method: CatalogueEntry,
  searches: readonly SearchEntry[],
): readonly SearchEntry[] {
  const family = familyOf(method)
  return searches.filter(({ id, shape, rescores, testsIndependence }) => {
    if (testsIndependence) return method.id === 'mutual-information'
    if (rescores) return family === 'rank'
    if (family === 'rank') return id === 'ranking'
    return family === 'subset' || (family === 'step' && shape === 'step')
  })
}

/** The stops that a method takes besides its own rule. */
export function stopsFor(method: CatalogueEntry): readonly string[] {
  switch (familyOf(method)) {
    case 'step':
      return ['significance', 'gain:0.01', 'rising', 'none']
    case 'subset':
      return [...(method.id === 'sse' ? ['partial-f'] : []), 'gain:0.01', 'rising', 'none']
    case 'rank':
      return ['none']
    default:
      return []
  }
}
