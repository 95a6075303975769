// SHAP values of plain trees by their definition: the Shapley value over all sets of columns.
import type { PlainTree } from './plain-tree.ts'

/** For each column and number that the tree predicts: the SHAP value of a row. */
export function plainShap(tree: PlainTree, columns: number, row: number): number[][] {
  const values = Array.from({ length: 1 << columns }, (_, set) =>
    tree.expect(row, (column) => (set >> column) % 2 === 1),
  )
  return Array.from({ length: columns }, (_, column) =>
    values[0].map((_, output) => {
      let sum = 0
      for (let set = 0; set < values.length; set++) {
        if ((set >> column) % 2 === 1) continue
        const size = [...set.toString(2)].filter((bit) => bit === '1').length
        const orders = (factorial(size) * factorial(columns - size - 1)) / factorial(columns)
        sum += orders * (values[set | (1 << column)][output] - values[set][output])
      }
      return sum
    }),
  )
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1)
}
