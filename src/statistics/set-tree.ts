import { membersOf } from './family.ts'
import type { Family } from './family.ts'

/**
 * The sets of a family as a tree, so that what sets share is made once: each node is the set of its parent with one
 * column more. Node 0 holds nothing, and a parent stands before its children.
 */
export interface SetTree {
  readonly parent: Int32Array
  /** The column that a node has more than its parent, by its number; −1 for node 0. */
  readonly column: Int32Array
  /** The node of each set of the family. */
  readonly node: Int32Array
}

/** The tree of a family of numbered columns; sets that begin alike, in their own order, share those nodes. */
export function setTree(family: Family<number>, columns: number): SetTree {
  const parent = [-1]
  const column = [-1]
  const known = new Map<number, number>()
  const node: number[] = []
  for (const set of membersOf(family)) {
    let at = 0
    for (const member of set) {
      const key = at * columns + member
      let next = known.get(key)
      if (next === undefined) {
        next = parent.length
        known.set(key, next)
        parent.push(at)
        column.push(member)
      }
      at = next
    }
    node.push(at)
  }
  return { parent: Int32Array.from(parent), column: Int32Array.from(column), node: Int32Array.from(node) }
}

/** Goes from the root to every node, children after their parent and before its next sibling, with its depth. */
export function walkTree({ parent }: SetTree, enter: (node: number, depth: number) => void): void {
  const first = new Int32Array(parent.length).fill(-1)
  const next = new Int32Array(parent.length).fill(-1)
  for (let node = parent.length - 1; node > 0; node--) {
    next[node] = first[parent[node]]
    first[parent[node]] = node
  }
  let node = 0
  let depth = 0
  for (;;) {
    enter(node, depth)
    if (first[node] >= 0) {
      node = first[node]
      depth++
      continue
    }
    while (node > 0 && next[node] < 0) {
      node = parent[node]
      depth--
    }
    if (node === 0) return
    node = next[node]
  }
}
