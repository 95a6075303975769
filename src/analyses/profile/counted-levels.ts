import type { View } from '#core'
import { levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import type { CountedLevel } from './level-texts.ts'

/** The levels of columns and how many rows of a view have them. */
export async function countLevels(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly (readonly CountedLevel[])[]> {
  const places = contents.map(({ column }) => column.column)
  const [[tables]] = await batcher.request([[levelsRequest(places, view)]])
  return tables.map(({ levels, cells }) =>
    levels[0].flatMap((level, place) =>
      cells[place] > 0 ? [{ level: String(level), rows: cells[place] }] : [],
    ),
  )
}
