import { walkTree } from '../statistics/set-tree.ts'
import type { SetTree } from '../statistics/set-tree.ts'

/** Rows in groups, numbered from 0. */
interface Groups {
  readonly of: Int32Array
  readonly count: number
}

/** Groups that a table of all combinations would leave mostly empty are found by a map. */
const widestTable = 1 << 22

/**
 * The share of rows that have the most frequent class among the rows equal to them, for each node of a tree of sets:
 * 1 − Σ (size of a group − its majority)/n over the groups of equal rows. Columns and classes are levels 0, 1, 2, ….
 */
export function consistencies(
  columns: readonly Float64Array[],
  classes: Float64Array,
  weights: Float64Array,
  tree: SetTree,
): Float64Array {
  const shares = new Float64Array(tree.parent.length)
  const n = weights.reduce((sum, weight) => sum + weight, 0)
  const levels = columns.map(countLevels)
  const classCount = countLevels(classes)
  const path: Groups[] = []
  walkTree(tree, (node, depth) => {
    path[depth] =
      node === 0
        ? { of: new Int32Array(classes.length), count: 1 }
        : split(path[depth - 1], columns[tree.column[node]], levels[tree.column[node]])
    shares[node] = majorities(path[depth], split(path[depth], classes, classCount), weights) / n
  })
  return shares
}

function countLevels(column: Float64Array): number {
  return column.reduce((most, level) => Math.max(most, level + 1), 0)
}

/** Groups whose rows are also of one level, in the order in which they are met. */
function split({ of, count }: Groups, column: Float64Array, levels: number): Groups {
  const groups = new Int32Array(of.length)
  let found = 0
  if (count * levels <= widestTable) {
    // 1 more than the new group's number, 0 where none was met.
    const known = new Int32Array(count * levels)
    for (let row = 0; row < of.length; row++) {
      const cell = of[row] * levels + column[row]
      if (known[cell] === 0) known[cell] = ++found
      groups[row] = known[cell] - 1
    }
  } else {
    const known = new Map<number, number>()
    for (let row = 0; row < of.length; row++) {
      const cell = of[row] * levels + column[row]
      const group = known.get(cell)
      groups[row] = group ?? found
      if (group === undefined) known.set(cell, found++)
    }
  }
  return { of: groups, count: found }
}

/** The weight of the rows that have the heaviest class of their group. */
function majorities(groups: Groups, withClass: Groups, weights: Float64Array): number {
  const weight = new Float64Array(withClass.count)
  const groupOf = new Int32Array(withClass.count)
  for (let row = 0; row < weights.length; row++) {
    weight[withClass.of[row]] += weights[row]
    groupOf[withClass.of[row]] = groups.of[row]
  }
  const most = new Float64Array(groups.count)
  weight.forEach((one, i) => (most[groupOf[i]] = Math.max(most[groupOf[i]], one)))
  return most.reduce((sum, one) => sum + one, 0)
}
