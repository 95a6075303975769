import { CribaError, joinVariables, membersOf } from '#core'
import type { Answer, Counts, Rows, Scale } from '#core'
import { divergence } from '../measures/divergence.ts'
import { divergenceByNeighbours, scaleColumn } from '../measures/divergence-estimate.ts'
import { ln2 } from '../measures/estimators.ts'
import type { RankScores } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import { neighbourEntropyOptions, scaleByNeighbours } from './families/neighbour-entropies.ts'

/** All pairs of rows are looked at. */
const mostRows = 20_000

/**
 * Rewards sets of columns whose joint law differs between two classes.
 *
 * J = D(P‖Q) = Σ p log₂(p/q), P and Q the laws of X_S in the first and in the second class, in bits; 0 where
 * they are equal, ∞ where the first class holds a joint level that the second does not, and not the same with
 * the classes exchanged. `estimator: 'nearest'` takes numbers as they stand, (d/n) Σ log(ν_i/ρ_i) +
 * log(m/(n−1)) with the distances ρ and ν of a row of the first class to its k-th neighbour in the first and
 * in the second; it may fall below 0, and has no value where such a distance is 0. `joint-mi` takes any
 * number of classes, and each by its share. Kullback and Leibler (1951); Wang, Kulkarni and Verdú (2009).
 *
 * @example score(table, { features: ['a', 'b'], target: 'ill', by: [klDivergence({ estimator: 'nearest' })] })
 */
export const klDivergence = defineSubset({
  id: 'kl-divergence',
  title: 'Kullback–Leibler divergence between two classes',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'classes',
  twoClasses: true,
  reads: ({ estimator }) => ({
    features:
      estimator === 'nearest'
        ? { numeric: 'distances', categorical: null }
        : { numeric: 'levels', categorical: 'levels' },
    target: 'classes',
  }),
  better: 'higher',
  units: 'bits',
  options: {
    estimator: {
      type: 'choice',
      of: ['plug-in', 'nearest'],
      default: 'plug-in',
      help: 'from counts of levels (plug-in), or from the k-th neighbours of numbers (nearest)',
    },
    k: neighbourEntropyOptions.k,
    scale: scaleByNeighbours,
  },
  formula: 'Σ p log₂(p/q), p and q of X_S in the first and the second class',
  reference: 'Kullback & Leibler 1951; Wang, Kulkarni & Verdú 2009',
  needs: ({ sets, target, options, view }) => {
    if (options.estimator === 'plug-in')
      return [{ kind: 'counts', family: joinVariables(sets, [target!]), view }]
    return Array.from(membersOf(sets), (set) => ({ kind: 'rows', columns: [target!, ...set], view }) as const)
  },
  fold: (answers, step) => {
    const found = step.options.estimator === 'plug-in' ? ofCounts(answers, step) : ofRows(answers, step)
    const why = found.map((one) => one.why)
    return { ...pack(found), ...(why.some((reason) => reason !== undefined) && { why }) }
  },
})

/** One set's divergence, or why there is none. */
interface SetDivergence {
  readonly n: number
  readonly bits: number
  readonly why?: string
}

function pack(found: readonly SetDivergence[]): RankScores {
  return {
    n: Float64Array.from(found, ({ n }) => n),
    score: Float64Array.from(found, ({ bits }) => bits),
  }
}

/** From tables whose first axis are the two classes. */
function ofCounts([answer]: readonly Answer[], { classes }: SubsetStep): readonly SetDivergence[] {
  return (answer as readonly Counts[]).map(({ cells }) => {
    const half = cells.length / 2
    const laws = [cells.subarray(0, half), cells.subarray(half)]
    const rows = laws.map((law) => law.reduce((sum, count) => sum + count, 0))
    const n = rows[0] + rows[1]
    const empty = rows.indexOf(0)
    if (empty >= 0) return { n, bits: NaN, why: `no complete row of class ${classes[empty]}` }
    return { n, bits: divergence(laws[0], laws[1]) }
  })
}

/** From rows: the number of the class, then the columns of the set. */
function ofRows(
  answers: readonly Answer[],
  { classes, options: { k, scale } }: SubsetStep<{ readonly k: number; readonly scale: Scale }>,
): readonly SetDivergence[] {
  return (answers as readonly Rows[]).map(({ columns, weights }) => {
    const rows = completeRows(columns, weights)
    const [labels, ...numbers] = columns.map((column) => Float64Array.from(rows, (row) => column[row]))
    const scaled = numbers.map((column) => scaleColumn(column, scale))
    const [p, q] = [0, 1].map((label) =>
      scaled.map((column) => column.filter((_, row) => labels[row] === label)),
    )
    const n = rows.length
    const few = p[0].length <= k ? 0 : q[0].length < k ? 1 : -1
    if (few >= 0) {
      const needs = few === 0 ? `more than k = ${k}` : `k = ${k} or more`
      const count = (few === 0 ? p : q)[0].length
      return { n, bits: NaN, why: `${count} complete rows of class ${classes[few]} (needs ${needs})` }
    }
    const { nats, zeros } = divergenceByNeighbours(p, q, k)
    if (zeros > 0) return { n, bits: NaN, why: atZero(zeros, p[0].length, k) }
    return Number.isFinite(nats) ? { n, bits: nats / ln2 } : { n, bits: NaN, why: 'distances beyond numbers' }
  })
}

function atZero(zeros: number, rows: number, k: number): string {
  return `${zeros} of ${rows} rows coincide with neighbour ${k}, so that the estimate is not finite (a larger k may help; plug-in counts levels)`
}

/** The rows that count and lack nothing. */
function completeRows(columns: readonly Float64Array[], weights: Float64Array): Int32Array {
  if (weights.some((weight) => weight !== 0 && weight !== 1))
    throw new CribaError('unsuitable', 'unsuitable weights: neighbours need every weight to be 0 or 1')
  const rows = Int32Array.from(weights.keys()).filter(
    (row) => weights[row] > 0 && columns.every((column) => !Number.isNaN(column[row])),
  )
  if (rows.length <= mostRows) return rows
  throw new CribaError(
    'too-large',
    `too many rows: kl-divergence looks at all pairs of ${rows.length.toLocaleString('en')} rows for neighbours (at most ${mostRows.toLocaleString('en')}; plug-in counts levels)`,
  )
}
