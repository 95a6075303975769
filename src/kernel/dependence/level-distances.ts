import type { CentredDistances, NumberDistances } from './number-distances.ts'

/** Levels, whose distance is 0 within a level and 1 between two. */
export interface LevelDistances extends CentredDistances {
  /** By place. */
  readonly codes: Uint32Array
  /** How many rows have each level. */
  readonly sizes: Float64Array
}

export function levelDistances(codes: Uint32Array, count: number): LevelDistances {
  const sizes = new Float64Array(count)
  for (const code of codes) sizes[code]++
  const rows = codes.length
  const together = sumOf(sizes, (size) => size * size)
  // Σ over pairs of levels of (δ n_a − n_a n_b/n)², of a level with itself and with the others.
  const squares = sumOf(sizes, (size) => {
    const own = size * ((rows - size) / rows)
    const share = size / rows
    return own * own + share * share * (together - size * size)
  })
  const total = rows * rows - together
  const sums = new Float64Array(rows)
  for (let place = 0; place < rows; place++) sums[place] = rows - sizes[codes[place]] - total / rows
  return { codes, sizes, sums, total, squares }
}

/** The sum of the products of centred distances between levels and levels: Σ (n_ab − n_a n_b/n)² over all pairs of them. */
export function levelProducts(x: LevelDistances, y: LevelDistances): number {
  const rows = x.codes.length
  const together = sumOf(y.sizes, (size) => size * size)
  const cells = new Map<number, number>()
  for (let place = 0; place < rows; place++) {
    const cell = x.codes[place] * y.sizes.length + y.codes[place]
    cells.set(cell, (cells.get(cell) ?? 0) + 1)
  }
  // What the levels of y square to that never meet a level of x.
  const apart = new Float64Array(x.sizes.length).fill(together)
  let sum = 0
  for (const cell of [...cells.keys()].sort((a, b) => cells.get(a)! - cells.get(b)! || a - b)) {
    const a = Math.floor(cell / y.sizes.length)
    const sizeOfB = y.sizes[cell % y.sizes.length]
    const over = (rows * cells.get(cell)! - x.sizes[a] * sizeOfB) / rows
    sum += over * over
    apart[a] -= sizeOfB * sizeOfB
  }
  x.sizes.forEach((size, a) => {
    const share = size / rows
    sum += share * share * apart[a]
  })
  return sum
}

/**
 * The sum of the products of centred distances between numbers and levels: 2 Σ_k g_k Σ_c (N_c(k) − n_c k/n)² over the gaps g_k
 * between the k-th number and the next, N_c(k) rows of level c up to there.
 */
export function mixedProducts({ sorted, order }: NumberDistances, { codes, sizes }: LevelDistances): number {
  const rows = codes.length
  const seen = new Float64Array(sizes.length)
  const expected = sumOf(sizes, (size) => size * size)
  // Σ N_c² and Σ N_c n_c: whole numbers.
  let [squares, products, sum] = [0, 0, 0]
  for (let at = 1; at < rows; at++) {
    const code = codes[order[at - 1]]
    squares += 2 * seen[code]++ + 1
    products += sizes[code]
    const gap = sorted[at] - sorted[at - 1]
    if (gap === 0) continue
    sum += gap * ((rows * (rows * squares - 2 * at * products) + at * at * expected) / (rows * rows))
  }
  return 2 * sum
}

function sumOf(sizes: Float64Array, term: (size: number) => number): number {
  return sizes.reduce((sum, size) => sum + term(size), 0)
}
