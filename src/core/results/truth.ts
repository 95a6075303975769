/** What is known of a generated table: how it was made, and which columns are right. */
export interface TableTruth {
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

/** The generators that `criba generate list` lists. */
export interface GeneratorList {
  readonly criba: string
  readonly command: 'generate'
  readonly generators: readonly GeneratorEntry[]
}

/** A generator, with what it takes. */
export interface GeneratorEntry {
  /** Its name on the command line. */
  readonly name: string
  readonly title: string
  /** The target, as a formula of the columns. */
  readonly formula: string
  readonly reference: string
  /** The number of rows by default. */
  readonly rows: number
  /** What `noise` is, and its default. */
  readonly noise: GeneratorEntryOption
  /** Its options besides rows, noise and seed, by their names. */
  readonly options: Readonly<Record<string, GeneratorEntryOption>>
}

/** A number that a generator takes. */
export interface GeneratorEntryOption {
  readonly default: number
  readonly help: string
}
