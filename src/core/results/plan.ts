/** The result of `planRank` and `planSelect`: the requests that these analyses would send to the source. */
export interface Plan {
  readonly criba: string
  readonly command: 'plan'
  readonly source: string
  readonly plan: readonly PlannedLine[]
}

/** Requests of one kind. */
export interface PlannedLine {
  readonly request: string
  readonly sets: number
  /** Queries of an engine, or passes over the rows in memory. */
  readonly queries: number
  /** Rows each query reads. */
  readonly reads: number
  /** The bytes that all queries read together, about, if the size of the columns is known. */
  readonly bytes?: number
  /** The step of a search that sends them. */
  readonly step?: number
  /** How often these requests are repeated, each time under another permutation of the target. */
  readonly times?: number
  /** The SQL of the first query. */
  readonly sql?: string
}
