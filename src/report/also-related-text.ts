import { firstFew } from '#core'
import type { AlsoRelated, SelectResult } from '#core'
import { counted } from './numbers.ts'
import { clean, restLine, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

const longestName = 40
/** The most chosen columns, and the most names listed under one. */
const [mostCovers, mostNames] = [4, 6]

/**
 * The columns that follow the target though they were not chosen, under the chosen column given which they
 * tell least.
 */
export function alsoRelatedLines({ alsoRelated = [], data }: SelectResult, display: Display): string[] {
  if (alsoRelated.length === 0) return []
  const byCover = coveredColumns(alsoRelated)
  const shown = [...byCover].slice(0, mostCovers)
  const title = `also related to ${clean(data.target!)}: ${counted(alsoRelated.length, 'column')} not chosen (q ≤ 0.05, each by itself)`
  return [
    '',
    ...wrap(title, display.width),
    ...shown.flatMap(([cover, names]) => {
      const under = cover === null ? 'covered by none' : `covered by ${shorten(cover, longestName)}`
      const some = firstFew(
        names.map((name) => shorten(name, longestName)),
        mostNames,
      )
      const lines = wrap(`${under}: ${some}`, display.width - 4)
      return lines.map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`))
    }),
    ...restLine(shown.length, byCover.size, display),
  ]
}

/** The columns by what covers them, both in the order of significance. */
function coveredColumns(alsoRelated: readonly AlsoRelated[]): ReadonlyMap<string | null, readonly string[]> {
  const byCover = new Map<string | null, string[]>()
  for (const { feature, coveredBy } of alsoRelated) {
    const names = byCover.get(coveredBy) ?? []
    names.push(feature)
    byCover.set(coveredBy, names)
  }
  return byCover
}
