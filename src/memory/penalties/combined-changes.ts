/** So many changes are combined. */
export const combined = 5

/** Changes that depend on one another by more than this share are not combined. */
const negligible = 1e-11

/**
 * Combines the changes of a few passes of coordinate descent into one that goes further: the affine
 * combination of the points whose change would be least if passes were linear. Bertrand and Massias (2021).
 */
export class CombinedChanges {
  readonly #weights: Float64Array
  readonly #left: Float64Array
  readonly #points: readonly Point[]
  readonly #changes: readonly Float64Array[]
  #count = 0

  /**
   * `left`, what the weights leave of the target, is an affine function of the weights. Both are changed in
   * place.
   */
  constructor(weights: Float64Array, left: Float64Array) {
    this.#weights = weights
    this.#left = left
    const { length } = weights
    this.#points = Array.from({ length: combined + 1 }, () => ({
      weights: new Float64Array(length),
      left: new Float64Array(length),
    }))
    this.#changes = Array.from({ length: combined }, () => new Float64Array(length))
  }

  /** Notes the weights before the first pass. */
  begin(): void {
    this.#count = 0
    this.#keep(0)
  }

  /** Notes the weights after a pass. */
  add(): void {
    const before = this.#points[this.#count].weights
    const change = this.#changes[this.#count]
    for (let i = 0; i < change.length; i++) change[i] = this.#weights[i] - before[i]
    this.#keep(++this.#count)
  }

  /** Goes to the combination of the passes noted, if that lowers the objective. */
  combine(objective: () => number): void {
    const parts = leastCombination(this.#changes)
    this.#count = 0
    if (parts) {
      const before = objective()
      this.#go((numbers, to) => mix(numbers, parts, to))
      if (!(objective() < before)) this.#go((numbers, to) => to.set(numbers[combined]))
    }
    this.#keep(0)
  }

  #keep(point: number): void {
    this.#points[point].weights.set(this.#weights)
    this.#points[point].left.set(this.#left)
  }

  #go(write: (numbers: readonly Float64Array[], to: Float64Array) => void): void {
    write(
      this.#points.map(({ weights }) => weights),
      this.#weights,
    )
    write(
      this.#points.map(({ left }) => left),
      this.#left,
    )
  }
}

interface Point {
  readonly weights: Float64Array
  readonly left: Float64Array
}

/** Writes Σ parts_i · numbers_{i+1}. */
function mix(numbers: readonly Float64Array[], parts: Float64Array, to: Float64Array): void {
  to.fill(0)
  for (let i = 0; i < combined; i++) {
    const from = numbers[i + 1]
    for (let j = 0; j < to.length; j++) to[j] += parts[i] * from[j]
  }
}

/**
 * The parts, of sum 1, whose combination of the changes has the least squares; null where the changes depend
 * on one another.
 */
function leastCombination(changes: readonly Float64Array[]): Float64Array | null {
  // Rows of the factor of the products of the changes, each with what solves it for ones.
  const factor: Float64Array[] = []
  const solved = new Float64Array(combined)
  for (let i = 0; i < combined; i++) {
    const row = new Float64Array(i + 1)
    for (let j = 0; j <= i; j++) row[j] = productOf(changes[i], changes[j])
    const own = row[i]
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) row[j] -= row[k] * factor[j][k]
      row[j] /= factor[j][j]
      row[i] -= row[j] * row[j]
    }
    if (!(row[i] > negligible * own)) return null
    row[i] = Math.sqrt(row[i])
    let rest = 1
    for (let j = 0; j < i; j++) rest -= row[j] * solved[j]
    solved[i] = rest / row[i]
    factor.push(row)
  }
  let total = 0
  for (let i = combined - 1; i >= 0; i--) {
    for (let k = i + 1; k < combined; k++) solved[i] -= factor[k][i] * solved[k]
    solved[i] /= factor[i][i]
    total += solved[i]
  }
  return total !== 0 ? solved.map((part) => part / total) : null
}

function productOf(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
