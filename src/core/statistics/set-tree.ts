import { membersOf } from './family.ts'
import type { Family } from './family.ts'

/**
 * The sets of a family as a prefix tree, so that work on shared columns is done once: each node is the set of
 * its parent with one more column. Node 0 is the empty set, and parents have lower numbers than their
 * children.
 */
export interface SetTree {
  readonly parent: Int32Array
  /** The number of the column that a node adds to its parent; −1 for node 0. */
  readonly column: Int32Array
  /** The node of each set of the family. */
  readonly node: Int32Array
}

/**
 * Builds the tree of a family of numbered columns; sets with the same first columns, in their own order,
 * share nodes.
 */
export function buildSetTree(family: Family<number>, columns: number): SetTree {
  const parent = [-1]
  const column = [-1]
  const children = new Map<number, number>()
  const node: number[] = []
  for (const set of membersOf(family)) {
    let at = 0
    for (const member of set) {
      const key = at * columns + member
      let next = children.get(key)
      if (next === undefined) {
        next = parent.length
        children.set(key, next)
        parent.push(at)
        column.push(member)
      }
      at = next
    }
    node.push(at)
  }
  return { parent: Int32Array.from(parent), column: Int32Array.from(column), node: Int32Array.from(node) }
}

/** Visits every node with its depth, depth first. */
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
