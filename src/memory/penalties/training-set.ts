import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelColumn } from '../threads/model-rows.ts'
import { blockOf, coordinateOf, CoordinateRows, widthOf } from './coordinates.ts'
import type { BlockOfCoordinates } from './coordinates.ts'
import { LabelledRows } from './likelihood.ts'

/** Coordinates of columns over training rows. */
export interface ClassTrainingSet {
  readonly labels: LabelledRows
  readonly blocks: readonly BlockOfCoordinates[]
  /** The first coordinate of each column, and how many there are. */
  readonly starts: Uint32Array
  readonly coordinates: CoordinateRows
}

/** The training rows of classes, by row of the table. */
export interface ClassRows {
  readonly columns: readonly ModelColumn[]
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly classes: number
  readonly weights: Float64Array | null
  /** The last class has no weights. */
  readonly hasReference: boolean
}

/**
 * The list of each class: of two only the second has one; with a reference the last has none. −2: of a class
 * that no row has.
 */
function listsOf({ codes, classes, hasReference }: ClassRows, rows: Int32Array): Int32Array {
  const isSeen = new Uint8Array(classes)
  for (const row of rows) isSeen[codes[row]] = 1
  const seen = Array.from(isSeen.keys()).filter((one) => isSeen[one] === 1)
  const without = classes === 2 ? seen[0] : hasReference || seen.length === 1 ? seen[seen.length - 1] : -1
  const lists = new Int32Array(classes).fill(-2)
  let next = 0
  for (const one of seen) lists[one] = one === without ? -1 : next++
  return lists
}

/** How many lists of weights classes have, where all are seen. */
export function listsWanted(classes: number, hasReference: boolean): number {
  return classes === 2 || hasReference ? classes - 1 : classes
}

/** Some rows with their classes. */
export function labelledRows(
  kernels: Kernels,
  arena: Arena,
  { codes, weights }: Pick<ClassRows, 'codes' | 'weights'>,
  { rows, listOf }: { readonly rows: Int32Array; readonly listOf: Int32Array },
): LabelledRows {
  const own = Float64Array.from(rows, (row) => (weights ? weights[row] : 1))
  const all = own.reduce((sum, weight) => sum + weight, 0)
  return new LabelledRows(kernels, arena, {
    classes: Int32Array.from(rows, (row) => codes[row]),
    weights: own.map((weight) => weight / all),
    listOf,
  })
}

/** The coordinates of the training rows. */
export function classTrainingSet(
  kernels: Kernels,
  arena: Arena,
  given: ClassRows,
  rows: Int32Array,
): ClassTrainingSet {
  const { columns, weights } = given
  const blocks = columns.map((column) => blockOf(column, rows, weights))
  const starts = new Uint32Array(columns.length + 1)
  blocks.forEach((block, i) => (starts[i + 1] = starts[i] + widthOf(block)))
  return {
    labels: labelledRows(kernels, arena, given, { rows, listOf: listsOf(given, rows) }),
    blocks,
    starts,
    coordinates: new CoordinateRows(
      kernels,
      arena,
      rows.length,
      blocks.flatMap((block, i) =>
        Array.from({ length: widthOf(block) }, (_, coordinate) => () => {
          return coordinateOf(columns[i], block, coordinate, rows)
        }),
      ),
    ),
  }
}
