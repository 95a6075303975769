import { firstFew, queryColumn, queryValue, queryWarning, replacingQuery } from '#core'
import type { Warning } from '#core'
import { mostColumns, mostGroups } from './level-texts.ts'
import { similarLevels } from './similar-levels.ts'
import type { SimilarLevels, SpelledLevels } from './similar-pairs.ts'

interface NamedLevels extends SpelledLevels {
  readonly name: string
}

/**
 * Levels that may be one, with the query that merges them: those that mean the same in all likelihood apart from
 * words a letter apart, cut off or in the plural.
 */
export function similarWarning(columns: readonly NamedLevels[]): readonly Warning[] {
  const found = columns.map((column) => ({ ofColumn: spelledBy(column), ...similarLevels(column) }))
  const likely = found.map(({ ofColumn, likely }) => ({ ...ofColumn, pairs: likely }))
  const unsure = found.map(({ ofColumn, unsure }) => ({ ...ofColumn, pairs: unsure }))
  // What a person looks at has no query of its own, which would be joined with others.
  return [
    ...pairsWarning('levels that may be one', likely),
    ...pairsWarning('levels a letter apart, cut off, or one the plural, that may be one', unsure).map(
      ({ query: _, ...warning }) => warning,
    ),
  ]
}

interface PairsOfColumn {
  readonly name: string
  /** All spellings of each level: a query runs before spellings are merged. */
  readonly spellings: (level: string) => readonly string[]
  readonly pairs: readonly SimilarLevels[]
}

function pairsWarning(what: string, columns: readonly PairsOfColumn[]): readonly Warning[] {
  const found = columns.filter(({ pairs }) => pairs.length > 0)
  if (found.length === 0) return []
  const list = found.map(({ name, pairs }) => `${name} (${firstFew(pairs.map(pairText), mostGroups)})`)
  const query = replacingQuery(Object.fromEntries(found.map(mergedBy)))
  const why = `${what}: ${firstFew(list, mostColumns)}`
  const names = found.map(({ name }) => name)
  const warning = { code: 'similar-levels', columns: names, why, query } as const
  return [queryWarning(warning, 'where they are, a query merges them:')]
}

function pairText({ from, to }: SimilarLevels): string {
  return `${JSON.stringify(from.level)} in ${from.rows} and ${JSON.stringify(to.level)} in ${to.rows} rows`
}

/** A column of SQL in which the rarer level of each pair is the other one. */
function mergedBy({ name, spellings, pairs }: PairsOfColumn): [string, string] {
  const column = queryColumn(name)
  const becomes = new Map(
    pairs.flatMap(({ from, to }) => spellings(from.level).map((level) => [level, to.level] as const)),
  )
  const cases = [...becomes].map(([from, to]) => `WHEN ${queryValue(from)} THEN ${queryValue(to)}`)
  return [name, `CASE ${column} ${cases.join(' ')} ELSE ${column} END`]
}

function spelledBy({ name, counted, groups }: NamedLevels): Omit<PairsOfColumn, 'pairs'> {
  const groupOf = new Map(groups.flatMap((group) => group.map((i) => [counted[i].level, group] as const)))
  return {
    name,
    spellings: (level) => groupOf.get(level)?.map((i) => counted[i].level) ?? [level],
  }
}
