import { CribaError, nLog2n, seeded, seedWith } from '#core'
import type { Counts, Family, Variable, View } from '#core'
import { openTableDraws } from '#memory'
import { permutedGain, strataOf } from '#methods'
import type { NullTest, TableDraws } from '#methods'
import { pOfGain } from '../null-distributions/gain-p.ts'
import type { Effort, GainP, Pause } from '../null-distributions/gain-p.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** Gains that differ by less, in bits, may differ by rounding alone. */
const rounding = 1e-9

/** The inputs of a test that are the same for every candidate. */
export interface TestContext {
  readonly features: readonly Variable[]
  readonly names: readonly string[]
  readonly target: Variable | null
  /** Whether a column of the source has numbers, so that its levels have an order. */
  readonly isNumeric: (column: number) => boolean
  readonly view: View
  readonly seed: number
  /** Columns, as levels, that every gain is given. */
  readonly given: readonly Variable[]
}

/** A selected column, or none, and the table of what is tested × the target within its levels. */
interface GivenTable<Given extends number | null = number | null> {
  readonly because: Given
  readonly table: Counts
}

/** A gain, the selected column that it is beside, and its p-value. */
export interface StratifiedGain {
  readonly gain: number
  readonly because: number | null
  readonly pOf: (effort: Effort) => GainP | Promise<GainP>
}

/**
 * The gain of candidates X_c that would join together: I(X_c;Y), or beside selected columns the smallest
 * I(X_c;Y|X_j) of these, with its null distribution where X_c is permuted within the levels of that X_j. Each
 * is over the rows complete in its own columns; an X_j without a row in common with X_c is left out, and if
 * all are, X_c is tested alone.
 */
export async function testGain(
  batcher: RequestBatcher,
  context: TestContext,
  selected: readonly number[],
  joining: readonly number[],
): Promise<NullTest> {
  const { alone, given } = await tablesOfGain(batcher, context, selected, joining)
  const compared: readonly GivenTable[] = given.length > 0 ? given : [{ because: null, table: alone }]
  const tables = compared.map(({ table }) => table)
  const { gain, because, pOf } = leastGain(compared, await streamOf(context, selected, joining, tables), () =>
    batcher.pauseIfDue(),
  )
  return { gain, because, estimatePValue: pOf }
}

/**
 * The table of candidates × target, the candidates as one variable, and the same within the levels of each
 * selected column that shares rows with them.
 */
export async function tablesOfGain(
  batcher: RequestBatcher,
  { features, target, view }: TestContext,
  selected: readonly number[],
  joining: readonly number[],
): Promise<{ readonly alone: Counts; readonly given: readonly GivenTable<number>[] }> {
  const tested = joining.map((candidate) => features[candidate])
  const given = selected.map((j) => features[j])
  if (!target?.coding || [...tested, ...given].some(({ coding }) => !coding)) throw levelsError()
  const joint = [...tested, target]
  const families: Family[] = [{ list: [joint] }]
  // The joint levels of what is tested are made once for all selected columns.
  if (selected.length > 0) families.push({ base: joint, each: given })
  const [[alone], tables = []] = await batcher.requestOnce(
    families.map((family) => ({ kind: 'counts', family, view }) as const),
  )
  const within = selected.map((because, i) => ({ because, table: lastFirst(tables[i]) }))
  return {
    alone: joined(alone, 0, joining.length),
    given: within
      .filter(({ table }) => hasRows(table))
      .map(({ because, table }) => ({ because, table: joined(table, 1, joining.length) })),
  }
}

/** The least of the gains within the levels of one column each. */
export function leastGain(all: readonly GivenTable[], draws: TableDraws, pause: Pause): StratifiedGain {
  const tables = all.map(({ because, table }) => (because === null ? inOneStratum(table) : table))
  const about = tables.map(gainOfTable)
  const least = about.reduce((a, b) => Math.min(a, b))
  const gains = all.flatMap(({ because }, i) => {
    if (about[i] > least + rounding) return []
    const strata = strataOf(tables[i])
    return [{ because, strata, permuted: permutedGain(strata, draws) }]
  })
  const { because, strata, permuted } = gains.reduce((first, one) =>
    one.permuted.gain < first.permuted.gain ? one : first,
  )
  return { because, gain: permuted.gain, pOf: (effort) => pOfGain(strata, permuted, draws, effort, pause) }
}

/**
 * I(X;Y|Z) in bits of a table Z × X × Y in whole counts, up to rounding: to find which of many has the least.
 */
function gainOfTable({ levels, cells }: Counts): number {
  const [, across, down] = levels.map(({ length }) => length)
  let [n, sum, cell] = [0, 0, 0]
  const ofColumns = new Float64Array(down)
  while (cell < cells.length) {
    let inStratum = 0
    ofColumns.fill(0)
    for (let row = 0; row < across; row++) {
      let inRow = 0
      for (let column = 0; column < down; column++, cell++) {
        const count = cells[cell]
        inRow += count
        ofColumns[column] += count
        sum += nLog2n(count)
      }
      inStratum += inRow
      sum -= nLog2n(inRow)
    }
    for (let column = 0; column < down; column++) sum -= nLog2n(ofColumns[column])
    sum += nLog2n(inStratum)
    n += inStratum
  }
  return n === 0 ? 0 : sum / n
}

/** A table of two variables as one of three, of which the first has one level. */
export function inOneStratum({ levels, cells }: Counts): Counts {
  return { levels: [[0], ...levels], cells }
}

/**
 * The random draws of a test: they depend on the seed, the counts of its tables, the candidates' names and
 * how many columns are selected.
 */
export async function streamOf(
  { names, seed }: TestContext,
  selected: readonly number[],
  joining: readonly number[],
  tables: readonly Counts[],
): Promise<TableDraws> {
  const name = joining.map((candidate) => names[candidate]).join('/')
  const draw = await openTableDraws()
  return draw(() => {
    const ofData = seedWith(seed, ...tables.map(({ cells }) => cells))
    return seeded(`${ofData}/significance/${selected.length}/${name}`)
  })
}

/** Puts the last variable of a table first. */
function lastFirst({ levels, cells }: Counts): Counts {
  const last = levels[levels.length - 1]
  const others = cells.length / last.length
  const moved = new Float64Array(cells.length)
  for (let other = 0, cell = 0; other < others; other++) {
    for (let level = 0; level < last.length; level++, cell++) moved[level * others + other] = cells[cell]
  }
  return { levels: [last, ...levels.slice(0, -1)], cells: moved }
}

function hasRows({ cells }: Counts): boolean {
  return cells.some((count) => count > 0)
}

/** A table in whole counts with the joining columns, from the one at `place` on, as one variable. */
function joined({ levels, cells }: Counts, place: number, joining: number): Counts {
  if (!cells.every(Number.isInteger)) throw wholeWeightsError()
  const members = levels.slice(place, place + joining)
  if (members.length === 1) return { levels, cells }
  const across = members.reduce((size, { length }) => size * length, 1)
  const places = Array.from({ length: across }, (_, level) => level)
  return { levels: [...levels.slice(0, place), places, ...levels.slice(place + joining)], cells }
}

/** The error for numbers, which have no levels to permute within. */
export function levelsError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable stop: significance permutes levels, and this criterion reads numbers (use gain:0.01, or k)',
  )
}

/** The error for fractional weights: only whole rows can be permuted. */
export function wholeWeightsError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable weights: significance needs whole weights (or another stop)',
  )
}
