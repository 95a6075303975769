import { plainVariable, sharedBuffer } from '#core'
import type { Column, Division, Level, Permutation, Variable } from '#core'
import type { BatchRun } from '../threads/pool.ts'
import { CodedColumns } from './coded-columns.ts'
import { encode, readValues } from './codes.ts'
import type { Codes, Values } from './codes.ts'
import { divideRows, permutedFrom } from './included-rows.ts'
import type { IncludedRows } from './included-rows.ts'

/**
 * The columns and rows of a view. All requests are answered from here, so that the view applies to all of
 * them.
 */
export class ResolvedView {
  readonly columns: readonly Column[]
  readonly rows: IncludedRows
  readonly #codes: WeakMap<Variable, Codes>
  readonly #codesByLevels = new WeakMap<readonly Level[], Codes>()
  /** The view among whose rows values are permuted. */
  readonly #permutedIn: ResolvedView
  /** By permutation, then by column: for each row the row from which it takes its value. */
  readonly #permutedFrom = new WeakMap<Permutation, Map<number, Int32Array>>()
  readonly #permutedCodes = new WeakMap<Variable, Codes>()
  readonly #permutedValues = new WeakMap<Variable, Values>()
  readonly #parts = new WeakMap<Division, Uint16Array>()
  /**
   * Lists of variables that were encoded together: the steps of a search request the same list repeatedly.
   */
  readonly #encoded = new WeakSet<readonly Variable[]>()
  #coded: CodedColumns | null = null

  /**
   * `codes` caches what was encoded before, under any view; `of` is the view whose rows were divided, if they
   * were.
   */
  constructor(
    columns: readonly Column[],
    rows: IncludedRows,
    codes: WeakMap<Variable, Codes>,
    of: ResolvedView | null,
  ) {
    this.columns = columns
    this.rows = rows
    this.#codes = codes
    this.#permutedIn = of ? of.#permutedIn : this
  }

  /** Encodes the variables that are not encoded yet; needed before `codesOf`. */
  async encode(variables: readonly Variable[], run: BatchRun): Promise<void> {
    if (this.#encoded.has(variables)) return
    const plain = new Set(variables.map(plainVariable))
    const toEncode = [...plain].filter((variable) => !this.isEncoded(variable))
    if (toEncode.length > 0) {
      const codes = await encode(this.columns, this.rows.length, toEncode, run)
      toEncode.forEach((variable, i) => this.#cache(variable, codes[i]))
    }
    // Only now, because encoding may be interrupted.
    this.#encoded.add(variables)
  }

  /** Whether a variable is encoded, possibly under the same list of levels that another variable found. */
  isEncoded(variable: Variable): boolean {
    if (this.#codes.has(variable)) return true
    const { coding, fill } = variable
    const isPlain = coding?.kind === 'levels' && !coding.missing && fill === undefined
    const found = isPlain ? this.#codesByLevels.get(coding.levels) : undefined
    if (found) this.#codes.set(variable, found)
    return found !== undefined
  }

  #cache(variable: Variable, codes: Codes): void {
    this.#codes.set(variable, codes)
    if (variable.coding?.kind === 'values' && variable.fill === undefined)
      this.#codesByLevels.set(codes.levels, codes)
  }

  /**
   * The coded columns, as input of jobs, for groups of encoded variables. Variables that share nothing with
   * earlier ones start a new list, so that columns no longer used are released. Permuted variables are not
   * kept: none is requested again.
   */
  codedFor(groups: readonly (readonly Variable[])[]): CodedColumns {
    if (groups.some((variables) => variables.some(({ permuted }) => permuted))) return new CodedColumns(this)
    const coded = this.#coded
    if (coded && groups.some((variables) => coded.hasAny(variables))) return coded
    return (this.#coded = new CodedColumns(this))
  }

  /** The level codes of a variable by row. */
  codesOf(variable: Variable): Codes {
    const codes = this.#codes.get(plainVariable(variable))!
    return variable.permuted ? this.#permutedIn.#permuteCodes(variable, codes) : codes
  }

  /** The part of each included row under a division. */
  async partsBy(division: Division, run: BatchRun): Promise<Uint16Array> {
    const { by, together, along, key } = division
    const coded = [by, together, key].filter((variable) => variable !== undefined)
    if (coded.length > 0) await this.encode(coded, { ...run, progress: undefined })
    let parts = this.#parts.get(division)
    if (!parts) {
      const codes = (variable?: Variable) => (variable ? this.codesOf(variable).codes : null)
      const times = along ? this.valuesOf(along).values : null
      const hashes = key ? (await import('../on-demand.ts')).keyHashesOf(this.codesOf(key), division) : null
      const columns = { strata: codes(by), groups: codes(together), times, hashes }
      parts = divideRows(this.rows, division, columns)
      this.#parts.set(division, parts)
    }
    return parts
  }

  /** Whether an included row has no level of a variable. */
  hasIncludedHoles(variable: Variable): boolean {
    const { codes, count, hasMissing } = this.codesOf(variable)
    if (!hasMissing) return false
    const { excluded } = this.rows.counted
    return codes.some((code: number, row: number) => code === count && !excluded?.[row])
  }

  /** The numbers of a variable by row. A permutation leaves missing values in their rows. */
  valuesOf(variable: Variable): Values {
    const values = readValues(this.columns[variable.column], variable)
    return variable.permuted ? this.#permutedIn.#permuteValues(variable, values) : values
  }

  #permuteCodes(variable: Variable, plain: Codes): Codes {
    let permuted = this.#permutedCodes.get(variable)
    if (!permuted) {
      permuted = { ...plain, codes: permuteCodes(plain.codes, this.#fromOf(variable)) }
      this.#permutedCodes.set(variable, permuted)
    }
    return permuted
  }

  #permuteValues(variable: Variable, { values, missing }: Values): Values {
    let permuted = this.#permutedValues.get(variable)
    if (!permuted) {
      const from = this.#fromOf(variable)
      permuted = { values: values.map((_, row) => values[from[row]]), missing }
      this.#permutedValues.set(variable, permuted)
    }
    return permuted
  }

  #fromOf({ column, permuted }: Variable): Int32Array {
    const byColumn = this.#permutedFrom.get(permuted!) ?? new Map<number, Int32Array>()
    this.#permutedFrom.set(permuted!, byColumn)
    let from = byColumn.get(column)
    if (!from) {
      from = permutedFrom(this.columns[column], this.rows, permuted!)
      byColumn.set(column, from)
    }
    return from
  }
}

/** Permutes codes into a new shared buffer. */
function permuteCodes(codes: Codes['codes'], from: Int32Array): Codes['codes'] {
  const permuted = new (codes.constructor as Uint8ArrayConstructor)(sharedBuffer(codes.byteLength))
  for (let row = 0; row < permuted.length; row++) permuted[row] = codes[from[row]]
  return permuted
}
