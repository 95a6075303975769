/** The result of `planRank`: what `rank` would ask of the source. */
export interface Plan {
  readonly criba: string
  readonly command: 'plan'
  readonly source: string
  readonly plan: readonly PlannedLine[]
}

/** Work of one kind. */
export interface PlannedLine {
  readonly request: string
  readonly sets: number
  /** Queries of an engine, or passes over the rows in memory. */
  readonly queries: number
  /** Rows each query reads. */
  readonly reads: number
  /** How often the line is repeated, each time under another permutation of the target. */
  readonly times?: number
  /** The first query as the engine gets it. */
  readonly sql?: string
}
