import { CribaError, firstFew, limits } from '#core'
import type { ColumnRecord, FindingKind, GroupsResult, SettledGroupsSpec, Similarity } from '#core'
import { fitCodings } from '../coding/codings.ts'
import type { Codings } from '../coding/codings.ts'
import { pairedColumn } from '../information/pair-entropies.ts'
import type { PairedColumn } from '../information/pair-entropies.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'

/**
 * Findings of columns without information, and of those with so many levels that all others seem to share
 * theirs.
 */
const kindsLeftOut: ReadonlySet<FindingKind> = new Set([
  'empty',
  'constant',
  'identifier',
  'free-text',
  'many-levels',
])

/** The columns to group, and those that are not grouped with the reason. */
export function columnsToGroup(
  { features }: AnalysisScope,
  records: readonly ColumnRecord[],
  { by, missing: policy }: Pick<SettledGroupsSpec, 'by' | 'missing'>,
): { readonly columns: readonly ScopeColumn[]; readonly leftOut: GroupsResult['leftOut'] } {
  const columns: ScopeColumn[] = []
  const leftOut: { readonly feature: string; readonly why: string }[] = []
  features.forEach((column, i) => {
    const why = reasonOf(column)
    if (why === undefined) columns.push(column)
    else leftOut.push({ feature: column.name, why })

    function reasonOf({ type, missing, distinct }: ScopeColumn): string | undefined {
      if (by === 'correlation' && type === 'categorical') return 'is categorical (correlation needs numbers)'
      const finding = (records[i].findings ?? []).find(({ kind }) => kindsLeftOut.has(kind))
      // Where missing is a level of its own, whether a value is missing may be the information.
      const isOfMissing = finding?.kind === 'constant' && policy === 'level' && missing > 0
      if (finding && !isOfMissing) return finding.message
      if (by !== 'correlation' && type === 'categorical' && (distinct ?? 0) > limits.cells)
        return `has ${distinct} levels (at most ${limits.cells})`
      return undefined
    }
  })
  if (columns.length >= 2) return { columns, leftOut }
  const reasons = leftOut.map(({ feature, why }) => `${feature} ${why}`)
  const why = reasons.length > 0 ? `; ${firstFew(reasons, 3)}` : ''
  throw new CribaError(
    'missing',
    `missing features: groups needs 2 or more columns that vary (has ${columns.length > 0 ? `only ${columns[0].name}` : 'none'}${why})`,
  )
}

/** How the relevance of columns for the target is measured; null without a target. */
export function relevanceMeasure(
  { target }: AnalysisScope,
  { task, values, classNames }: TargetFacts,
  by: Similarity,
): Similarity | null {
  if (!target) return null
  // Numbers that name more than two classes have no order.
  const isNumber = values !== null && (task === 'regression' || classNames.length === 2)
  return by === 'correlation' && isNumber ? 'correlation' : 'symmetrical-uncertainty'
}

/** The columns as a similarity reads them, and the target as its relevance does. */
export interface CodedColumns {
  readonly codings: Codings
  readonly of: (by: Similarity) => readonly PairedColumn[]
}

/** Codes the columns as the similarities need: as levels, as numbers, or as both. */
export async function codeColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  columns: readonly ScopeColumn[],
  facts: TargetFacts,
  similarities: ReadonlySet<Similarity | null>,
  spec: SettledGroupsSpec,
): Promise<CodedColumns> {
  const readsNumbers = similarities.has('correlation')
  const readsLevels = similarities.has('symmetrical-uncertainty') || similarities.has('information-distance')
  const needs = {
    levels: readsLevels ? columns : [],
    values: readsNumbers ? columns : [],
    targetLevels: readsLevels && scope.target !== null,
    // The same groups with a target as without one.
    withTarget: false,
  }
  const codings = await fitCodings(batcher, scope, facts, needs, spec)
  const of = (by: Similarity) => {
    const read = by === 'correlation' ? codings.values : codings.levels
    return columns.map((column) => pairedColumn(column, read.get(column.column)!, scope.view))
  }
  return { codings, of }
}
