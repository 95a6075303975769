import type { Warning } from '../results/warning.ts'
import type { TimeKind } from '../spec/rank-spec.ts'
import { allocateMask, allocateNumbers } from './allocate.ts'
import type { NumericColumn } from './column.ts'
import type { BuiltColumn } from './table.ts'

/**
 * Builds a numeric column. NaN and infinities become missing, with a warning that counts them; another
 * warning counts whole numbers beyond 2^53, which a double cannot represent exactly.
 */
export class NumberColumn {
  readonly #name: string
  readonly #values: Float64Array
  #missing: Uint8Array | null = null
  #nonFinite = 0
  #rounded = 0

  constructor(name: string, rows: number) {
    this.#name = name
    this.#values = allocateNumbers(rows)
  }

  /** Sets a row, each row once; `null` is a missing value. */
  set(row: number, given: number | bigint | null): void {
    const value = given === null ? NaN : Number(given)
    this.#values[row] = value
    if (Number.isFinite(value)) {
      if (typeof given === 'bigint' && Math.abs(value) > Number.MAX_SAFE_INTEGER) this.#rounded++
      return
    }
    this.#values[row] = NaN
    this.#missing ??= allocateMask(this.#values.length)
    this.#missing[row] = 1
    if (given !== null) this.#nonFinite++
  }

  finish(): BuiltColumn<NumericColumn> {
    const name = this.#name
    const warnings: Warning[] = []
    if (this.#nonFinite > 0) warnings.push(nonFiniteWarning(name, this.#nonFinite))
    if (this.#rounded > 0) warnings.push(roundedWarning(name, this.#rounded))
    return {
      column: { name, type: 'numeric', values: this.#values, missing: this.#missing },
      warnings,
    }
  }
}

/**
 * A numeric column of the given numbers, which are finite, or NaN if missing. `mayHaveGaps`: false if the
 * caller knows that none is missing. `unit`: without which they were read.
 */
export function numberColumn(
  name: string,
  values: Float64Array,
  time?: TimeKind,
  mayHaveGaps = true,
  unit = '',
): NumericColumn {
  let missing: Uint8Array | null = null
  for (let row = 0; mayHaveGaps && row < values.length; row++) {
    if (values[row] === values[row]) continue
    missing ??= allocateMask(values.length)
    missing[row] = 1
  }
  return { name, type: 'numeric', ...(time && { time }), ...(unit !== '' && { unit }), values, missing }
}

export function nonFiniteWarning(column: string, count: number): Warning {
  return {
    code: 'non-finite',
    column,
    message: `column ${column}: ${count} infinite or NaN values count as missing`,
  }
}

export function roundedWarning(column: string, count: number): Warning {
  const message = `column ${column}: ${count} whole numbers beyond 2^53 are rounded; type it categorical if they are labels`
  return { code: 'rounded', column, message }
}
