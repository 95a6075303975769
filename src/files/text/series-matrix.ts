import { remedy } from '#core'
import type { Remedy } from '#core'

/**
 * How a series matrix of GEO is read, whose samples are columns and have their traits in lines above the
 * values: each line becomes a column. `null` for other texts. `text`: the first lines.
 */
export function seriesMatrix(text: string): Remedy | null {
  const lines = text.split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.startsWith('!Sample_'))
  if (first < 0 || !lines.slice(0, first).some((line) => line.startsWith('!Series_'))) return null
  const set = { skip: first, transpose: true, ragged: 'skip' } as const
  const why =
    'a series matrix has its samples in columns, with their traits in lines that begin with !Sample_'
  return remedy(set, why, null)
}
