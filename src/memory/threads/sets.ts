/** Sets of columns, concatenated; `ends[i]` is the end of set i. */
export interface Sets {
  readonly columns: Uint32Array
  readonly ends: Uint32Array
}

/** The number of columns of each set. */
export function widthsOf({ ends }: Sets): number[] {
  return Array.from(ends, (end, set) => end - (set === 0 ? 0 : ends[set - 1]))
}

/** The columns of one set. */
export function columnsOf({ columns, ends }: Sets, set: number): number[] {
  return [...columns.subarray(set === 0 ? 0 : ends[set - 1], ends[set])]
}

/** The sets `from` … `to` − 1. */
export function sliceSets({ columns, ends }: Sets, from: number, to: number): Sets {
  const start = from === 0 ? 0 : ends[from - 1]
  return {
    columns: columns.slice(start, to > from ? ends[to - 1] : start),
    ends: ends.slice(from, to).map((end) => end - start),
  }
}

/** Sets that differ only in their last column. */
export interface SetRun {
  readonly first: readonly number[]
  readonly lasts: ArrayLike<number>
}

/** The most sets in a run. */
export const mostInRun = 4096

/** The number of sets. */
export function countSets(sets: Sets | SetRun): number {
  return 'ends' in sets ? sets.ends.length : sets.lasts.length
}

/** Groups consecutive sets with the same first columns into runs. */
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

/** The longest run that starts with a set. */
function runFrom(sets: Sets, set: number): SetRun {
  const { columns, ends } = sets
  const first = columnsOf(sets, set)
  const lasts = first.splice(-1)
  for (let next = set + 1; next < ends.length && lasts.length < mostInRun; next++) {
    const from = ends[next - 1]
    if (ends[next] - from !== first.length + 1 || first.some((column, i) => columns[from + i] !== column))
      break
    lasts.push(columns[ends[next] - 1])
  }
  return { first, lasts }
}
