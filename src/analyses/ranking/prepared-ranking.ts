import { CribaError, parseMethod } from '#core'
import type { MethodSpec, SettledRankSpec, View, Warning } from '#core'
import { asRanker, findRankers, ownCriteria, recordOf } from '#methods'
import type { RankCriterion, RankStep } from '#methods'
import { codingNeedsOf } from '../coding/assignment.ts'
import type { Assignment, ChosenMethod } from '../coding/assignment.ts'
import { checkDiscretiser } from '../coding/codings.ts'
import type { CodingNeeds } from '../coding/codings.ts'
import { chooseMethods } from '../scope/chosen-methods.ts'
import { gapsAmong, rowsInWords, viewOfMethod } from '../scope/gap-policy.ts'
import { groupsByColumn } from '../scope/groups-by-column.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { missingWarnings, scopeOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'

/**
 * A spec checked against the data: the columns in scope, the target, and the codings that the methods need.
 */
interface PreparedRanking {
  readonly scope: AnalysisScope
  readonly facts: TargetFacts
  readonly methods: readonly ChosenMethod[]
  readonly codingNeeds: CodingNeeds
}

/**
 * Inspects the target and finds the codings that the methods need; requests nothing else. Warnings are added
 * to `warnings`.
 */
export async function prepareRanking(
  batcher: RequestBatcher,
  spec: SettledRankSpec,
  warnings: Warning[] = [],
): Promise<PreparedRanking> {
  const scope = scopeOf(batcher.source, spec)
  const by = spec.by ?? [scope.event ? 'cox-score' : scope.target ? 'mutual-information' : 'variance']
  const methods = chooseMethods(by, await finderFor(by), asRanker, spec.seed)
  warnings.push(...missingWarnings(scope, spec.missing, undefined, rowsInWords(methods)))
  const facts = await inspectTarget(batcher, scope, spec)
  checkDiscretiser(spec, scope, facts)
  refuseUnreadBlock(spec, methods)
  const groupOf = groupsOf(spec, scope, methods)
  return {
    scope: { ...scope, ...(groupOf && { groupOf }) },
    facts,
    methods,
    codingNeeds: codingNeedsOf(methods, scope, facts),
  }
}

/**
 * Finds rankers by their names. Functions bring their records, and so do specs that they made: others are
 * loaded where a name comes without, or where users defined a method of that name too.
 */
async function finderFor(by: NonNullable<SettledRankSpec['by']>): Promise<(id: string) => RankCriterion> {
  const named = by.filter((given) => typeof given !== 'function')
  const brought = named.map((given) => (typeof given === 'object' ? recordOf(given) : undefined))
  const own = ownCriteria.names()
  const isBrought = named.every(
    (given, i) =>
      brought[i] && brought[i].id === (given as MethodSpec).method && !own.includes(brought[i].id),
  )
  if (by.length > 0 && isBrought) return (id) => brought.find((record) => record?.id === id)!
  return findRankers(
    named.map((given) =>
      typeof given === 'string' ? parseMethod(given).method : (given as MethodSpec).method,
    ),
  )
}

/** Refuses blocks that nothing reads: no method, and no permutation. */
function refuseUnreadBlock({ block, permutations }: SettledRankSpec, methods: readonly ChosenMethod[]): void {
  if (block === null || permutations > 0 || methods.some(({ criterion }) => criterion.readsBlocks)) return
  const ids = methods.map(({ criterion }) => criterion.id).join(', ')
  throw new CribaError(
    'unsuitable',
    `unsuitable block: ${ids} reads none (use paired-t, signed-rank, friedman, cochran-mantel-haenszel, or permutations)`,
  )
}

/** The groups of the spec; undefined without any. */
function groupsOf(
  { groups }: SettledRankSpec,
  { features }: AnalysisScope,
  methods: readonly ChosenMethod[],
): ReadonlyMap<string, string> | undefined {
  if (Object.keys(groups).length === 0) return undefined
  if (!methods.some(({ criterion }) => criterion.readsGroups)) {
    throw new CribaError(
      'unsuitable',
      `unsuitable groups: ${methods.map(({ criterion }) => criterion.id).join(', ')} takes none (use group-lasso, or leave out the groups)`,
    )
  }
  return groupsByColumn(groups, new Set(features.map(({ name }) => name)))
}

/**
 * The step that a method gets to score its columns, or the `most` best of them, over the rows of a view that
 * it uses.
 */
export function stepFor(
  { criterion, target, targets, event, block, columns, features, options, levels, groupOf }: Assignment,
  { classNames, name, column }: TargetFacts,
  given: View,
  most: number | null = null,
): RankStep {
  const view = viewOfMethod({ criterion, options }, given, column)
  return {
    features,
    names: columns.map(({ name }) => name),
    target,
    ...(targets && { targets }),
    ...(event && { event }),
    ...(block && { block }),
    targetName: name,
    classes: classNames,
    options,
    view,
    ...(most !== null && { most }),
    ...(levels && { levels }),
    ...(groupOf && { groupOf }),
    ...gapsAmong(columns, features, view),
  }
}
