import { countMissing } from '#core'
import type { Column, Missing } from '#core'
import type { RelationColumn } from './relation.ts'

/**
 * A column whose cells are in memory only at times. Whoever holds `column` reads the cells that are there at
 * that moment; reading others is an error, never an empty column.
 */
export class HeldColumn {
  /** Always the same object. */
  readonly column: Column
  readonly #name: string
  #cells: Column | null = null
  /** Which rows have no value: kept when the cells are released; undefined until they are first there. */
  #missing: Missing | undefined

  constructor({ name, type, time }: RelationColumn) {
    this.#name = name
    const cells = () => this.#read()
    const missing = () => this.#gaps()
    this.column =
      type === 'numeric'
        ? {
            ...{ name, type, ...(time && { time }) },
            get values() {
              return (cells() as Column & { type: 'numeric' }).values
            },
            get missing() {
              return missing()
            },
          }
        : {
            ...{ name, type },
            get codes() {
              return (cells() as Column & { type: 'categorical' }).codes
            },
            get levels() {
              return (cells() as Column & { type: 'categorical' }).levels
            },
            get missing() {
              return missing()
            },
          }
  }

  get isHeld(): boolean {
    return this.#cells !== null
  }

  /** Whether the rows without a value are known. */
  get knowsGaps(): boolean {
    return this.#missing !== undefined
  }

  hold(cells: Column): void {
    const { missing } = cells
    // Who has counted the mask knows it by its identity.
    if (this.#missing === undefined) this.#missing = missing
    else if (countMissing(this.#missing) !== countMissing(missing))
      throw new Error(`column ${this.#name} changed while it was read`)
    this.#cells = cells
  }

  release(): void {
    this.#cells = null
  }

  #read(): Column {
    if (this.#cells) return this.#cells
    throw new TypeError(`the cells of column ${this.#name} were read before they were loaded`)
  }

  #gaps(): Missing {
    if (this.#missing !== undefined) return this.#missing
    throw new TypeError(`the gaps of column ${this.#name} were read before they were loaded`)
  }
}
