import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { seeded } from '../../kernel/random-stream.ts'
import { rankStatistic, tableStatistic } from '../../measures/exchanged-gain.ts'
import type { ColumnOfRows } from '../../measures/exchanged-gain.ts'
import { pOfPermutations } from '../../measures/gain-p.ts'
import type { PermutedGain } from '../../measures/permuted-gain.ts'
import { rowExchange } from '../../measures/row-exchange.ts'
import type { ExchangeColumns } from '../../measures/row-exchange.ts'
import { jointLevels } from '../../measures/strata.ts'
import { CribaError } from '../../spec/error.ts'
import { variablesOfExchange } from '../../statistics/exchange.ts'
import type { Exchange } from '../../statistics/exchange.ts'
import { seedWith } from '../../statistics/permutation.ts'
import { isNear } from '../../statistics/ties.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { NullHypothesis, NullTest } from '../../stop/halt.ts'
import { exchangeColumns } from '../scope/exchange-rows.ts'
import { refuseUnexchangeable } from '../scope/exchanged-target.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { hasOrder, smallestOf } from './candidate-test.ts'
import type { TestableGain } from './candidate-test.ts'
import { levelsError, wholeWeightsError } from './gain-test.ts'
import { levelOfRelation } from './relation.ts'
import type { TestContext } from './gain-test.ts'

/** Permutations that tell whether two columns are related. */
const permutationsOfRelation = 199

/** What is tested: the rows, as often as their weights say, of the columns that the test reads. */
interface TestedRows {
  readonly candidate: ColumnOfRows
  readonly target: ColumnOfRows
  readonly selected: readonly ColumnOfRows[]
  readonly exchange: ExchangeColumns
}

/**
 * The test of candidates whose rows are exchangeable in groups, strata or time only: `testCandidate`, and `testStrata` for all
 * selected columns jointly, with the same gains. The candidate is permuted as its rows may be exchanged, given the levels of what it
 * is beside (`rowExchange`). No table and no law knows such permutations, so each is drawn, and no distribution is fitted.
 */
export async function testExchanged(
  batcher: RequestBatcher,
  context: TestContext & { readonly exchange: Exchange },
  selected: readonly number[],
  joining: readonly number[],
  beside: NullHypothesis,
): Promise<NullTest | null> {
  if (beside === 'max') {
    throw new CribaError(
      'unsuitable',
      'unsuitable null: max (permutations by group, strata or time test one candidate: use null=set)',
    )
  }
  const rows = await readRows(batcher, context, selected, joining)
  const name = joining.map((candidate) => context.names[candidate]).join('/')
  const { candidate, target, exchange } = rows
  const ofData = seedWith(context.seed, candidate.codes, target.codes, ...columnsOf(exchange))
  const random = seeded(`${ofData}/exchange/${selected.length}/${name}`)
  const uniform = () => uniformFloat64(random)
  const test = (columns: readonly ColumnOfRows[]) => gainBeside(rows, columns, uniform)
  if (beside === 'set') {
    const found = test(selected.length > 0 ? [jointColumn(rows.selected)] : [])
    return (
      found && { gain: found.gain, because: selected.length > 0 ? 'set' : null, estimatePValue: found.pOf }
    )
  }
  const all = rows.selected.map((column, i) => ({ because: selected[i], column }))
  const sharing = all.filter(({ column }) => areBoth(candidate, target, column).length > 0)
  const leastOf = (some: readonly (typeof all)[number][]) => {
    const gains = some.flatMap(({ because, column }) => {
      const found = test([column])
      return found ? [{ ...found, because }] : []
    })
    return gains.length === 0 ? null : gains.reduce((least, one) => (one.gain < least.gain ? one : least))
  }
  const counted = joining.length > 1 ? sharing : relatedTo(rows, sharing, uniform)
  const related = leastOf(counted)
  if (related) return { gain: related.gain, because: related.because, estimatePValue: related.pOf }
  const own = test([])
  if (!own) return null
  if (joining.length > 1) return { gain: own.gain, because: null, estimatePValue: own.pOf }
  const other = leastOf(sharing)
  const ranks = byRanks(rows, uniform)
  return {
    gain: own.gain,
    because: null,
    isUnrelated: true,
    estimatePValue: (effort) => smallestOf(own, ranks, other, effort),
  }
}

/** The rows complete in the candidates and the target; a column that was selected may lack some of them. */
async function readRows(
  batcher: RequestBatcher,
  { features, target, view, exchange, isNumeric }: TestContext & { readonly exchange: Exchange },
  selected: readonly number[],
  joining: readonly number[],
): Promise<TestedRows> {
  refuseUnexchangeable(batcher, view)
  const coded = [...joining, ...selected].map((i) => features[i])
  if (!target?.coding || coded.some(({ coding }) => !coding)) throw levelsError()
  const variables = [...coded, target]
  // Numbers are exchanged by their values: they say more than their levels of how rows depend on one another.
  const ofValues = [features[joining[0]], target].map((variable) =>
    joining.length === 1 && hasOrder({ isNumeric }, variable) ? withValues(variable) : variable,
  )
  const read = [...variables, ...ofValues, ...variablesOfExchange(exchange)]
  const [{ columns, weights }] = await batcher.requestOnce([{ kind: 'rows', columns: read, view }])
  if (!weights.every(Number.isInteger)) throw wholeWeightsError()
  const needed = [...columns.slice(0, joining.length), columns[coded.length]]
  const order: number[] = []
  weights.forEach((weight, row) => {
    if (needed.some((column) => Number.isNaN(column[row]))) return
    for (let time = 0; time < weight; time++) order.push(row)
  })
  const take = (column: Float64Array) => Float64Array.from(order, (row) => column[row])
  const columnOf = (place: number, values = place): ColumnOfRows => ({
    codes: Int32Array.from(order, (row) => (Number.isNaN(columns[place][row]) ? -1 : columns[place][row])),
    levels: countLevels(variables[place].coding!),
    values: take(columns[values]),
    isOrdered: hasOrder({ isNumeric }, variables[place]),
  })
  const own = joining.map((_, i) => columnOf(i))
  return {
    candidate: joining.length === 1 ? columnOf(0, variables.length) : jointColumn(own),
    target: columnOf(coded.length, variables.length + (joining.length === 1 ? 1 : -1)),
    selected: selected.map((_, i) => columnOf(joining.length + i)),
    exchange: exchangeColumns(exchange, columns.slice(variables.length + 2).map(take)),
  }
}

/** The gain of the candidate within the levels of some columns, with its null distribution; null where no rows are complete. */
function gainBeside(
  { candidate, target, exchange }: TestedRows,
  beside: readonly ColumnOfRows[],
  uniform: () => number,
): TestableGain | null {
  const places = areBoth(candidate, target, ...beside)
  if (places.length === 0) return null
  const [x, y, ...z] = [candidate, target, ...beside].map((column) => takeRows(column, places))
  const given = z[0]?.codes
  const draw = rowExchange(x.values, { ...takeExchange(exchange, places), ...(given && { given }) })
  const gainOf = tableStatistic(x, y, z[0] ?? null)
  const permuted = permutedBy(gainOf, draw, uniform)
  return { gain: permuted.gain, pOf: (effort) => pOfPermutations(permuted, effort, false) }
}

/** The p-value of the candidate by ranks, where it or the target are numbers. */
function byRanks(
  { candidate, target, exchange }: TestedRows,
  uniform: () => number,
): ((effort: Parameters<TestableGain['pOf']>[0]) => number) | null {
  if (!candidate.isOrdered && !target.isOrdered) return null
  return (effort) => {
    const draw = rowExchange(candidate.values, exchange)
    return pOfPermutations(permutedBy(rankStatistic(candidate, target), draw, uniform), effort, false).pValue
  }
}

function permutedBy(
  statistic: (from: Int32Array | null) => number,
  exchange: (uniform: () => number) => Int32Array,
  uniform: () => number,
): PermutedGain {
  const gain = statistic(null)
  return {
    gain,
    draw: () => statistic(exchange(uniform)),
    isAsExtreme: (other) => other >= gain || isNear(other, gain),
  }
}

/**
 * The selected columns to which the candidate is related, by their information or by the trend of their levels. One that has
 * less than half of the candidate's rows counts as related.
 */
function relatedTo<T extends { readonly column: ColumnOfRows }>(
  { candidate, exchange }: TestedRows,
  all: readonly T[],
  uniform: () => number,
): readonly T[] {
  const draw = rowExchange(candidate.values, exchange)
  const tests = all.map((one) => {
    const { column } = one
    const places = areBoth(candidate, column)
    const isOrdered = candidate.isOrdered && column.isOrdered
    const statistics = [
      tableStatistic(candidate, column, null),
      ...(isOrdered ? [rankStatistic(candidate, column)] : []),
    ]
    const most = (levelOfRelation * (permutationsOfRelation + 1)) / statistics.length - 1
    return {
      one,
      most,
      isSparse: places.length < candidate.codes.length / 2,
      statistics: statistics.map((of) => ({ of, observed: of(null), asGood: 0 })),
    }
  })
  const isOpen = ({ statistics, most }: (typeof tests)[number]) =>
    statistics.some(({ asGood }) => asGood <= most)
  for (let drawn = 0; drawn < permutationsOfRelation; drawn++) {
    const open = tests.filter((test) => !test.isSparse && isOpen(test))
    if (open.length === 0) break
    const from = draw(uniform)
    for (const one of open.flatMap(({ statistics }) => statistics)) {
      const drawn = one.of(from)
      if (drawn >= one.observed || isNear(drawn, one.observed)) one.asGood++
    }
  }
  return tests.filter((test) => test.isSparse || isOpen(test)).map(({ one }) => one)
}

function columnsOf({ within, together, along }: ExchangeColumns): readonly ArrayLike<number>[] {
  return [within, together, along].filter((column) => column !== undefined)
}

/** The places of the rows complete in all columns. */
function areBoth(...columns: readonly ColumnOfRows[]): Int32Array {
  const all = Int32Array.from(columns[0].codes.keys())
  return all.filter((row) => columns.every(({ codes }) => codes[row] >= 0))
}

function takeRows(column: ColumnOfRows, places: Int32Array): ColumnOfRows {
  return {
    ...column,
    codes: Int32Array.from(places, (place) => column.codes[place]),
    values: Float64Array.from(places, (place) => column.values[place]),
  }
}

function takeExchange(exchange: ExchangeColumns, places: Int32Array): ExchangeColumns {
  const take = (column: ArrayLike<number>) => Float64Array.from(places, (place) => column[place])
  const all = Object.entries(exchange) as readonly (readonly [string, ArrayLike<number>])[]
  return Object.fromEntries(all.map(([name, column]) => [name, take(column)]))
}

/** Several columns as one, without a level where one of them has none. */
function jointColumn(columns: readonly ColumnOfRows[]): ColumnOfRows {
  if (columns.length === 1) return columns[0]
  const { codes, levels } = jointLevels(columns)
  const found = codes.map((code, row) => (columns.every((column) => column.codes[row] >= 0) ? code : -1))
  return { codes: found, levels, values: Float64Array.from(found), isOrdered: false }
}

function withValues({ coding: _, ...variable }: Variable): Variable {
  return { ...variable, coding: null }
}
