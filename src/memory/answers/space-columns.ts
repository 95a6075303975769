import { allocateNumbers, CribaError, limits } from '#core'
import type { Variable } from '#core'
import type { RowSpace, SpaceColumn } from '../neighbours/row-space.ts'
import { scaleValues } from './distance-values.ts'
import { expectedDifferences } from './expected-differences.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The rows of a space: which row of the table each is, sorted by class. */
export interface SortedRows {
  readonly tableRow: Uint32Array
  readonly classStarts: Uint32Array
}

/** A space, and the place of each of its columns among the variables. */
export interface LaidOutSpace {
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
