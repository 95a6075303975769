import ln from '@stdlib/math-base-special-ln'
import type { Counts } from '#core'
import { chiSquareTail } from '#methods'

/** Fitting ends where no margin differs by more than this share of the rows, or after so many rounds. */
const fitting = { difference: 1e-9, rounds: 200 } as const

/** The three pairs of axes whose tables a fit keeps. */
const margins = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

/**
 * The p-value of the interaction of three variables: G² of their table against the log-linear model without an interaction of all
 * three, in which the odds ratios of two of them are the same at each level of the third (Bartlett 1935). The model keeps the three
 * tables of pairs and is fitted by iterative proportional fitting (Deming and Stephan 1940). χ² with (I − 1)(J − 1)(K − 1) degrees
 * of freedom, fewer where pairs of levels never occur (Bishop, Fienberg and Holland 1975).
 */
export function threeWayTail({ levels, cells }: Counts): number {
  const sizes = levels.map(({ length }) => length)
  const placesOf = margins.map((axes) => marginPlaces(sizes, axes))
  const observed = placesOf.map((places) => sumsAt(places, cells))
  const n = cells.reduce((sum, count) => sum + count, 0)
  const fitted = new Float64Array(cells.length).fill(1)
  for (let round = 0, difference = Infinity; round < fitting.rounds; round++) {
    difference = 0
    placesOf.forEach((places, margin) => {
      const sums = sumsAt(places, fitted)
      sums.forEach((sum, place) => {
        difference = Math.max(difference, Math.abs(sum - observed[margin][place]))
        sums[place] = sum > 0 ? observed[margin][place] / sum : 0
      })
      fitted.forEach((_, cell) => (fitted[cell] *= sums[places[cell]]))
    })
    if (round > 0 && difference <= fitting.difference * n) break
  }
  let g2 = 0
  cells.forEach((count, cell) => (g2 += count > 0 ? 2 * count * ln(count / fitted[cell]) : 0))
  const degrees = degreesOf(cells, observed, placesOf, sizes)
  return degrees > 0 ? chiSquareTail(g2, degrees) : 1
}

/** Cells that may occur, less the parameters of the model that can be estimated. */
function degreesOf(
  cells: Float64Array,
  observed: readonly Float64Array[],
  placesOf: readonly Int32Array[],
  sizes: readonly number[],
): number {
  const possible = cells.filter((_, cell) =>
    observed.every((sums, margin) => sums[placesOf[margin][cell]] > 0),
  ).length
  const pairs = observed.reduce((sum, sums) => sum + occurring(sums), 0)
  const [of01, of02] = observed
  const levels = [
    occurring(rowSums(of01, sizes[1])),
    occurring(columnSums(of01, sizes[1])),
    occurring(columnSums(of02, sizes[2])),
  ]
  return possible - (pairs - levels.reduce((sum, count) => sum + count, 0) + 1)
}

function occurring(sums: Float64Array): number {
  return sums.filter((sum) => sum > 0).length
}

function rowSums(table: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(table.length / columns)
  table.forEach((count, place) => (sums[Math.floor(place / columns)] += count))
  return sums
}

function columnSums(table: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns)
  table.forEach((count, place) => (sums[place % columns] += count))
  return sums
}

/** For each cell its place in the table of two axes. */
function marginPlaces(sizes: readonly number[], [first, second]: readonly [number, number]): Int32Array {
  const [, size1, size2] = sizes
  return Int32Array.from({ length: sizes.reduce((product, size) => product * size, 1) }, (_, cell) => {
    const at = [Math.floor(cell / (size1 * size2)), Math.floor(cell / size2) % size1, cell % size2]
    return at[first] * sizes[second] + at[second]
  })
}

function sumsAt(places: Int32Array, values: Float64Array): Float64Array {
  const sums = new Float64Array(places.reduce((most, place) => Math.max(most, place), -1) + 1)
  values.forEach((value, cell) => (sums[places[cell]] += value))
  return sums
}
