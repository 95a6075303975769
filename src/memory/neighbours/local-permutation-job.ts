import { seeded } from '#core'
import type { LocalPermutations } from '#core'
import type { Job } from '../threads/job.ts'
import { columnsOf } from '../threads/sets.ts'
import { sumGiven } from './ksg-given.ts'
import type { GivenColumns, KsgInput } from './ksg-input.ts'
import { LocalShuffler } from './local-permutations.ts'

interface LocalInput extends KsgInput {
  readonly wanted: GivenColumns
  readonly permuted: LocalPermutations
  /** The columns given, without noise: rows near in these are exchanged. */
  readonly near: readonly Float64Array[]
  /** The name of each set, which its streams begin with. */
  readonly names: readonly string[]
}

/** Some permutations of a set. */
interface LocalTask {
  readonly set: number
  readonly first: number
  readonly last: number
}

/** How many permutations make a task. */
const inTask = 8

/** For each permutation of a set, the sum over rows that `sumGiven` has of the set as it is. */
export const localPermutationJob: Job<LocalInput, LocalTask, Float64Array> = {
  name: 'local-permutations',
  open: (kernels, input) => {
    const { columns, sets, wanted, rows, permuted, names, near } = input
    const shuffler = new LocalShuffler(near, rows, permuted.neighbours)
    return ({ set, first, last }) => {
      const own = columnsOf(sets, set)
      const all = [...columns]
      const numbers: number[] = []
      const origins = input.origins && [...input.origins]
      for (let number = first; number <= last; number++) {
        const sources = shuffler.sources(seeded(`${permuted.seed}/${number}/${names[set]}`))
        for (const column of own) {
          numbers.push(all.length)
          all.push(Float64Array.from(sources, (row) => columns[column][row]))
          origins?.push(origins[column])
        }
      }
      const count = last - first + 1
      const shuffled: KsgInput = {
        ...input,
        columns: all,
        origins: origins && Float64Array.from(origins),
        sets: {
          columns: Uint32Array.from(numbers),
          ends: Uint32Array.from({ length: count }, (_, i) => (i + 1) * own.length),
        },
      }
      const sumSet = sumGiven(kernels, shuffled, wanted)
      return Float64Array.from({ length: count }, (_, i) =>
        sumSet(i, { from: 0, to: rows }).sums.reduce((total, sum) => total + sum, 0),
      )
    }
  },
}

/** The tasks of all sets in order. */
export function localTasks({ sets, permuted: { first, last } }: LocalInput): readonly LocalTask[] {
  return Array.from(sets.ends, (_, set) => set).flatMap((set) => {
    const tasks: LocalTask[] = []
    for (let from = first; from <= last; from += inTask)
      tasks.push({ set, first: from, last: Math.min(last, from + inTask - 1) })
    return tasks
  })
}

/** Sums that differ by no more than this are equal but for their rounding. */
const rounding = 1e-9

/** How many permutations of each set have at least the information of the set as it is, whose sum is no greater. */
export function countExceedances(
  tasks: readonly LocalTask[],
  parts: readonly Float64Array[],
  sums: Float64Array,
): Float64Array {
  const counts = new Float64Array(sums.length)
  tasks.forEach(({ set }, i) => {
    for (const sum of parts[i]) if (sum <= sums[set] + rounding) counts[set]++
  })
  return counts
}
