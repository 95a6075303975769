import { describe, expect, it } from 'vitest'
import { divergence, selfInformation } from '../../dist/src/methods/measures/divergence.js'
import * as quantities from '../../dist/src/methods/measures/quantities.js'
import type { Axes, Quantity } from '../../dist/src/methods/measures/quantities.js'
import {
  informationByLevel,
  tableEstimators,
  shrinkage,
} from '../../dist/src/methods/measures/table-estimators.js'
import { near } from '../laws/given.ts'
import { casesOf, columnOf, columnsTable } from './tables.ts'

interface Given {
  readonly dataset: string
  readonly estimator?: keyof typeof tableEstimators
  readonly lambda?: number
  readonly value: number
}

/** The value of a quantity of columns of a data set: the sets in order, each the axes of the one table they make. */
function check(
  one: Given,
  sets: readonly (readonly string[])[],
  build: (...axes: Axes[]) => Quantity | readonly Quantity[],
): readonly number[] {
  const columns = [...new Set(sets.flat())]
  const table = columnsTable(one.dataset, columns)
  const axes = sets.map((set) => set.map((column) => columns.indexOf(column)))
  const built = build(...axes)
  if (one.lambda !== undefined) near(shrinkage(table).lambda, one.lambda)
  return (Array.isArray(built) ? built : [built]).map(tableEstimators[one.estimator ?? 'plug-in'](table))
}

const apart = (columns: readonly string[]) => columns.map((column) => [column])
const name = (one: { dataset?: string; estimator?: string }, ...sets: unknown[]) =>
  `${one.dataset} ${sets.map(String).join(' ')} ${one.estimator ?? ''}`

describe('reference values', () => {
  it.each(
    casesOf<Given & { columns: string[] }>('entropy').map((one) => ({
      ...one,
      title: name(one, one.columns),
    })),
  )('entropy $title', (one) => near(check(one, [one.columns], quantities.entropyOf)[0], one.value))

  it.each(casesOf<Given & { columns: string[]; given: string[] }>('conditional-entropy'))(
    'conditional entropy $dataset $columns $given',
    (one) => near(check(one, [one.columns, one.given], quantities.conditionalEntropy)[0], one.value),
  )

  it.each(casesOf<Given & { x: string[]; y: string[] }>('mutual-information'))(
    'mutual information $dataset $x $y $estimator',
    (one) => near(check(one, [one.x, one.y], quantities.mutualInformation)[0], one.value),
  )

  const conditional = casesOf<
    Given & {
      x: string[]
      y: string[]
      given: string[]
      levels?: { level: (string | number)[]; rows: number; weight: number; value: number }[]
    }
  >('conditional-mutual-information')
  it.each(conditional)('conditional mutual information $dataset $x $y $given $estimator', (one) => {
    near(check(one, [one.x, one.y, one.given], quantities.conditionalMutualInformation)[0], one.value)
  })
  it.each(conditional.filter(({ levels }) => levels))('by level $dataset $x $y $given', (one) => {
    const table = columnsTable(one.dataset, [...one.x, ...one.y, ...one.given])
    const places = (set: readonly string[], from: number) => set.map((_, i) => from + i)
    const [x, y] = [places(one.x, 0), places(one.y, one.x.length)]
    const { bits, levels } = informationByLevel(table, x, y, places(one.given, x.length + y.length))
    near(bits, one.value)
    expect(levels.map(({ level, rows }) => ({ level, rows }))).toEqual(
      one.levels!.map(({ level, rows }) => ({ level, rows })),
    )
    levels.forEach((level, i) => {
      near(level.weight, one.levels![i].weight)
      near(level.bits, one.levels![i].value)
    })
  })

  it.each(casesOf<Given & { columns: string[] }>('multi-information'))(
    'multi-information $dataset $columns',
    (one) =>
      near(check(one, apart(one.columns), (...parts) => quantities.multiInformation(parts))[0], one.value),
  )

  it.each(casesOf<Given & { columns: string[] }>('co-information'))(
    'co-information $dataset $columns',
    (one) =>
      near(check(one, apart(one.columns), (...parts) => quantities.coInformation(parts))[0], one.value),
  )

  it.each(casesOf<Given & { target: string; x: string; y: string }>('interaction'))(
    'interaction $dataset $target $x $y',
    (one) => near(check(one, apart([one.target, one.x, one.y]), quantities.interaction)[0], one.value),
  )

  it.each(
    casesOf<Omit<Given, 'value'> & { target: string; columns: string[]; value: number[][] }>(
      'interaction-matrix',
    ),
  )('interaction matrix $dataset $target $columns', ({ dataset, target, columns, value }) => {
    columns.forEach((x, i) =>
      columns.forEach((y, j) => {
        const given = { dataset, value: value[i][j] }
        near(check(given, apart([target, x, y]), quantities.interaction)[0], value[i][j])
      }),
    )
  })

  it.each(casesOf<Given & { order: string[]; terms: number[] }>('chain-rule-entropy'))(
    'chain rule of entropy $dataset $order',
    (one) => {
      const terms = check(one, apart(one.order), (...order) => quantities.entropyChain(order))
      expect(terms).toHaveLength(one.terms.length)
      terms.forEach((term, i) => near(term, one.terms[i]))
    },
  )

  it.each(casesOf<Given & { target: string; order: string[]; terms: number[] }>('chain-rule-information'))(
    'chain rule of information $dataset $target $order',
    (one) => {
      const sets = apart([one.target, ...one.order])
      const terms = check(one, sets, (target, ...order) => quantities.informationChain(target, order))
      expect(terms).toHaveLength(one.terms.length)
      terms.forEach((term, i) => near(term, one.terms[i]))
    },
  )

  it.each(casesOf<{ p: number[]; q: number[]; value: number | 'inf' }>('kl-divergence'))(
    'divergence $p $q',
    ({ p, q, value }) => near(divergence(p, q), value === 'inf' ? Infinity : value),
  )

  it.each(casesOf<Given & { column: string; level: string | number }>('self-information'))(
    'self-information $dataset $column $level',
    ({ dataset, column, level, value }) => {
      const cells = columnOf(dataset, column)
      near(selfInformation(cells.filter((cell) => cell === level).length, cells.length), value)
    },
  )
})
