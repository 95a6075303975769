/** What is known of a generated table: how it was made, and which columns are right. */
export interface Truth {
  readonly criba: string
  readonly command: 'generate'
  /** The name of the generator. */
  readonly name: string
  readonly title: string
  /** The target, as a formula of the columns. */
  readonly formula: string
  readonly reference: string
  readonly rows: number
  readonly noise: number
  readonly seed: number
  /** The options of the generator besides these three, also those by default. */
  readonly options: Readonly<Record<string, number>>
  readonly target: string
  /** The columns that the target is made of. */
  readonly relevant: readonly string[]
  /** Columns that tell about the target, but add nothing to the relevant ones. */
  readonly redundant: readonly RedundantColumn[]
  /** Columns that have nothing to do with the target. */
  readonly irrelevant: readonly string[]
}

/** A redundant column. */
export interface RedundantColumn {
  readonly column: string
  /** The relevant columns that tell the same, or more. */
  readonly of: readonly string[]
}
