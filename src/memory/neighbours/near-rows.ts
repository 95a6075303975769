import { replaceGreatest, addToHeap } from './heap.ts'

/** Which rows are near, given the distances of a row to all rows. */
export type NearRule =
  | {
      readonly of: 'nearest'
      readonly k: number
      readonly ties: 'shared' | 'first'
      /** The p-th nearest weighs exp(−(p/σ)²); null: all weigh alike. */
      readonly weights: Float64Array | null
    }
  | {
      readonly of: 'radius'
      /**
       * The mean distance of all pairs of rows; null where each row takes the mean of its own, less half its
       * deviation.
       */
      readonly mean: number | null
      readonly far: boolean
    }

/** Neighbours that count alike. */
export interface NearGroup {
  readonly rows: readonly number[]
  /** The weight of each of them; they sum to 1 over the groups of near rows. */
  readonly share: number
  readonly isFar: boolean
}

/** Some rows, as ranges of places. */
export type Ranges = readonly (readonly [from: number, to: number])[]

const { EPSILON: epsilon } = Number

/** The columns of distances, as far as their rounding depends on them. */
interface Rounding {
  /** Σ over columns of numbers of the greatest size of a value, before scaling, in ranges of the column. */
  readonly sizes: number
  readonly columns: number
  /** Whether distances are sums of squared differences. */
  readonly isSquared: boolean
}

/**
 * Distances that differ by no more than this from `distance` are equal: more than the rounding of values,
 * differences and sums.
 */
function roundingOf(distance: number, { sizes, columns, isSquared }: Rounding): number {
  const ofValues = 4 * epsilon * sizes
  // (√D + e)² − D: near rows differ little, so their squares are off by little.
  const ofDistance = isSquared ? ofValues * (2 * Math.sqrt(Math.max(0, distance)) + ofValues) : ofValues
  return ofDistance + epsilon * distance * (columns / 2 + 8)
}

/** Finds near rows. The order of the rows of the table, `tableRow`, decides which tied rows are first. */
export class NearRows {
  readonly #rule: NearRule
  readonly #rounding: Rounding
  readonly #tableRow: Uint32Array
  readonly #heap: Float64Array

  constructor(rule: NearRule, rounding: Rounding, tableRow: Uint32Array) {
    this.#rule = rule
    this.#rounding = rounding
    this.#tableRow = tableRow
    this.#heap = new Float64Array(rule.of === 'nearest' ? Math.min(rule.k, tableRow.length) : 0)
  }

  /** The distance that bounds the radius of a row, and that beyond which rows are far. */
  radiiOf(distances: Float64Array, row: number): { readonly near: number; readonly far: number } {
    const { mean } = this.#rule as NearRule & { of: 'radius' }
    if (mean !== null) return { near: mean, far: mean }
    const others = distances.length - 1
    let sum = 0
    for (let i = 0; i < distances.length; i++) if (i !== row) sum += distances[i]
    const own = sum / others
    let squares = 0
    for (let i = 0; i < distances.length; i++) {
      if (i !== row) squares += (distances[i] - own) * (distances[i] - own)
    }
    const half = Math.sqrt(squares / others) / 2
    return { near: own - half, far: own + half }
  }

  /** The near rows, and the far ones, among some rows, without the row itself. */
  find(
    distances: Float64Array,
    row: number,
    among: Ranges,
    radii: { readonly near: number; readonly far: number } | null,
  ): readonly NearGroup[] {
    return radii ? this.#within(distances, row, among, radii) : this.#nearest(distances, row, among)
  }

  #within(
    distances: Float64Array,
    row: number,
    among: Ranges,
    radii: { readonly near: number; readonly far: number },
  ): readonly NearGroup[] {
    const rule = this.#rule as NearRule & { of: 'radius' }
    const near: number[] = []
    const far: number[] = []
    const below = radii.near - roundingOf(radii.near, this.#rounding)
    // Rows at the mean of all pairs are not near, so they are far; those at the edge of a row's own dead band
    // are neither.
    const above = rule.mean === null ? radii.far + roundingOf(radii.far, this.#rounding) : below
    for (const [from, to] of among) {
      for (let i = from; i < to; i++) {
        if (i === row) continue
        if (distances[i] < below) near.push(i)
        else if (rule.far && (rule.mean === null ? distances[i] > above : true)) far.push(i)
      }
    }
    return [groupOf(near, 1 / near.length), groupOf(far, 1 / far.length, true)].filter(isFilled)
  }

  #nearest(distances: Float64Array, row: number, among: Ranges): readonly NearGroup[] {
    const { k, ties, weights } = this.#rule as NearRule & { of: 'nearest' }
    let others = 0
    for (const [from, to] of among) others += to - from - (from <= row && row < to ? 1 : 0)
    const places = Math.min(k, others)
    if (places === 0) return []
    const last = places === others ? Infinity : this.#kthSmallest(distances, row, among, places)
    const slack = last === Infinity ? 0 : roundingOf(last, this.#rounding)
    const near: number[] = []
    const tied: number[] = []
    for (const [from, to] of among) {
      for (let i = from; i < to; i++) {
        if (i === row) continue
        if (distances[i] < last - slack) near.push(i)
        else if (distances[i] <= last + slack) tied.push(i)
      }
    }
    // Infinite distances are not below infinity.
    if (last === Infinity) near.push(...tied.splice(0))
    if (ties === 'first' && tied.length > places - near.length) {
      tied.sort((a, b) => this.#tableRow[a] - this.#tableRow[b]).length = places - near.length
    }
    if (weights) return this.#byRank(distances, near, tied, weights.subarray(0, places))
    const left = places - near.length
    return [groupOf(near, 1 / places), groupOf(tied, left / (tied.length * places))].filter(isFilled)
  }

  /** Rows weighed by their rank; tied ones share the weights of their ranks. */
  #byRank(
    distances: Float64Array,
    near: readonly number[],
    tied: readonly number[],
    weights: Float64Array,
  ): readonly NearGroup[] {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const sorted = near.toSorted((a, b) => distances[a] - distances[b])
    const groups: NearGroup[] = []
    const add = (rows: readonly number[], from: number, to: number) => {
      const share = weights.subarray(from, to).reduce((sum, weight) => sum + weight, 0)
      groups.push(groupOf(rows, share / (rows.length * total)))
    }
    for (let start = 0; start < sorted.length;) {
      const first = distances[sorted[start]]
      const reach = first + roundingOf(first, this.#rounding)
      let end = start + 1
      while (end < sorted.length && distances[sorted[end]] <= reach) end++
      add(sorted.slice(start, end), start, end)
      start = end
    }
    if (tied.length > 0) add(tied, near.length, weights.length)
    return groups
  }

  /** The k-th smallest distance, by a heap whose first number is the greatest of the k smallest so far. */
  #kthSmallest(distances: Float64Array, row: number, among: Ranges, k: number): number {
    const heap = this.#heap
    let size = 0
    for (const [from, to] of among) {
      for (let i = from; i < to; i++) {
        if (i === row) continue
        const distance = distances[i]
        if (size < k) addToHeap(heap, size++, distance)
        else if (distance < heap[0]) replaceGreatest(heap, k, distance)
      }
    }
    return heap[0]
  }
}

function groupOf(rows: readonly number[], share: number, isFar = false): NearGroup {
  return { rows, share, isFar }
}

function isFilled({ rows }: NearGroup): boolean {
  return rows.length > 0
}
