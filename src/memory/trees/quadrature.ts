/** Points between 0 and 1, and their weights: Σ w·f(t) is ∫f(t)dt from 0 to 1. */
export interface Quadrature {
  readonly points: Float64Array
  readonly weights: Float64Array
}

const known = new Map<number, Quadrature>()

/** The rule of Gauss and Legendre: with n points exact for polynomials up to degree 2n − 1. */
export function gaussLegendre(count: number): Quadrature {
  const made = known.get(count) ?? makeRule(count)
  known.set(count, made)
  return made
}

function makeRule(count: number): Quadrature {
  const points = new Float64Array(count)
  const weights = new Float64Array(count)
  // The roots of the Legendre polynomial are near cos(π(4i + 3)/(4n + 2)), i = 0 … n − 1.
  const step = Math.PI / (4 * count + 2)
  const [cosine, sine] = [taylor(step, 0), taylor(step, 1)]
  let [x, y] = [1, 0]
  const turn = () => ([x, y] = [x * cosine - y * sine, x * sine + y * cosine])
  for (let i = 0; i < 3; i++) turn()
  for (let i = 0; i < count; i++) {
    let root = x
    // Newton's steps double the digits.
    for (let turns = 0; turns < 6; turns++) {
      const { value, slope } = legendre(count, root)
      root -= value / slope
    }
    const { slope } = legendre(count, root)
    points[i] = (1 - root) / 2
    weights[i] = 1 / ((1 - root * root) * slope * slope)
    for (let turns = 0; turns < 4; turns++) turn()
  }
  return { points, weights }
}

/** The Legendre polynomial of a degree, and its slope, between −1 and 1. */
function legendre(degree: number, x: number): { readonly value: number; readonly slope: number } {
  let [before, value] = [1, x]
  for (let k = 2; k <= degree; k++) {
    ;[before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k]
  }
  return { value, slope: (degree * (before - x * value)) / (1 - x * x) }
}

/** The cosine (0) or the sine (1) of an angle below 1. */
function taylor(angle: number, first: 0 | 1): number {
  let term: number = first === 0 ? 1 : angle
  let sum = term
  for (let k = first + 2; k < 24; k += 2) {
    term *= (-angle * angle) / (k * (k - 1))
    sum += term
  }
  return sum
}
