import type { OptionTable } from '../spec/options.ts'

/** One method of the catalogue, as data. */
export interface CatalogueEntry {
  readonly id: string
  readonly shape: string
  /** The search that the name stands for too. */
  readonly search?: string
  readonly title: string
  /** The column types it takes, as features and as target; no target types: it looks at none. */
  readonly types: { readonly features: readonly string[]; readonly target: readonly string[] }
  readonly better: 'higher' | 'lower'
  readonly units: string
  readonly pValue?: string
  readonly options: OptionTable
  readonly formula: string
  readonly source: string
}

/** The result of `methods`. */
export interface Catalogue {
  readonly criba: string
  readonly command: 'methods'
  readonly methods: readonly CatalogueEntry[]
}
