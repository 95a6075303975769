import type { Column } from '../../columns/column.ts'
import type { Variable } from '../../statistics/variable.ts'
import { encode, readValues } from './codes.ts'
import type { Codes, Values } from './codes.ts'
import type { RowsInPlay } from './rows-in-play.ts'

/** The columns as a view shows them: every answer is made from here, so a view holds for all of them alike. */
export class Sight {
  readonly columns: readonly Column[]
  readonly rows: RowsInPlay
  readonly #codes: WeakMap<Variable, Codes>
  readonly #dealtCodes = new Map<Variable, Codes>()
  readonly #dealtValues = new Map<Variable, Values>()

  /** `codes` holds what was coded before, under any view. */
  constructor(columns: readonly Column[], rows: RowsInPlay, codes: WeakMap<Variable, Codes>) {
    this.columns = columns
    this.rows = rows
    this.#codes = codes
  }

  /** The levels of a variable by row. */
  codesOf(variable: Variable): Codes {
    let codes = this.#codes.get(variable)
    if (!codes) {
      codes = encode(this.columns[variable.column], variable)
      this.#codes.set(variable, codes)
    }
    const from = this.#dealtFrom(variable)
    if (!from) return codes
    let dealt = this.#dealtCodes.get(variable)
    if (!dealt) {
      const { codes: plain } = codes
      dealt = { ...codes, codes: plain.map((_, row) => plain[from[row]]) }
      this.#dealtCodes.set(variable, dealt)
    }
    return dealt
  }

  /** The numbers of a variable by row. A deal leaves gaps where they are. */
  valuesOf(variable: Variable): Values {
    const from = this.#dealtFrom(variable)
    if (!from) return readValues(this.columns[variable.column], variable)
    let dealt = this.#dealtValues.get(variable)
    if (!dealt) {
      const { values, missing } = readValues(this.columns[variable.column], variable)
      dealt = { values: values.map((_, row) => values[from[row]]), missing }
      this.#dealtValues.set(variable, dealt)
    }
    return dealt
  }

  #dealtFrom({ column }: Variable): Int32Array | null {
    const { permuted } = this.rows
    return permuted?.column === column ? permuted.from : null
  }
}
