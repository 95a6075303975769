import { sharedBuffer } from '../../columns/allocate.ts'
import type { Column } from '../../columns/column.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import type { Level, Variable } from '../../statistics/variable.ts'
import type { Division } from '../../statistics/view.ts'
import { CodedColumns } from './coded-columns.ts'
import { encode, readValues } from './codes.ts'
import type { Codes, Values } from './codes.ts'
import { divideRows } from './included-rows.ts'
import type { IncludedRows } from './included-rows.ts'

/** The columns as a view shows them: every answer is made from here, so a view holds for all of them alike. */
export class ResolvedView {
  readonly columns: readonly Column[]
  readonly rows: IncludedRows
  readonly #codes: WeakMap<Variable, Codes>
  readonly #found = new WeakMap<readonly Level[], Codes>()
  readonly #dealtCodes = new Map<Variable, Codes>()
  readonly #dealtValues = new Map<Variable, Values>()
  readonly #folds = new Map<Division, Uint16Array>()
  /** Lists of variables that were read by levels together: steps ask of the same list again and again. */
  readonly #encoded = new WeakSet<readonly Variable[]>()
  #coded: CodedColumns | null = null

  /** `codes` holds what was coded before, under any view. */
  constructor(columns: readonly Column[], rows: IncludedRows, codes: WeakMap<Variable, Codes>) {
    this.columns = columns
    this.rows = rows
    this.#codes = codes
  }

  /** Reads the variables by levels that were not yet; before `codesOf`. */
  async encode(variables: readonly Variable[], run: BatchRun): Promise<void> {
    if (this.#encoded.has(variables)) return
    const fresh = [...new Set(variables.filter((variable) => !this.#takeKnown(variable)))]
    if (fresh.length > 0) {
      const codes = await encode(this.columns, this.rows.length, fresh, run)
      fresh.forEach((variable, i) => this.#remember(variable, codes[i]))
    }
    // Not before: reading may be interrupted.
    this.#encoded.add(variables)
  }

  /** What was coded before is known, and so is what has the very list of levels that counting found. */
  #takeKnown(variable: Variable): boolean {
    if (this.#codes.has(variable)) return true
    const { coding, fill } = variable
    const isPlain = coding?.kind === 'levels' && !coding.missing && fill === undefined
    const found = isPlain ? this.#found.get(coding.levels) : undefined
    if (found) this.#codes.set(variable, found)
    return found !== undefined
  }

  #remember(variable: Variable, codes: Codes): void {
    this.#codes.set(variable, codes)
    if (variable.coding?.kind === 'values' && variable.fill === undefined)
      this.#found.set(codes.levels, codes)
  }

  /**
   * The coded columns as jobs are given them, for groups of variables that were read by levels. Questions that have nothing in
   * common with those before begin anew, so that columns of long ago are let go.
   */
  codedFor(groups: readonly (readonly Variable[])[]): CodedColumns {
    const coded = this.#coded
    if (coded && groups.some((variables) => coded.knowsAny(variables))) return coded
    return (this.#coded = new CodedColumns(this))
  }

  /** The levels of a variable by row. */
  codesOf(variable: Variable): Codes {
    const codes = this.#codes.get(variable)!
    const from = this.#dealtFrom(variable)
    if (!from) return codes
    let dealt = this.#dealtCodes.get(variable)
    if (!dealt) {
      const { codes: plain } = codes
      dealt = { ...codes, codes: dealOut(plain, from) }
      this.#dealtCodes.set(variable, dealt)
    }
    return dealt
  }

  /** The fold of each row in play under a division. */
  async foldsBy(division: Division, run: BatchRun): Promise<Uint16Array> {
    const { by } = division
    if (by) await this.encode([by], { ...run, progress: undefined })
    let folds = this.#folds.get(division)
    if (!folds) {
      folds = divideRows(this.rows, division, by ? this.codesOf(by).codes : null)
      this.#folds.set(division, folds)
    }
    return folds
  }

  /** Whether a row in play has no level of a variable. */
  hasIncludedHoles(variable: Variable): boolean {
    const { codes, count, hasMissing } = this.codesOf(variable)
    if (!hasMissing) return false
    const { excluded } = this.rows.counted
    return codes.some((code: number, row: number) => code === count && !excluded?.[row])
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

/** Codes dealt out anew, in a shared buffer as they were. */
function dealOut(codes: Codes['codes'], from: Int32Array): Codes['codes'] {
  const dealt = new (codes.constructor as Uint8ArrayConstructor)(sharedBuffer(codes.byteLength))
  for (let row = 0; row < dealt.length; row++) dealt[row] = codes[from[row]]
  return dealt
}
