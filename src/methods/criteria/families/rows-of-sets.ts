import { buildSetTree, mapFamily, membersOf, variablesOf } from '#core'
import type { Family, Rows, RowsRequest, SetTree } from '#core'
import type { RankScores } from '../../shapes/criterion.ts'
import type { SubsetStep } from '../../shapes/subset-criterion.ts'

/** The rows of some sets and their target, complete and with a weight above 0. */
interface RowsOfSets {
  readonly columns: readonly Float64Array[]
  readonly target: Float64Array
  readonly weights: Float64Array
  readonly tree: SetTree
}

/** What a criterion that looks at rows asks for: those of the target and every column of the family, once. */
export function rowsNeeds({ sets, target, view }: SubsetStep<unknown>): readonly [RowsRequest] {
  return [{ kind: 'rows', columns: [target!, ...variablesOf(sets)], view }]
}

/** What is found of one set. */
interface ScoreOfRows {
  readonly score: number
  readonly why?: string
}

/**
 * Scores of sets from rows: all at once over the same rows, or set after set where values are missing, each
 * over the rows complete in itself. `find` says what is found at each node of the tree.
 */
export function rowsFold(
  [rows]: readonly [Rows],
  sets: Family,
  find: (rows: RowsOfSets) => (node: number) => ScoreOfRows,
): RankScores {
  const places = new Map([...variablesOf(sets)].map((variable, i) => [variable, i]))
  const family = mapFamily(sets, (variable) => places.get(variable)!)
  const isHoled = rows.columns.slice(1).some((column) => column.some(Number.isNaN))
  const families = isHoled ? Array.from(membersOf(family), (set) => ({ list: [set] })) : [family]
  const score: number[] = []
  const why: (string | undefined)[] = []
  const n: number[] = []
  for (const one of families) {
    const tree = buildSetTree(one, places.size)
    const used = isHoled ? [...membersOf(one)][0] : [...places.values()]
    const complete = completeRows(rows, used)
    const total = complete.weights.reduce((sum, weight) => sum + weight, 0)
    const foundAt = find({ ...complete, tree })
    for (const node of tree.node) {
      const found = total > 0 ? foundAt(node) : { score: NaN }
      score.push(found.score)
      why.push(found.why)
      n.push(total)
    }
  }
  return { n: Float64Array.from(n), score: Float64Array.from(score), why }
}

/** The rows that count and lack neither the target nor one of the columns used. */
function completeRows({ columns: [target, ...columns], weights }: Rows, used: readonly number[]) {
  const counts = Int32Array.from(weights.keys()).filter(
    (row) =>
      weights[row] > 0 && !Number.isNaN(target[row]) && used.every((i) => !Number.isNaN(columns[i][row])),
  )
  const take = (column: Float64Array) => Float64Array.from(counts, (row) => column[row])
  const isUsed = new Set(used)
  return {
    columns: columns.map((column, i) => (isUsed.has(i) ? take(column) : new Float64Array(0))),
    target: take(target),
    weights: take(weights),
  }
}
