/**
 * Moments by definition in exact integers: values are multiples of 1/8, weights of 1/4, so every sum is exact and only
 * the result is rounded.
 */

export interface PlainRows {
  readonly columns: readonly (readonly (number | null)[])[]
  /** The class of each row, null if it has none; no list for one class of all rows. */
  readonly classes: readonly (number | null)[] | null
  readonly weights: readonly number[] | null
}

export interface PlainMoments {
  readonly n: number
  /** The mean of each column minus `about`. */
  readonly mean: readonly number[]
  readonly min: readonly number[]
  readonly max: readonly number[]
  /** Row-major. */
  readonly comoment: readonly number[]
}

/** The moments of some columns over the rows of one class that are complete and have a weight. */
export function plainMoments(
  input: PlainRows,
  set: readonly number[],
  level: number,
  about: number,
): PlainMoments {
  const rows = [...input.columns[0].keys()].filter((row) => isIncluded(input, set, level, row))
  const weights = rows.map((row) => BigInt((input.weights?.[row] ?? 1) * 4))
  const columns = set.map((i) => rows.map((row) => input.columns[i][row]!))
  const units = columns.map((values) => values.map((value) => BigInt(value * 8)))
  const n = sum(weights)
  const sums = units.map((values) => sum(values.map((value, i) => value * weights[i])))
  return {
    n: Number(n) / 4,
    mean: sums.map((total) => quotient(total - BigInt(about * 8) * n, n) / 8),
    min: columns.map((values) => Math.min(...values)),
    max: columns.map((values) => Math.max(...values)),
    comoment: units.flatMap((x, a) =>
      units.map((y, b) => {
        const products = sum(x.map((value, i) => value * y[i] * weights[i]))
        return quotient(products * n - sums[a] * sums[b], n) / (64 * 4)
      }),
    ),
  }
}

function isIncluded(
  { columns, classes, weights }: PlainRows,
  set: readonly number[],
  level: number,
  row: number,
): boolean {
  if (weights?.[row] === 0 || (classes && classes[row] !== level)) return false
  return set.every((i) => columns[i][row] !== null)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** a / b; all bits but the last are correct. */
function quotient(a: bigint, b: bigint): number {
  if (b === 0n) return 0
  const whole = a / b
  return Number(whole) + Number(((a - whole * b) << 80n) / b) / 2 ** 80
}
