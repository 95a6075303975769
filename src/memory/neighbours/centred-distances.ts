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

/** Levels, whose distance is 0 within a level and 1 between two. */
export interface LevelDistances {
  /** By place. */
  readonly codes: Uint32Array
  /** How many rows have each level. */
  readonly sizes: Float64Array
  /** How many pairs of rows have the same level, each row with itself included: Σ n_c². */
  readonly together: number
  /** The sum of squares of the centred distances. */
  readonly squares: number
}

/** Levels whose distances are U-centred, or doubly centred. */
export function levelDistances(codes: Uint32Array, count: number, unbiased: boolean): LevelDistances {
  const sizes = new Float64Array(count)
  for (const code of codes) sizes[code]++
  const rows = codes.length
  const together = sumOf(sizes, (size) => size * size)
  if (unbiased) {
    let inRows = 0n
    for (const size of sizes) inRows += BigInt(size) * BigInt(size - 1) * BigInt(size - 1)
    const others = together - rows
    return { codes, sizes, together, squares: uCentred(rows, others, inRows, others, others) }
  }
  // Σ over pairs of levels of (δ n_a − n_a n_b/n)², of a level with itself and with the others.
  const squares = sumOf(sizes, (size) => {
    const own = size * ((rows - size) / rows)
    const share = size / rows
    return own * own + share * share * (together - size * size)
  })
  return { codes, sizes, together, squares }
}

/**
 * The sum of products of U-centred distances of two divisions of the rows: from the pairs of different rows
 * that both leave together, the sum over the rows of the products of how many others each leaves with them,
 * and the pairs that each leaves together.
 */
function uCentred(rows: number, both: number, inRows: bigint, one: number, other: number): number {
  // Whole numbers: what remains is small beside them.
  const [n, all] = [BigInt(rows), BigInt(both)]
  const whole = (n - 1n) * (n - 2n) * all - 2n * (n - 1n) * inRows + BigInt(one) * BigInt(other)
  return Number(whole) / ((rows - 1) * (rows - 2))
}

/**
 * The sum of the products of centred distances between levels and levels; doubly centred it is Σ (n_ab − n_a
 * n_b/n)² over all pairs of them.
 */
export function levelProducts(x: LevelDistances, y: LevelDistances, unbiased: boolean): number {
  const rows = x.codes.length
  const cells = new Map<number, number>()
  for (let place = 0; place < rows; place++) {
    const cell = x.codes[place] * y.sizes.length + y.codes[place]
    cells.set(cell, (cells.get(cell) ?? 0) + 1)
  }
  // What the levels of y square to that never meet a level of x.
  const apart = new Float64Array(x.sizes.length).fill(y.together)
  let [sum, both, inRows] = [0, 0, 0]
  for (const [cell, count] of [...cells].sort(([a, m], [b, n]) => m - n || a - b)) {
    const a = Math.floor(cell / y.sizes.length)
    const sizeOfB = y.sizes[cell % y.sizes.length]
    const over = (rows * count - x.sizes[a] * sizeOfB) / rows
    sum += over * over
    apart[a] -= sizeOfB * sizeOfB
    both += count * (count - 1)
    inRows += count * (x.sizes[a] - 1) * (sizeOfB - 1)
  }
  if (unbiased) return uCentred(rows, both, BigInt(inRows), x.together - rows, y.together - rows)
  x.sizes.forEach((size, a) => {
    const share = size / rows
    sum += share * share * apart[a]
  })
  return sum
}

/**
 * The sum of the products of centred distances between numbers and levels: over the gaps g_k between the k-th
 * number and the next, g_k times that of the levels and of the cut there. Doubly centred it is 2 Σ_k g_k Σ_c
 * (N_c(k) − n_c k/n)², N_c(k) rows of level c up to there.
 */
export function mixedProducts(
  { sorted, order }: NumberDistances,
  { codes, sizes, together }: LevelDistances,
  unbiased: boolean,
): number {
  const rows = codes.length
  const seen = new Float64Array(sizes.length)
  // Σ N_c² and Σ N_c n_c: whole numbers.
  let [squares, products, sum] = [0, 0, 0]
  for (let at = 1; at < rows; at++) {
    const code = codes[order[at - 1]]
    squares += 2 * seen[code]++ + 1
    products += sizes[code]
    const gap = sorted[at] - sorted[at - 1]
    if (gap === 0) continue
    if (unbiased) {
      const rest = rows - at
      const both = 2 * (squares - products) + together - rows
      const inRows = (at - 1) * (products - at) + (rest - 1) * (together - rows - products + at)
      const pairs = (at * (at - 1) + rest * (rest - 1)) * (together - rows)
      sum += gap * (((rows - 1) * ((rows - 2) * both - 2 * inRows) + pairs) / ((rows - 1) * (rows - 2)))
    } else {
      const whole = rows * (rows * squares - 2 * at * products) + at * at * together
      sum += gap * ((2 * whole) / (rows * rows))
    }
  }
  return sum
}

function sumOf(sizes: Float64Array, term: (size: number) => number): number {
  return sizes.reduce((sum, size) => sum + term(size), 0)
}
