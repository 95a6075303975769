import type { RandomStream } from '../random-stream.ts'

/** A generator of tables of known truth. */
export interface Generator {
  readonly name: string
  readonly title: string
  /** The target, as a formula of the columns. */
  readonly formula: string
  readonly reference: string
  /** The number of rows by default. */
  readonly rows: number
  /** What `noise` is, such as the standard deviation of the target's noise. */
  readonly noise: GeneratorOption
  /** Options besides `rows`, `noise` and `seed`. */
  readonly options: Readonly<Record<string, GeneratorOption>>
  readonly make: (request: MakeRequest<string>) => MadeTable
}

/** A number that a generator takes. */
export interface GeneratorOption {
  /** Whether it is a whole number. */
  readonly whole?: true
  readonly min: number
  readonly max: number
  readonly default: number
  readonly help: string
}

/** What a generator makes a table of. */
export interface MakeRequest<Name extends string> {
  readonly rows: number
  readonly noise: number
  readonly options: Readonly<Record<Name, number>>
  /**
   * A new stream of random numbers: that of the target's noise first, then those of columns in their order.
   */
  readonly stream: () => RandomStream
}

/** The columns of a table, and its target. */
export interface MadeTable {
  readonly columns: readonly MadeColumn[]
  readonly target: ArrayLike<number>
}

/** A column, and what it tells about the target. */
export interface MadeColumn {
  readonly name: string
  readonly values: ArrayLike<number> | readonly string[]
  readonly role: 'relevant' | 'redundant' | 'irrelevant'
  /** Of a redundant column: the relevant columns that tell the same, or more. */
  readonly of?: readonly string[]
}

/** Defines a generator; `make` gets the options by their names. */
export function defineGenerator<const Options extends Readonly<Record<string, GeneratorOption>>>(
  generator: Omit<Generator, 'options' | 'make'> & {
    readonly options: Options
    readonly make: (request: MakeRequest<Extract<keyof Options, string>>) => MadeTable
  },
): Generator {
  return generator
}
