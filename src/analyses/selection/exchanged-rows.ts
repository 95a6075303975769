import { countLevels, rowNumbers, variablesOfExchange } from '#core'
import type { Exchange, Variable } from '#core'
import { expandCounts, jointLevels, valuesAt } from '#methods'
import type { ExchangeColumns } from '../null-distributions/row-exchange.ts'
import type { ColumnOfRows } from '../null-distributions/exchanged-statistic.ts'
import { exchangeColumns } from '../permutations/exchange-rows.ts'
import { refuseUnexchangeable } from '../permutations/permuted-target.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { hasOrder } from './candidate-test.ts'
import { levelsError, wholeWeightsError } from './gain-test.ts'
import type { TestContext } from './gain-test.ts'

/** What is tested: the rows, as often as their weights say, of the columns that the test reads. */
export interface TestedRows {
  readonly candidate: ColumnOfRows
  readonly target: ColumnOfRows
  readonly selected: readonly ColumnOfRows[]
  /** The columns that every gain is given. */
  readonly given: readonly ColumnOfRows[]
  readonly exchange: ExchangeColumns
}

/** The rows complete in the candidates and the target; a column that was selected may lack some of them. */
export async function readRows(
  batcher: RequestBatcher,
  { features, target, view, exchange, isNumeric, given }: TestContext & { readonly exchange: Exchange },
  selected: readonly number[],
  joining: readonly number[],
): Promise<TestedRows> {
  refuseUnexchangeable(batcher, view)
  const coded = [...joining, ...selected].map((i) => features[i])
  if (!target?.coding || coded.some(({ coding }) => !coding)) throw levelsError()
  const variables = [...coded, target, ...given]
  // Numbers are exchanged by their values: they say more than their levels of how rows depend on one another.
  const ofValues = [features[joining[0]], target].map((variable) =>
    joining.length === 1 && hasOrder({ isNumeric }, variable) ? withValues(variable) : variable,
  )
  const read = [...variables, ...ofValues, ...variablesOfExchange(exchange)]
  const [{ columns, weights }] = await batcher.requestOnce([{ kind: 'rows', columns: read, view }])
  if (!weights.every(Number.isInteger)) throw wholeWeightsError()
  const order = completeRows([...columns.slice(0, joining.length), columns[coded.length]], weights)
  const take = (column: Float64Array) => valuesAt(order, column)
  const columnOf = (place: number, values = place): ColumnOfRows => ({
    codes: Int32Array.from(take(columns[place]).map((code) => (Number.isNaN(code) ? -1 : code))),
    levels: countLevels(variables[place].coding!),
    values: take(columns[values]),
    isOrdered: hasOrder({ isNumeric }, variables[place]),
  })
  const own = joining.map((_, i) => columnOf(i))
  return {
    candidate: joining.length === 1 ? columnOf(0, variables.length) : jointColumn(own),
    target: columnOf(coded.length, joining.length === 1 ? variables.length + 1 : coded.length),
    selected: selected.map((_, i) => columnOf(joining.length + i)),
    given: given.map((_, i) => columnOf(coded.length + 1 + i)),
    exchange: exchangeColumns(exchange, columns.slice(variables.length + 2).map(take)),
  }
}

/** The rows complete in these columns, each as often as its weight says. */
function completeRows(columns: readonly Float64Array[], weights: Float64Array): Int32Array {
  const times = weights.map((weight, row) =>
    columns.some((column) => Number.isNaN(column[row])) ? 0 : weight,
  )
  return expandCounts(times)
}

/** The places of the rows complete in all columns. */
export function areBoth(...columns: readonly ColumnOfRows[]): Int32Array {
  return rowNumbers(columns[0].codes.length).filter((row) => columns.every(({ codes }) => codes[row] >= 0))
}

export function takeRows(column: ColumnOfRows, places: Int32Array): ColumnOfRows {
  return {
    ...column,
    codes: places.map((place) => column.codes[place]),
    values: valuesAt(places, column.values),
  }
}

export function takeExchange(exchange: ExchangeColumns, places: Int32Array): ExchangeColumns {
  const all = Object.entries(exchange) as readonly (readonly [string, ArrayLike<number>])[]
  return Object.fromEntries(all.map(([name, column]) => [name, valuesAt(places, column)]))
}

/** Several columns as one, without a level where one of them has none. */
function jointColumn(columns: readonly ColumnOfRows[]): ColumnOfRows {
  if (columns.length === 1) return columns[0]
  const { codes, levels } = jointLevels(columns)
  const found = codes.map((code, row) => (columns.every((column) => column.codes[row] >= 0) ? code : -1))
  return { codes: found, levels, values: Float64Array.from(found), isOrdered: false }
}

/** The joint levels of some columns; null of none. */
export function jointOf(columns: readonly ColumnOfRows[]): ColumnOfRows | null {
  return columns.length === 0 ? null : jointColumn(columns)
}

function withValues({ coding: _, ...variable }: Variable): Variable {
  return { ...variable, coding: null }
}
