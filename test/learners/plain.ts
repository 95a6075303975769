// Slow plain learners: refitted from the rows for every fold and every set.
import { MemorySource } from 'criba'
import type { Table } from 'criba'
import { splitsOf } from '../../dist/src/core/statistics/view.js'

export type Cells = readonly (number | string)[]

/** The fold of each row, as a view with these weights deals them; −1 for rows of weight 0. */
export async function foldOfRows(
  table: Table,
  spec: { folds: number; seed: number; number: number; target: number; weights?: number },
): Promise<readonly number[]> {
  const { folds, seed, number, target, weights } = spec
  const isNumeric = table.columns[target].type === 'numeric'
  const by = { column: target, coding: { kind: 'values' } } as const
  const source = new MemorySource(table)
  const foldOf = new Array<number>(table.rows).fill(-1)
  const view = weights === undefined ? {} : { weights }
  const { splits } = splitsOf(view, { folds, seed, number, ...(!isNumeric && { by }) })
  for (const [fold, { test }] of splits.entries()) {
    const [{ weights: held }] = await source.answer([{ kind: 'rows', columns: [by], view: test }])
    held.forEach((weight, row) => {
      if (weight > 0) foldOf[row] = fold
    })
  }
  return foldOf
}

export interface Rows {
  readonly features: readonly Cells[]
  readonly target: Cells
  readonly weights: readonly number[]
  readonly train: readonly number[]
  readonly held: readonly number[]
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function mean(values: readonly number[], weights: readonly number[]): number {
  return sum(values.map((value, i) => value * weights[i])) / sum(weights)
}

/** R² or the mean squared error of ridge regression. */
export function plainLinear(rows: Rows, metric: 'r2' | 'mse', ridge: number): number {
  const { features, train, held } = rows
  const weightOf = (places: readonly number[]) => places.map((row) => rows.weights[row])
  const y = (places: readonly number[]) => places.map((row) => rows.target[row] as number)
  const designs = features.flatMap((cells) => {
    if (typeof cells[0] === 'string')
      return [...new Set(cells)].map((level) => cells.map((cell) => (cell === level ? 1 : 0)))
    const values = train.map((row) => cells[row] as number)
    const centre = mean(values, weightOf(train))
    const spread = Math.sqrt(
      mean(
        values.map((value) => (value - centre) ** 2),
        weightOf(train),
      ),
    )
    // A constant column has no information.
    return spread < 1e-12 ? [] : [cells.map((cell) => ((cell as number) - centre) / spread)]
  })
  const w = weightOf(train)
  const means = designs.map((column) =>
    mean(
      train.map((row) => column[row]),
      w,
    ),
  )
  const centre = mean(y(train), w)
  const x = designs.map((column, j) => train.map((row) => column[row] - means[j]))
  const matrix = x.map((a, i) =>
    x.map((b, j) => sum(a.map((value, row) => w[row] * value * b[row])) + (i === j ? ridge : 0)),
  )
  const right = x.map((a) => sum(a.map((value, row) => w[row] * value * (y(train)[row] - centre))))
  const coefficients = solve(matrix, right)
  const predicted = held.map(
    (row) => centre + sum(designs.map((column, j) => coefficients[j] * (column[row] - means[j]))),
  )
  const v = weightOf(held)
  const squares = sum(y(held).map((value, i) => v[i] * (value - predicted[i]) ** 2))
  if (metric === 'mse') return squares / sum(v)
  const middle = mean(y(held), v)
  const all = sum(y(held).map((value, i) => v[i] * (value - middle) ** 2))
  return all === 0 ? (squares === 0 ? 1 : 0) : 1 - squares / all
}

/** Gauss's elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]])
  const size = right.length
  for (let i = 0; i < size; i++) {
    const pivot = rows.reduce(
      (best, row, j) => (j >= i && Math.abs(row[i]) > Math.abs(rows[best][i]) ? j : best),
      i,
    )
    ;[rows[i], rows[pivot]] = [rows[pivot], rows[i]]
    for (let j = 0; j < size; j++) {
      if (j === i || rows[j][i] === 0) continue
      const times = rows[j][i] / rows[i][i]
      for (let k = i; k <= size; k++) rows[j][k] -= times * rows[i][k]
    }
  }
  return rows.map((row, i) => row[size] / row[i])
}

/** What naive Bayes of levels scores on held-out rows. */
export function plainNaiveBayes(
  { features, target, weights, train, held }: Rows,
  metric: 'accuracy' | 'macro-f1' | 'log-loss',
  smoothing: number,
): number {
  const classes = [...new Set(target)].sort()
  const weightOf = (holds: (row: number) => boolean) => sum(train.filter(holds).map((row) => weights[row]))
  const logs = held.map((row) =>
    classes.map((label) => {
      const ofClass = weightOf((other) => target[other] === label)
      let log = Math.log((ofClass + smoothing) / (weightOf(() => true) + smoothing * classes.length))
      for (const cells of features) {
        const both = weightOf((other) => target[other] === label && cells[other] === cells[row])
        log += Math.log((both + smoothing) / (ofClass + smoothing * new Set(cells).size))
      }
      return log
    }),
  )
  const all = sum(held.map((row) => weights[row]))
  if (metric === 'log-loss') {
    const losses = held.map((row, i) => {
      const total = sum(logs[i].map((log) => Math.exp(log)))
      return (-weights[row] * (logs[i][classes.indexOf(target[row])] - Math.log(total))) / Math.LN2
    })
    return sum(losses) / all
  }
  // Of equally likely classes the first; rounding must not part them.
  const taken = logs.map((of) => classes[of.findIndex((log) => log > Math.max(...of) - 1e-9)])
  const weightWhere = (holds: (label: number | string, as: number | string) => boolean) =>
    sum(held.map((row, i) => (holds(target[row], taken[i]) ? weights[row] : 0)))
  if (metric === 'accuracy') return weightWhere((label, as) => label === as) / all
  const scores = classes.flatMap((one) => {
    const right = weightWhere((label, as) => label === one && as === one)
    const wrong = weightWhere((label, as) => (label === one) !== (as === one))
    return right + wrong === 0 ? [] : [(2 * right) / (2 * right + wrong)]
  })
  return sum(scores) / scores.length
}
