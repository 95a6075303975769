/** Numbers whose differences are distances; `place` is a row's, `at` its position in ascending order. */
export interface NumberDistances {
  /** Ascending. */
  readonly sorted: Float64Array
  /** The place of each. */
  readonly order: Uint32Array
  /** By place: the sum of the distances to all rows, less the mean of these sums. */
  readonly sums: Float64Array
  /** The sum of all distances. */
  readonly total: number
  /** The sum of squares of the centred distances. */
  readonly squares: number
}

/** The sums of distances of numbers in ascending order; they are U-centred, or doubly centred. */
export function numberDistances(
  sorted: Float64Array,
  order: Uint32Array,
  unbiased: boolean,
): NumberDistances {
  const sums = sumsOfDistances(sorted, order)
  let total = 0
  for (const sum of sums) total += sum
  for (let place = 0; place < sums.length; place++) sums[place] -= total / sums.length
  return { sorted, order, sums, total, squares: sumOfSquares(sorted, unbiased) }
}

function sumsOfDistances(sorted: Float64Array, order: Uint32Array): Float64Array {
  const { length: rows } = sorted
  const sums = new Float64Array(rows)
  let all = 0
  for (const value of sorted) all += value
  let before = 0
  for (let at = 0; at < rows; at++) {
    sums[order[at]] = sorted[at] * (2 * at - rows) + (all - 2 * before)
    before += sorted[at]
  }
  return sums
}

/**
 * The sum of squares of the centred distances, from the gaps g_k between the k-th number and the next, in
 * which no term is negative: 4 Σ_k Σ_l g_k g_l (k(n − l)/n)², k ≤ l, of doubly centred ones, and 4 Σ_k Σ_l
 * g_k g_l k(k − 1)(n − l)(n − l − 1) / ((n − 1)(n − 2)) of U-centred ones.
 */
function sumOfSquares(sorted: Float64Array, unbiased: boolean): number {
  const { length: rows } = sorted
  let sum = 0
  let before = 0
  for (let at = 1; at < rows; at++) {
    const gap = sorted[at] - sorted[at - 1]
    const left = rows - at
    const own = gap * at * (unbiased ? at - 1 : at)
    const beyond = unbiased ? (left / (rows - 1)) * ((left - 1) / (rows - 2)) : (left / rows) * (left / rows)
    sum += gap * beyond * (2 * before + own)
    before += own
  }
  return 4 * sum
}

/**
 * The sum of the products of distances of all pairs of rows, |x_i − x_j||y_i − y_j|, in n log n (Huo and
 * Székely 2016): twice that of (x_i − x_j)(y_i − y_j), and what the pairs add that are ordered in opposite
 * ways. `numbers` and `ranks` are those of y, by place; ranks count distinct numbers from 0.
 */
export function sumOfProducts(
  { sorted, order }: NumberDistances,
  numbers: Float64Array,
  ranks: Uint32Array,
  distinct: number,
): number {
  const { length: rows } = sorted
  // For each node of a Fenwick tree over the ranks, from the highest: rows, Σx, Σy, Σxy.
  const tree = new Float64Array(4 * (distinct + 1))
  let opposite = 0
  let [sumX, sumY, sumXY] = [0, 0, 0]
  for (let at = 0; at < rows; at++) {
    const x = sorted[at]
    const y = numbers[order[at]]
    const node = distinct - ranks[order[at]]
    let [count, overX, overY, overXY] = [0, 0, 0, 0]
    for (let i = node - 1; i > 0; i -= i & -i) {
      count += tree[4 * i]
      overX += tree[4 * i + 1]
      overY += tree[4 * i + 2]
      overXY += tree[4 * i + 3]
    }
    opposite += x * overY - x * y * count - overXY + y * overX
    for (let i = node; i <= distinct; i += i & -i) {
      tree[4 * i]++
      tree[4 * i + 1] += x
      tree[4 * i + 2] += y
      tree[4 * i + 3] += x * y
    }
    sumX += x
    sumY += y
    sumXY += x * y
  }
  return 2 * (rows * sumXY - sumX * sumY) + 4 * opposite
}
