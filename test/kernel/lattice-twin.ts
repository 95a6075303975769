import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { LatticeInput, LatticeSums } from '../../dist/src/memory/tables/lattice-job.js'
import { Equality } from './rounding-twin.ts'

/** The sums of every subset by plain loops. Logarithms are summed by the kernel's routine. */
export function latticeTwin(input: LatticeInput, kernels: Kernels): LatticeSums {
  const { columns, common, sizes, k } = input
  const state = kernels.arena().numbers(2).address
  const sets: number[][] = []
  for (let mask = 1; mask < 2 ** columns.length; mask++) {
    const set = [...columns.keys()].filter((i) => (mask >> i) & 1)
    if (mask % 2 ** common < 2 ** common - 1) continue
    if (set.length >= sizes[0] && set.length <= sizes[1]) sets.push(set)
  }
  const isDifferences = input.wanted === 'differences'
  const sums = {
    squaredDifferences: new Float64Array(isDifferences ? sets.length * k : 0),
    squaredDistances: new Float64Array(isDifferences ? sets.length * k : 0),
    logDistances: new Float64Array(isDifferences ? 0 : sets.length),
    tied: new Uint32Array(sets.length),
    zeros: new Uint32Array(sets.length),
  }
  sets.forEach((set, i) => {
    for (let from = 0; from < input.rows; from += 8192) addBlock(sums, i, set, input, from, state, kernels)
  })
  return sums
}

function addBlock(
  sums: LatticeSums,
  i: number,
  set: readonly number[],
  input: LatticeInput,
  from: number,
  state: number,
  { run }: Kernels,
): void {
  const { rows, k } = input
  const differences = new Float64Array(k)
  const distances = new Float64Array(k)
  const squares = new Float64Array(rows)
  run.startLogSum(state)
  for (let row = from; row < Math.min(rows, from + 8192); row++) {
    const columns = set.map((column) => input.columns[column])
    const equality = new Equality(input, set, 'euclidean', row)
    fillSquares(squares, columns, row)
    let place = 0
    let farthest = 0
    let within = 0
    let above = -1
    while (place < k) {
      const least = nextGreater(squares, above)
      if (least > equality.limitOf(farthest)) farthest = least
      above = equality.limitOf(farthest)
      const tied = differencesBetween(least, above, squares, input.target, row)
      within += tied.length
      const shared = tied.reduce((sum, difference) => sum + difference, 0) / tied.length
      for (let of = 0; of < tied.length && place < k; of++, place++) {
        differences[place] += input.ties === 'shared' ? shared : tied[of]
        distances[place] += farthest
      }
    }
    run.addToLogSum(state, Math.sqrt(farthest))
    if (within > k) sums.tied[i]++
    if (farthest === 0) sums.zeros[i]++
  }
  if (input.wanted === 'distances') sums.logDistances[i] += run.finishLogSum(state)
  for (let place = 0; place < k && input.wanted === 'differences'; place++) {
    sums.squaredDifferences[i * k + place] += differences[place]
    sums.squaredDistances[i * k + place] += distances[place]
  }
}

/** Squared distances to all rows, column by column; infinite to the row itself. */
function fillSquares(squares: Float64Array, set: readonly Float64Array[], row: number): void {
  squares.fill(0)
  for (const values of set) {
    const own = values[row]
    for (let other = 0; other < squares.length; other++) squares[other] += squared(own - values[other])
  }
  squares[row] = Infinity
}

function nextGreater(values: Float64Array, above: number): number {
  let least = Infinity
  for (let i = 0; i < values.length; i++) if (values[i] > above && values[i] < least) least = values[i]
  return least
}

/** Squared target differences of the rows at some distances, in their order. */
function differencesBetween(
  least: number,
  most: number,
  squares: Float64Array,
  target: Float64Array | null,
  row: number,
): number[] {
  const found: number[] = []
  for (let other = 0; other < squares.length; other++) {
    if (squares[other] >= least && squares[other] <= most)
      found.push(target ? squared(target[row] - target[other]) : 0)
  }
  return found
}

/** Correctly rounded, unlike a power. */
function squared(value: number): number {
  return value * value
}
