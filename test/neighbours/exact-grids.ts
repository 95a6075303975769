import { randomNumbers } from '../parity/tables.ts'

/* Statistics of the neighbours in columns of whole numbers, with distances in rational arithmetic. */

/** A fraction. */
type Fraction = readonly [over: bigint, under: bigint]

/** A column of whole numbers; the square of its unit is needed for `none` only. */
export interface GridColumn {
  readonly steps: readonly number[]
  readonly squaredUnit: Fraction
}

type Scale = 'standard' | 'minmax' | 'none'

/** By what squared differences of steps are multiplied. */
function squaredScale({ steps, squaredUnit }: GridColumn, scale: Scale): Fraction {
  if (scale === 'none') return squaredUnit
  const sum = BigInt(steps.reduce((total, step) => total + step, 0))
  const squares = BigInt(steps.reduce((total, step) => total + step * step, 0))
  const rows = BigInt(steps.length)
  const range = BigInt(Math.max(...steps) - Math.min(...steps))
  if (range === 0n) return [0n, 1n]
  return scale === 'minmax' ? [1n, range * range] : [rows * rows, rows * squares - sum * sum]
}

/** Squared distances as whole multiples of 1/`under`. */
export class ExactDistances {
  readonly rows: number
  readonly #scales: readonly bigint[]
  readonly #under: bigint
  readonly #columns: readonly GridColumn[]

  constructor(columns: readonly GridColumn[], scale: Scale) {
    const scales = columns.map((column) => squaredScale(column, scale))
    this.#under = scales.reduce((product, [, under]) => product * under, 1n)
    this.#scales = scales.map(([over, under]) => (over * this.#under) / under)
    this.#columns = columns
    this.rows = columns[0].steps.length
  }

  /** Euclidean over the columns from one to another, or the largest. */
  squared(
    i: number,
    j: number,
    metric: 'euclidean' | 'chebyshev',
    from = 0,
    to = this.#columns.length,
  ): bigint {
    let whole = 0n
    for (let c = from; c < to; c++) {
      const { steps } = this.#columns[c]
      const square = BigInt((steps[i] - steps[j]) ** 2) * this.#scales[c]
      if (metric === 'euclidean') whole += square
      else if (square > whole) whole = square
    }
    return whole
  }

  asNumber(squared: bigint): number {
    return Number(squared) / Number(this.#under)
  }

  /** The other rows, ascending by distance, and these distances. */
  sorted(i: number, metric: 'euclidean' | 'chebyshev'): { readonly row: number; readonly squared: bigint }[] {
    return Array.from({ length: this.rows }, (_, row) => ({ row, squared: this.squared(i, row, metric) }))
      .filter(({ row }) => row !== i)
      .sort((a, b) => (a.squared < b.squared ? -1 : a.squared > b.squared ? 1 : a.row - b.row))
  }
}

/** Sums over rows, by field of an answer. */
export interface Exact {
  readonly [field: string]: readonly number[]
}

/** Σ of squared target differences and squared distances by place. */
export function exactDifferences(
  of: ExactDistances,
  target: readonly number[],
  k: number,
  isFirst = false,
): Exact {
  const differences = new Array<number>(k).fill(0)
  const distances = new Array<number>(k).fill(0)
  for (let i = 0; i < of.rows; i++) {
    const others = of.sorted(i, 'euclidean')
    for (let place = 0; place < k; place++) {
      const { squared } = others[place]
      const sharing = isFirst ? [others[place]] : others.filter((other) => other.squared === squared)
      const sum = sharing.reduce((total, { row }) => total + (target[i] - target[row]) ** 2, 0)
      differences[place] += sum / sharing.length
      distances[place] += of.asNumber(squared)
    }
  }
  return { squaredDifferences: differences, squaredDistances: distances, ...exactTies(of, k, 'euclidean') }
}

/** Σ log(r_k + 2.2·10⁻¹⁶). */
export function exactLogs(of: ExactDistances, k: number): Exact {
  let sum = 0
  for (let i = 0; i < of.rows; i++) {
    sum += Math.log(Math.sqrt(of.asNumber(of.sorted(i, 'euclidean')[k - 1].squared)) + 2.2e-16)
  }
  return { logDistances: [sum], ...exactTies(of, k, 'euclidean') }
}

function exactTies(of: ExactDistances, k: number, metric: 'euclidean' | 'chebyshev'): Exact {
  let zeros = 0
  let tied = 0
  for (let i = 0; i < of.rows; i++) {
    const others = of.sorted(i, metric)
    if (others[k - 1].squared === 0n) zeros++
    if (others.filter(({ squared }) => squared <= others[k - 1].squared).length > k) tied++
  }
  return { zeros: [zeros], tied: [tied] }
}

function digamma(m: number): number {
  let value = -0.5772156649015329
  for (let i = 1; i < m; i++) value += 1 / i
  return value
}

/** KSG between the first `split` columns and the others. */
export function exactKsg(of: ExactDistances, split: number, k: number, rule: 1 | 2): Exact {
  let sum = 0
  for (let i = 0; i < of.rows; i++) {
    const others = of.sorted(i, 'chebyshev')
    const radius = others[k - 1].squared
    for (const [from, to] of [
      [0, split],
      [split, undefined],
    ] as const) {
      const margin = others.map(({ row }) => of.squared(i, row, 'chebyshev', from, to))
      const reach = margin.reduce((most, d, j) => (others[j].squared <= radius && d > most ? d : most), 0n)
      sum +=
        rule === 1
          ? digamma(margin.filter((d) => d < radius).length + 1)
          : digamma(margin.filter((d) => d <= reach).length)
    }
  }
  return { digammas: [sum], ...exactTies(of, k, 'chebyshev') }
}

/** Ross; every level has several rows. */
export function exactRoss(of: ExactDistances, levels: readonly string[], k: number): Exact {
  let sum = 0
  for (let i = 0; i < of.rows; i++) {
    const others = of.sorted(i, 'chebyshev')
    const same = others.filter(({ row }) => levels[row] === levels[i])
    const own = Math.min(k, same.length)
    const radius = same[own - 1].squared
    const nearer = others.filter(({ squared }) => squared < radius).length
    sum += digamma(nearer + 1) + digamma(same.length + 1) - digamma(own)
  }
  return { digammas: [sum] }
}

/** Columns of steps: shuffles of one column, whose spreads are equal, or drawn each by itself. */
export function gridColumns(rows: number, count: number, seed: number): number[][] {
  const random = randomNumbers(seed)
  const drawn = () => Array.from({ length: rows }, () => Math.floor(5 * random()))
  const one = drawn()
  const shuffled = () =>
    one
      .map((step) => [random(), step] as const)
      .sort(([a], [b]) => a - b)
      .map(([, step]) => step)
  return Array.from({ length: count }, (_, i) => (i === 0 ? one : seed % 2 ? drawn() : shuffled()))
}
