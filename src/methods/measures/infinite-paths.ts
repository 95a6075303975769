import { dot } from './perron.ts'
import type { Perron, Product } from './perron.ts'

/** A step is worth this share of the step before, where each step multiplies by the greatest eigenvalue. */
const reach = 0.9
/** The solution is found when the residual is below this share of the right side. */
const accuracy = 1e-14
/**
 * So many steps solve any matrix: its eigenvalues lie within a factor of 19, so each step takes off more than
 * a third.
 */
const mostSteps = 200

/**
 * The row sums of Σ_{k≥1} (rA)^k = (I − rA)⁻¹ − I with r = 0.9/λ: all paths from a node, of any length. Zeros
 * for a matrix of zeros. One linear system, (I − rA)s = rA·1, by conjugate gradients (Golub and Van Loan
 * 2013, section 11.3): a symmetric A without negative entries has its eigenvalues in [−λ, λ], so I − rA is
 * positive definite.
 */
export function infinitePaths(product: Product, { value }: Perron, width: number): Float64Array {
  const sums = new Float64Array(width)
  if (value === 0) return sums
  const steps = (x: Float64Array) => product(x).map((entry) => (reach * entry) / value)
  const rest = steps(new Float64Array(width).fill(1))
  const direction = rest.slice()
  let squares = dot(rest, rest)
  const enough = accuracy * accuracy * squares
  for (let step = 0; step < mostSteps && squares > enough; step++) {
    const ahead = steps(direction)
    const moved = direction.map((entry, i) => entry - ahead[i])
    const length = squares / dot(direction, moved)
    for (let i = 0; i < width; i++) {
      sums[i] += length * direction[i]
      rest[i] -= length * moved[i]
    }
    const before = squares
    squares = dot(rest, rest)
    for (let i = 0; i < width; i++) direction[i] = rest[i] + (squares / before) * direction[i]
  }
  return sums
}
