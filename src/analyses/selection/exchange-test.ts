import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { CribaError, isNear, seeded, seedWith } from '#core'
import type { Exchange } from '#core'
import type { NullHypothesis, NullTest } from '#methods'
import { rankStatistic, tableStatistic } from '../null-distributions/exchanged-statistic.ts'
import { rowExchanges } from '../null-distributions/row-exchange.ts'
import type { ExchangeColumns, RowExchange } from '../null-distributions/row-exchange.ts'
import type { ColumnOfRows, ExchangedStatistic } from '../null-distributions/exchanged-statistic.ts'
import { pOfPermutations } from '../null-distributions/gain-p.ts'
import type { Effort, GainP, Pause } from '../null-distributions/gain-p.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { levelOfRelation, smallestOf } from './candidate-test.ts'
import type { TestableGain } from './candidate-test.ts'
import { areBoth, jointOf, readRows, takeExchange, takeRows } from './exchanged-rows.ts'
import type { TestedRows } from './exchanged-rows.ts'
import type { TestContext } from './gain-test.ts'

/** What permutations are drawn with. */
interface Draw {
  readonly uniform: () => number
  readonly pause: Pause
}

/** Permutations that tell whether two columns are related. */
const permutationsOfRelation = 199

/**
 * The test of candidates whose rows are exchangeable in groups, strata, time or levels of given columns only: `testCandidate`, and
 * `testStrata` for all selected columns jointly, with the same gains. The candidate is permuted as its rows
 * may be exchanged, given the levels of what it is beside (`rowExchanges`). No table and no law knows such
 * permutations, so each is drawn, and no distribution is fitted.
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
      'unsuitable null: max (permutations by group, strata or time, or beside given columns, test one candidate: use null=set)',
    )
  }
  const rows = await readRows(batcher, context, selected, joining)
  const name = joining.map((candidate) => context.names[candidate]).join('/')
  const { candidate, target, exchange } = rows
  const ofData = seedWith(context.seed, candidate.codes, target.codes, ...columnsOf(exchange))
  const random = seeded(`${ofData}/exchange/${selected.length}/${name}`)
  const draw: Draw = { uniform: () => uniformFloat64(random), pause: () => batcher.pauseIfDue() }
  const test = (columns: readonly ColumnOfRows[]) => gainBeside(rows, columns, draw)
  if (beside === 'set') {
    const found = test(rows.selected)
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
  const counted = joining.length > 1 ? sharing : await relatedTo(rows, sharing, draw)
  const related = leastOf(counted)
  if (related) return { gain: related.gain, because: related.because, estimatePValue: related.pOf }
  const own = test([])
  if (!own) return null
  if (joining.length > 1) return { gain: own.gain, because: null, estimatePValue: own.pOf }
  const other = leastOf(sharing)
  const ranks = byRanks(rows, draw)
  return {
    gain: own.gain,
    because: null,
    isUnrelated: true,
    estimatePValue: (effort) => smallestOf(own, ranks, other, effort),
  }
}

/**
 * The gain of the candidate within the joint levels of some columns and of those given, with its null
 * distribution; null where no rows are complete.
 */
function gainBeside(
  { candidate, target, exchange, given: always }: TestedRows,
  beside: readonly ColumnOfRows[],
  draw: Draw,
): TestableGain | null {
  const places = areBoth(candidate, target, ...beside)
  if (places.length === 0) return null
  const [x, y, ...z] = [candidate, target, ...beside].map((column) => takeRows(column, places))
  const levels = jointOf([...z, ...always.map((column) => takeRows(column, places))])
  const given = jointOf(z)?.codes
  const draws = rowExchanges(x.values, { ...takeExchange(exchange, places), ...(given && { given }) })
  const gainOf = tableStatistic(x, y, levels)
  return { gain: gainOf(null), pOf: (effort) => largestP(gainOf, draws, draw, effort) }
}

/** The p-value of the candidate by ranks, where it or the target are numbers. */
function byRanks(
  { candidate, target, exchange }: TestedRows,
  draw: Draw,
): ((effort: Effort) => Promise<number>) | null {
  if (!candidate.isOrdered && !target.isOrdered) return null
  return async (effort) => {
    const draws = rowExchanges(candidate.values, exchange)
    return (await largestP(rankStatistic(candidate, target), draws, draw, effort)).pValue
  }
}

/**
 * The largest of the p-values of the kinds of permutations; a kind that decides against the candidate is the
 * last.
 */
async function largestP(
  statistic: ExchangedStatistic,
  draws: readonly RowExchange[],
  { uniform, pause }: Draw,
  effort: Effort,
): Promise<GainP> {
  const gain = statistic(null)
  const isAsExtreme = (other: number) => other >= gain || isNear(other, gain)
  let largest: GainP = { pValue: 0, by: 'permutation' }
  for (const exchange of draws) {
    const permuted = { gain, draw: () => statistic(exchange(uniform)), isAsExtreme }
    const found = await pOfPermutations(permuted, effort, false, pause)
    if (found.pValue > largest.pValue) largest = found
    if (largest.pValue > effort.deciding) break
  }
  return largest
}

/**
 * The selected columns to which the candidate is related, by their information or by the trend of their
 * levels. One that has less than half of the candidate's rows counts as related. Permutations of both kinds
 * count together: a column that is taken for related without need is only tested more strictly.
 */
async function relatedTo<T extends { readonly column: ColumnOfRows }>(
  { candidate, exchange, given }: TestedRows,
  all: readonly T[],
  { uniform, pause }: Draw,
): Promise<readonly T[]> {
  const draws = rowExchanges(candidate.values, exchange)
  const tests = all.map((one) => {
    const { column } = one
    const places = areBoth(candidate, column)
    const isOrdered = candidate.isOrdered && column.isOrdered
    const statistics = [
      tableStatistic(candidate, column, jointOf(given)),
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
    await pause()
    const from = draws[drawn % draws.length](uniform)
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
