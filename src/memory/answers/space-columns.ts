import { allocateNumbers, CribaError, limits } from '#core'
import type { Variable } from '#core'
import type { DifferenceKind, RowSpace, SpaceColumn } from '../neighbours/row-space.ts'
import { scaleValues } from './distance-values.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The rows of a space: which row of the table each is, sorted by class. */
export interface SortedRows {
  readonly tableRow: Uint32Array
  readonly classStarts: Uint32Array
}

/** A space, and the place of each of its columns among the variables. */
interface LaidOutSpace {
  readonly space: RowSpace
  readonly places: readonly number[]
}

type DifferencesOf = Pick<RowSpace, 'distances' | 'differences'>

/**
 * Lays out variables for distances: numbers with range 1, levels as whole numbers; those with missing values
 * last.
 */
export function spaceOf(
  variables: readonly Variable[],
  sorted: SortedRows,
  of: DifferencesOf,
  resolved: ResolvedView,
): LaidOutSpace {
  const { classStarts, tableRow } = sorted
  const rows = tableRow.length
  const columns = variables.map((variable) => readColumn(variable, tableRow, resolved))
  const hasGaps = ({ known }: ReadColumn) => known < rows
  const withGaps = columns.filter(hasGaps).length
  const expected = withGaps * (classStarts.length - 1) * rows
  if (expected > limits.fetched) {
    throw new CribaError(
      'too-large',
      `too many missing values: ${withGaps} columns × ${classStarts.length - 1} classes × ${rows} rows of expected differences (at most ${limits.fetched}; fill them with missing median, or use fewer columns)`,
    )
  }
  const rank = (column: ReadColumn) => (hasGaps(column) ? 2 : column.isLevels ? 1 : 0)
  const places = [...columns.keys()].sort((a, b) => rank(columns[a]) - rank(columns[b]) || a - b)
  const laidOut = places.map((place): SpaceColumn => {
    const { values, isLevels, known } = columns[place]
    const column = { values, isLevels, known }
    return { ...column, expected: known < rows ? expectedOf(column, classStarts, of) : null }
  })
  const sizes = columns.reduce((sum, { size }) => sum + size, 0)
  return { space: { rows, columns: laidOut, classStarts, sizes, ...of }, places }
}

interface ReadColumn extends Omit<SpaceColumn, 'expected'> {
  /** The greatest size of a number before scaling, in ranges of the column; 0 for levels, which are exact. */
  readonly size: number
}

function readColumn(variable: Variable, tableRow: Uint32Array, resolved: ResolvedView): ReadColumn {
  const values = allocateNumbers(tableRow.length)
  if (variable.coding) {
    const { codes, count } = resolved.codesOf(variable)
    tableRow.forEach((row, i) => (values[i] = codes[row] === count ? NaN : codes[row]))
    return { values, isLevels: true, known: countKnown(values), size: 0 }
  }
  const given = resolved.valuesOf(variable)
  tableRow.forEach((row, i) => (values[i] = given.values[row]))
  const { name } = resolved.columns[variable.column]
  const { values: scaled, spread } = scaleValues(name, values, 'minmax')
  const largest = values.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0)
  const size = spread > 0 ? largest / spread : 0
  // A constant column has no scale: all its numbers are 0, also where there is none.
  return { values: scaled, isLevels: false, known: countKnown(values), size }
}

function countKnown(values: Float64Array): number {
  return values.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + 1), 0)
}

function expectedOf(
  { values, isLevels }: Omit<SpaceColumn, 'expected'>,
  classStarts: Uint32Array,
  { distances, differences }: DifferencesOf,
): SpaceColumn['expected'] {
  const kindOf = (numbers: 'absolute' | 'squared') => (isLevels ? 'unequal' : numbers)
  const ofDistances = expectedDifferences(values, classStarts, kindOf(distances))
  return {
    distances: ofDistances,
    differences:
      kindOf(distances) === kindOf(differences)
        ? ofDistances
        : expectedDifferences(values, classStarts, kindOf(differences)),
  }
}

/**
 * For each class in turn and each row: the difference that is expected between a value drawn from the class
 * and that of the row, or where the row has none, a value drawn from the row's class. A class without a value
 * is drawn from all rows. Kononenko's rule for levels (1994), 1 − P(v | class), and the same expectation for
 * numbers.
 *
 * @param values by row, sorted by class; NaN where missing
 */
function expectedDifferences(
  values: Float64Array,
  classStarts: Uint32Array,
  kind: DifferenceKind,
): Float64Array {
  const classes = classStarts.length - 1
  const rows = values.length
  const all = values.filter((value) => !Number.isNaN(value))
  const knownOf = (c: number) => {
    const own = values.subarray(classStarts[c], classStarts[c + 1]).filter((value) => !Number.isNaN(value))
    return own.length > 0 ? own : all
  }
  const known = Array.from({ length: classes }, (_, c) => knownOf(c))
  const expected = allocateNumbers(classes * rows)
  known.forEach((drawn, c) => {
    const from = expectationOf[kind](drawn)
    const ofMissing = known.map((others) => others.reduce((sum, x) => sum + from(x), 0) / others.length)
    for (let other = 0; other < classes; other++) {
      for (let row = classStarts[other]; row < classStarts[other + 1]; row++) {
        expected[c * rows + row] = Number.isNaN(values[row]) ? ofMissing[other] : from(values[row])
      }
    }
  })
  return expected
}

/** The expected difference of a number from one of those drawn. */
const expectationOf: Readonly<Record<DifferenceKind, (drawn: Float64Array) => (x: number) => number>> = {
  absolute: (drawn) => {
    const sorted = drawn.toSorted()
    const sums = new Float64Array(sorted.length + 1)
    sorted.forEach((value, i) => (sums[i + 1] = sums[i] + value))
    const total = sums[sorted.length]
    return (x) => {
      const below = countBelow(sorted, x)
      return (x * (2 * below - sorted.length) - 2 * sums[below] + total) / sorted.length
    }
  },
  squared: (drawn) => {
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    const variance = drawn.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / drawn.length
    return (x) => (x - mean) * (x - mean) + variance
  },
  unequal: (drawn) => {
    const counts = new Map<number, number>()
    for (const level of drawn) counts.set(level, (counts.get(level) ?? 0) + 1)
    return (x) => 1 - (counts.get(x) ?? 0) / drawn.length
  },
}

/** How many of ascending numbers are below a number, by bisection. */
function countBelow(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < x) low = middle + 1
    else high = middle
  }
  return low
}
