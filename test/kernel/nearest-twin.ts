import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import type { NearestInput } from '../../dist/src/memory/neighbours/nearest-job.js'
import type { NearestSums } from '../../dist/src/memory/neighbours/nearest-plan.js'
import { Equality } from './rounding-twin.ts'
import type { DistanceMetric } from '../../dist/src/core/statistics/nearest.js'

interface Other {
  readonly row: number
  readonly distance: number
}

/** The statistics of the neighbours of one row. */
interface RowTwin {
  readonly differences: readonly number[]
  readonly squares: readonly number[]
  readonly distance: number
  readonly isZero: boolean
  readonly isTied: boolean
}

/** By definition: sorts all distances; Euclidean ones are squared. */
function rowTwin(input: NearestInput, set: readonly number[], row: number): RowTwin {
  const { k, metric, wanted } = input
  const each: Other[] = []
  for (let other = 0; other < input.rows; other++) {
    if (other !== row) each.push({ row: other, distance: distanceTwin(input, set, row, other) })
  }
  const inOrder = (a: Other, b: Other) => a.distance - b.distance || a.row - b.row
  each.sort(inOrder)
  const groups = new Equality(input, set, metric, row).grouped(each.map(({ distance }) => distance))
  const others = each.map(({ row }, i) => ({ row, distance: groups[i] })).sort(inOrder)
  const last = others[k - 1].distance
  const isSquared = metric === 'euclidean'
  const differences: number[] = []
  const squares: number[] = []
  for (let place = 0; wanted.of === 'differences' && place < k; place++) {
    const { distance } = others[place]
    const sharing =
      wanted.ties === 'first' ? [others[place]] : others.filter((other) => other.distance === distance)
    let sum = 0
    for (const other of sharing) {
      const difference = wanted.target[row] - wanted.target[other.row]
      sum += difference * difference
    }
    differences.push(sum / sharing.length)
    squares.push(isSquared ? distance : distance * distance)
  }
  return {
    differences,
    squares,
    distance: isSquared ? Math.sqrt(last) : last,
    isZero: last === 0,
    isTied: others.filter(({ distance }) => distance <= last).length > k,
  }
}

function distanceTwin(
  { columns, metric }: NearestInput,
  set: readonly number[],
  a: number,
  b: number,
): number {
  let distance = 0
  for (const column of set) distance = steps[metric](distance, columns[column][a] - columns[column][b])
  return distance
}

const steps: Readonly<Record<DistanceMetric, (distance: number, difference: number) => number>> = {
  euclidean: (distance, difference) => distance + difference * difference,
  manhattan: (distance, difference) => distance + Math.abs(difference),
  chebyshev: (distance, difference) => Math.max(distance, Math.abs(difference)),
}

/** Sums rows in blocks of 8,192; logarithms by the kernels' routine. */
export function nearestTwin(
  input: NearestInput,
  sets: readonly (readonly number[])[],
  kernels: Kernels,
): NearestSums {
  const { rows, k, wanted } = input
  const logs = kernels.arena().numbers(2)
  const isOfDistances = wanted.of === 'distances'
  const answer = {
    squaredDifferences: new Float64Array(isOfDistances ? 0 : sets.length * k),
    squaredDistances: new Float64Array(isOfDistances ? 0 : sets.length * k),
    logDistances: new Float64Array(isOfDistances ? sets.length : 0),
    zeros: new Float64Array(sets.length),
    tied: new Float64Array(sets.length),
  }
  sets.forEach((set, i) => {
    const twins = Array.from({ length: rows }, (_, row) => rowTwin(input, set, row))
    for (let start = 0; start < rows; start += 8192) {
      const block = twins.slice(start, start + 8192)
      answer.zeros[i] += block.filter(({ isZero }) => isZero).length
      answer.tied[i] += block.filter(({ isTied }) => isTied).length
      if (isOfDistances) {
        kernels.run.startLogSum(logs.address)
        for (const { distance } of block) kernels.run.addToLogSum(logs.address, distance)
        answer.logDistances[i] += kernels.run.finishLogSum(logs.address)
        continue
      }
      for (let place = 0; place < k; place++) {
        answer.squaredDifferences[i * k + place] += block.reduce(
          (sum, row) => sum + row.differences[place],
          0,
        )
        answer.squaredDistances[i * k + place] += block.reduce((sum, row) => sum + row.squares[place], 0)
      }
    }
  })
  return answer
}
