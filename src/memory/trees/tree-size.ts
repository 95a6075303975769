import type { Tree } from './tree.ts'

/** What decides how long and how large the way through a tree is. */
export interface TreeSize {
  /** The most splits from the root to a leaf. */
  readonly depth: number
  /** The most columns that divide the nodes from the root to a leaf. */
  readonly columns: number
}

export function sizeOfTree({ column, left }: Tree, columns: number): TreeSize {
  const times = new Int32Array(columns)
  const path: number[] = []
  let [most, depth, distinct] = [0, 0, 0]
  // −1 − column takes a column off the path, after the nodes below it.
  const open = [0]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next < 0) {
      path.pop()
      if (--times[-1 - next] === 0) distinct--
      continue
    }
    const of = column[next]
    if (of < 0) continue
    if (times[of]++ === 0) distinct++
    most = Math.max(most, distinct)
    depth = Math.max(depth, path.push(of))
    open.push(-1 - of, left[next] + 1, left[next])
  }
  return { depth, columns: most }
}
