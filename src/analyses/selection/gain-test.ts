import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { pOfGain } from '../../measures/gain-p.ts'
import { permutedGain } from '../../measures/permuted-gain.ts'
import { strataOf } from '../../measures/strata.ts'
import { CribaError } from '../../spec/error.ts'
import type { Counts } from '../../statistics/counts.ts'
import type { Family } from '../../statistics/family.ts'
import { seeded } from '../../kernel/random-stream.ts'
import { seedWith } from '../../statistics/permutation.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { NullTest } from '../../stop/halt.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** The inputs of a test that are the same for every candidate. */
export interface TestContext {
  readonly features: readonly Variable[]
  readonly names: readonly string[]
  readonly target: Variable | null
  readonly view: View
  readonly seed: number
}

/**
 * The gain of candidates X_c that would join together, usually one: I(X_c;Y), or beside selected columns the smallest
 * I(X_c;Y|X_j) of these, with its null distribution where X_c is permuted within the levels of that X_j. Each is over the rows
 * complete in its own columns; an X_j without a row in common with X_c is left out, and if all are, X_c is tested alone.
 * The stream of random numbers depends on the seed, the tables' counts, the candidates' names and how many are selected.
 */
export async function testGain(
  batcher: RequestBatcher,
  { features, names, target, view, seed }: TestContext,
  selected: readonly number[],
  joining: readonly number[],
): Promise<NullTest> {
  const tested = joining.map((candidate) => features[candidate])
  if (!target?.coding || tested.some(({ coding }) => !coding)) throw levelsError()
  const joint = [...tested, target]
  const tablesOf = async (family: Family) => {
    const [tables] = await batcher.requestOnce([{ kind: 'counts', family, view }])
    return tables
  }
  // The joint levels of what is tested are made once for all selected columns.
  const tables =
    selected.length > 0
      ? (await tablesOf({ base: joint, each: selected.map((j) => features[j]) })).map(lastFirst)
      : []
  const conditional = selected.flatMap((because, i) =>
    hasRows(tables[i]) ? [{ because, table: tables[i] }] : [],
  )
  const compared =
    conditional.length > 0
      ? conditional
      : (await tablesOf({ list: [joint] })).map((table) => ({ because: null, table }))
  const name = joining.map((candidate) => names[candidate]).join('/')
  const ofData = seedWith(seed, ...compared.map(({ table }) => table.cells))
  const random = seeded(`${ofData}/significance/${selected.length}/${name}`)
  const uniform = () => uniformFloat64(random)
  const all = compared.map(({ table, because }) => {
    const strata = strataOf(threeWay(table, joining.length))
    return { because, strata, permuted: permutedGain(strata, uniform) }
  })
  const least = all.reduce((least, one) => (one.permuted.gain < least.permuted.gain ? one : least))
  return {
    gain: least.permuted.gain,
    because: least.because,
    estimatePValue: (effort) => pOfGain(least.strata, least.permuted, uniform, effort),
  }
}

/** The same table with its last variable first. */
function lastFirst({ levels, cells }: Counts): Counts {
  const last = levels[levels.length - 1]
  const others = cells.length / last.length
  const moved = new Float64Array(cells.length)
  cells.forEach((count, cell) => {
    const level = cell % last.length
    moved[level * others + (cell - level) / last.length] = count
  })
  return { levels: [last, ...levels.slice(0, -1)], cells: moved }
}

function hasRows({ cells }: Counts): boolean {
  return cells.some((count) => count > 0)
}

/** A table of Z × X × Y in whole counts, the joining columns as one X; without selected columns Z has one level. */
function threeWay({ levels, cells }: Counts, joining: number): Counts {
  if (!cells.every(Number.isInteger)) throw wholeWeightsError()
  const given = levels.slice(0, levels.length - joining - 1)
  const across = levels.slice(given.length, -1).reduce((size, { length }) => size * length, 1)
  const places = Array.from({ length: across }, (_, place) => place)
  return { levels: [given[0] ?? [0], places, levels.at(-1)!], cells }
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
