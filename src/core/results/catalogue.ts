import type { OptionTable } from '../spec/options.ts'

/** One method of the catalogue, as data. */
export interface CatalogueEntry {
  readonly id: string
  readonly shape: string
  /** What it resamples where no criterion is named. */
  readonly resamples?: string
  /** The search that the name includes. */
  readonly search?: string
  readonly title: string
  /** The column types it takes, as features and as target; no target types: it uses no target. */
  readonly types: { readonly features: readonly string[]; readonly target: readonly string[] }
  /** It compares rows within blocks, which have to be named. */
  readonly blocks?: true
  /** It scores sets and single columns: `rank` takes it too. */
  readonly ranks?: true
  readonly better: 'higher' | 'lower'
  /** Its sign is a direction: columns are ranked by |score|. */
  readonly signed?: true
  readonly units: string
  readonly pValue?: string
  readonly options: OptionTable
  readonly formula: string
  readonly source: string
}

/** One search of the catalogue, as data. */
export interface SearchEntry {
  readonly id: string
  /**
   * What it evaluates: candidates given the selected columns, by any criterion, or sets, by criteria of sets.
   */
  readonly shape: 'step' | 'subset'
  readonly title: string
  readonly how: string
  /** It takes only criteria for which adding a column never makes a set worse. */
  readonly monotone?: true
  /** It takes only rankers. */
  readonly rescores?: true
  /** It tests independence, so it takes only information of levels. */
  readonly testsIndependence?: true
  /** It can start from given columns, and how it moves from there. */
  readonly starts?: 'growing' | 'shrinking' | 'anywhere'
  /** It finds the Pareto front of two criteria. */
  readonly paretoFront?: true
  readonly options: OptionTable
  readonly source: string
}

/** One learner of the catalogue, as data. */
export interface LearnerEntry {
  readonly id: string
  readonly title: string
  readonly tasks: readonly ('classification' | 'regression' | 'survival')[]
  /** How it reads a column of either type. */
  readonly features: { readonly numeric: string; readonly categorical: string }
  /** How held-out rows are scored; the first of a task is its default. */
  readonly metrics: readonly {
    readonly id: string
    readonly task: 'classification' | 'regression' | 'survival'
    readonly better: 'higher' | 'lower'
    readonly units: string
  }[]
  readonly options: OptionTable
  readonly source: string
}

/** The result of `methods`. */
export interface Catalogue {
  readonly criba: string
  readonly command: 'methods'
  readonly methods: readonly CatalogueEntry[]
  readonly searches: readonly SearchEntry[]
  readonly learners: readonly LearnerEntry[]
}
