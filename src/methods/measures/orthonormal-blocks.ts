import type { Moments } from '#core'
import { factorRow, invertTriangle, rankTolerance } from './cholesky.ts'
import { mirrorBelow } from './mirror-below.ts'

/** Columns in blocks, each made orthonormal over the rows of some moments. */
export interface OrthonormalBlocks {
  /** The first coordinate of each block, and how many there are. */
  readonly starts: Uint32Array
  /** Each coordinate as a sum of places of the moments. */
  readonly coordinates: readonly Coordinate[]
}

interface Coordinate {
  readonly places: readonly number[]
  readonly factors: Float64Array
}

/**
 * Makes each block of places orthonormal, by Gram and Schmidt in the order of its places. A place that is
 * constant, or a linear function of those before it in its block, adds no coordinate.
 */
export function orthonormalBlocks(
  { n, comoment, mean }: Moments,
  blocks: readonly (readonly number[])[],
): OrthonormalBlocks {
  const width = mean.length
  const starts = new Uint32Array(blocks.length + 1)
  const coordinates: Coordinate[] = []
  const deviation = (place: number) => Math.sqrt(comoment[place * width + place] / n)
  blocks.forEach((places, block) => {
    const used: number[] = []
    const rows: Float64Array[] = []
    for (const place of places) {
      const own = deviation(place)
      if (!(own > 0)) continue
      const row = Float64Array.from([...used, place], (other) =>
        other === place ? 1 : comoment[place * width + other] / n / own / deviation(other),
      )
      factorRow(row, rows, rankTolerance)
      if (row[row.length - 1] === 0) continue
      rows.push(row)
      used.push(place)
    }
    for (const row of invertTriangle(rows)) {
      coordinates.push({
        places: used.slice(0, row.length),
        factors: row.map((factor, i) => factor / deviation(used[i])),
      })
    }
    starts[block + 1] = coordinates.length
  })
  return { starts, coordinates }
}

/**
 * Writes the mean products of coordinates with one another, row by row: sums about their means over the rows of
 * some moments, divided by `divisor`.
 */
export function productsOf(
  { coordinates }: Pick<OrthonormalBlocks, 'coordinates'>,
  { comoment, mean }: Moments,
  divisor: number,
  products: Float64Array,
): Float64Array {
  const width = mean.length
  const count = coordinates.length
  const row = new Float64Array(width)
  const single = coordinates.every(({ places }) => places.length === 1)
  const firstPlaces = Uint32Array.from(coordinates, ({ places }) => places[0])
  const firstFactors = Float64Array.from(coordinates, ({ factors }) => factors[0])
  for (let a = 0; single && a < count; a++) {
    const at = firstPlaces[a] * width
    const factor = firstFactors[a] / divisor
    for (let b = 0, to = a * count; b <= a; b++, to++)
      products[to] = firstFactors[b] * (factor * comoment[at + firstPlaces[b]])
  }
  if (single) {
    mirrorBelow(products, count)
    return products
  }
  coordinates.forEach(({ places, factors }, a) => {
    row.fill(0)
    places.forEach((place, i) => {
      const factor = factors[i] / divisor
      for (let other = 0, at = place * width; other < width; other++, at++)
        row[other] += factor * comoment[at]
    })
    for (let b = 0; b <= a; b++) {
      const product = sumAt(row, coordinates[b])
      products[a * count + b] = product
      products[b * count + a] = product
    }
  })
  return products
}

/** The products of coordinates with a place of the moments, such as that of a target, divided by `divisor`. */
export function productsWithPlace(
  { coordinates }: Pick<OrthonormalBlocks, 'coordinates'>,
  { comoment, mean }: Moments,
  divisor: number,
  place: number,
): Float64Array {
  return Float64Array.from(coordinates, ({ places, factors }) => {
    let sum = 0
    for (let i = 0; i < places.length; i++)
      sum += (factors[i] / divisor) * comoment[places[i] * mean.length + place]
    return sum
  })
}

/** The weight of each place, from the weights of the coordinates. */
export function weightsOfPlaces(
  { coordinates }: Pick<OrthonormalBlocks, 'coordinates'>,
  weights: Float64Array,
  width: number,
): Float64Array {
  const ofPlaces = new Float64Array(width)
  coordinates.forEach(({ places, factors }, i) => {
    if (weights[i] === 0) return
    places.forEach((place, j) => (ofPlaces[place] += weights[i] * factors[j]))
  })
  return ofPlaces
}

/** Blocks whose squared products with one another miss their size by less than this share span the same. */
const sameSpan = 1e-12

/** Whether two blocks of so many coordinates span the same, by the sum of the squared products of these. */
export function spansSame(squares: number, size: number): boolean {
  return squares >= size * (1 - sameSpan)
}

/** For each block the first that spans the same; itself where none before it does. */
export function firstOfSameSpan(
  { starts }: Pick<OrthonormalBlocks, 'starts'>,
  products: Float64Array,
): Uint32Array {
  const width = starts[starts.length - 1]
  const first = Uint32Array.from({ length: starts.length - 1 }, (_, block) => block)
  for (let block = 0; block < first.length; block++) {
    const [start, size] = [starts[block], starts[block + 1] - starts[block]]
    for (let other = 0; size > 0 && other < block; other++) {
      if (first[other] !== other || starts[other + 1] - starts[other] !== size) continue
      const squares =
        size === 1
          ? products[start * width + starts[other]] * products[start * width + starts[other]]
          : squaresAt(products, width, start, starts[other], size)
      if (!spansSame(squares, size)) continue
      first[block] = other
      break
    }
  }
  return first
}

/** The sum of squares of a square part of a matrix. */
function squaresAt(numbers: Float64Array, width: number, top: number, left: number, size: number): number {
  let squares = 0
  for (let i = top; i < top + size; i++) {
    for (let j = left; j < left + size; j++) squares += numbers[i * width + j] * numbers[i * width + j]
  }
  return squares
}

function sumAt(values: Float64Array, { places, factors }: Coordinate): number {
  let sum = 0
  for (let i = 0; i < places.length; i++) sum += factors[i] * values[places[i]]
  return sum
}
