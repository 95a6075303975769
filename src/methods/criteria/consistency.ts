import { walkTree } from '#core'
import type { SetTree } from '#core'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { rowsFold, rowsNeeds } from './families/rows-of-sets.ts'

/**
 * Rewards sets of columns on which rows that look alike have one class.
 *
 * J = 1 − Σ (rows of a group − those of its most frequent class)/n over the groups of rows equal on the set,
 * discretised: the share of rows that a table of the set's joint levels gets right, from the share of the
 * most frequent class to 1. A numeric target is discretised too. It never falls with a column more, and is 1
 * as soon as every group is pure, which columns with many levels reach by chance; a constant column changes
 * nothing. `joint-mi` sees how mixed a group is, not its majority alone. Asks for the rows themselves, so
 * very large data are refused. Liu and Setiono (1996).
 *
 * @example select(table, { target: 'species', criterion: consistency(), search: branchAndBound(), k: 3 })
 */
export const consistency = defineSubset({
  id: 'consistency',
  title: 'Consistency of equal rows',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  monotone: true,
  better: 'higher',
  units: 'share of rows',
  options: {},
  formula: 'J = 1 − Σ (size − majority)/n over groups of equal rows',
  reference: 'Liu & Setiono 1996',
  needs: rowsNeeds,
  fold: (answers, { sets }) =>
    rowsFold(answers, sets, ({ columns, target, weights, tree }) => {
      const shares = consistencies(columns, target, weights, tree)
      return (node) => ({ score: shares[node] })
    }),
})

/** The group of each row, numbered from 0. */
interface Groups {
  readonly of: Int32Array
  readonly count: number
}

/** The level of each row, numbered from 0. */
interface Levels {
  readonly of: Int32Array
  readonly count: number
}

/** With more combinations of group and level than this, groups are numbered with a map instead of a table. */
const maxTableCells = 1 << 22

/**
 * The share of rows with the most frequent class among the rows equal to them, for each set of a tree: 1 − Σ
 * (size of a group − its majority)/n over the groups of equal rows. Columns and classes are levels 0, 1, 2,
 * ….
 */
function consistencies(
  columns: readonly Float64Array[],
  classes: Float64Array,
  weights: Float64Array,
  tree: SetTree,
): Float64Array {
  const n = weights.reduce((sum, weight) => sum + weight, 0)
  const levels = columns.map(levelsOf)
  const labels = levelsOf(classes)
  const shares = new Float64Array(tree.parent.length)
  const isRequested = new Uint8Array(tree.parent.length)
  for (const node of tree.node) isRequested[node] = 1
  const path: Groups[] = []
  walkTree(tree, (node, depth) => {
    path[depth] =
      node === 0
        ? { of: new Int32Array(classes.length), count: 1 }
        : split(path[depth - 1], levels[tree.column[node]])
    if (isRequested[node] === 1) shares[node] = majorities(path[depth], labels, weights) / n
  })
  return shares
}

function levelsOf(column: Float64Array): Levels {
  return {
    of: Int32Array.from(column),
    count: column.reduce((most, level) => Math.max(most, level + 1), 0),
  }
}

/** Splits groups by the levels of a column; new groups are numbered in order of first appearance. */
function split(groups: Groups, levels: Levels): Groups {
  const rows = groups.of.length
  // Groups of one row cannot be split.
  if (groups.count === rows) return groups
  const of = new Int32Array(rows)
  let count = 0
  if (groups.count * levels.count <= maxTableCells) {
    // The new group's number plus 1; 0 for a combination without rows so far.
    const numbers = new Int32Array(groups.count * levels.count)
    for (let row = 0; row < rows; row++) {
      const cell = groups.of[row] * levels.count + levels.of[row]
      if (numbers[cell] === 0) numbers[cell] = ++count
      of[row] = numbers[cell] - 1
    }
    return { of, count }
  }
  const numbers = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    const cell = groups.of[row] * levels.count + levels.of[row]
    const group = numbers.get(cell)
    of[row] = group ?? count
    if (group === undefined) numbers.set(cell, count++)
  }
  return { of, count }
}

/** The total weight of the majority class of each group, summed over groups. */
function majorities(groups: Groups, labels: Levels, weights: Float64Array): number {
  const withLabel = split(groups, labels)
  const weight = new Float64Array(withLabel.count)
  const most = new Float64Array(groups.count)
  for (let row = 0; row < weights.length; row++) {
    const group = groups.of[row]
    const sum = weight[withLabel.of[row]] + weights[row]
    weight[withLabel.of[row]] = sum
    if (sum > most[group]) most[group] = sum
  }
  let sum = 0
  for (let group = 0; group < most.length; group++) sum += most[group]
  return sum
}
