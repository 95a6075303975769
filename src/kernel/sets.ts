/** Sets of columns, one after the other; `ends[i]` is where set i ends. */
export interface Sets {
  readonly columns: Uint32Array
  readonly ends: Uint32Array
}

/** Sets that differ in their last column alone. */
export interface SetRun {
  readonly first: readonly number[]
  readonly lasts: ArrayLike<number>
}

/** Sets that begin alike are looked at together, at most so many. */
export const mostInRun = 4096

/** How many sets there are. */
export function countSets(sets: Sets | SetRun): number {
  return 'ends' in sets ? sets.ends.length : sets.lasts.length
}

/** The sets in runs of those that begin alike. */
export function* runsOf(sets: Sets | SetRun): Generator<SetRun> {
  if ('lasts' in sets) {
    yield sets
    return
  }
  for (let set = 0; set < sets.ends.length;) {
    const run = runFrom(sets, set)
    yield run
    set += run.lasts.length
  }
}

/** The longest run that begins with a set. */
function runFrom({ columns, ends }: Sets, set: number): SetRun {
  const start = set === 0 ? 0 : ends[set - 1]
  const first = [...columns.subarray(start, ends[set] - 1)]
  const lasts = [columns[ends[set] - 1]]
  for (let next = set + 1; next < ends.length && lasts.length < mostInRun; next++) {
    const from = ends[next - 1]
    if (ends[next] - from !== first.length + 1 || first.some((column, i) => columns[from + i] !== column))
      break
    lasts.push(columns[ends[next] - 1])
  }
  return { first, lasts }
}
