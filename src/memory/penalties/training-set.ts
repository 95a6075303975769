import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelColumn } from '../threads/model-rows.ts'
import { blockOf, coordinateOf, CoordinateRows, widthOf } from './coordinates.ts'
import type { BlockOfCoordinates } from './coordinates.ts'
import type { TargetRows } from './likelihood.ts'
import { targetOfRows } from './target-of-rows.ts'
import type { RowsOfTarget } from './target-of-rows.ts'

/** Coordinates of columns over training rows. */
export interface RowTrainingSet {
  readonly target: TargetRows
  readonly blocks: readonly BlockOfCoordinates[]
  /** The first coordinate of each column, and how many there are. */
  readonly starts: Uint32Array
  readonly coordinates: CoordinateRows
}

/** The coordinates of the training rows. */
export function rowTrainingSet(
  kernels: Kernels,
  arena: Arena,
  given: RowsOfTarget & { readonly columns: readonly ModelColumn[] },
  all: Int32Array,
): RowTrainingSet {
  const { columns, weights } = given
  const { rows, target } = targetOfRows(kernels, arena, given, all)
  const blocks = columns.map((column) => blockOf(column, rows, weights))
  const starts = new Uint32Array(columns.length + 1)
  blocks.forEach((block, i) => (starts[i + 1] = starts[i] + widthOf(block)))
  return {
    target,
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
