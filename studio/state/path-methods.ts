import type { Catalogue, CatalogueEntry } from '#core'

/** The methods of the catalogue, loaded when a menu opens. */
export async function selectionMethods(): Promise<readonly CatalogueEntry[]> {
  const { default: text } = await import('../../dist/catalogue.json?raw')
  return (JSON.parse(text) as Catalogue).methods
}

export const families = ['step', 'subset', 'search', 'resampling', 'rank'] as const
export type Family = (typeof families)[number]

/** How a method selects: step by step, by sets, with a search of its own, by resampling, or as a ranking that is cut. */
export function familyOf({ shape, search }: CatalogueEntry): Family {
  return search !== undefined && shape !== 'resampling' ? 'search' : (shape as Family)
}

/** Whether a method takes a target of this type; a column of numbers may be of classes. */
export function suits({ types: { target } }: CatalogueEntry, type: 'numeric' | 'categorical'): boolean {
  if (target.length === 0 || target.includes(type)) return true
  return type === 'categorical' && target.some((one) => one.includes('classes'))
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
