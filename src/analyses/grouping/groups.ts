import { CribaError, settleGroups, splitsOf, unknownName, version } from '#core'
import type {
  GroupsResult,
  GroupsSpec,
  Run,
  SettledGroupsSpec,
  Similarity,
  Source,
  StandIns,
  Table,
  Warning,
} from '#core'
import { checkDiscretiser } from '../coding/codings.ts'
import { pairedColumn } from '../information/pair-entropies.ts'
import { profileColumns } from '../profile/profile.ts'
import { taskOverReplicas } from '../resample/replica-task.ts'
import type { ReplicaTask } from '../resample/replica-task.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { underOneTarget } from '../scope/one-target.ts'
import { dataFacts, missingWarnings, oneLineEach, scopeOf, sourceOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import { weightWarnings } from '../scope/weights.ts'
import { describeGroups, highestJaccard, placeOfPair, treeOf } from './tree.ts'
import type { ColumnTree } from './tree.ts'
import { codeColumns, columnsToGroup, relevanceMeasure } from './grouped-columns.ts'
import type { CodedColumns } from './grouped-columns.ts'
import { refuseManyPairs, similaritiesOfPairs, similaritiesTo } from './pair-similarities.ts'
import type { Similarities } from './pair-similarities.ts'

const units: Readonly<Record<Similarity, string>> = {
  'symmetrical-uncertainty': 'share of the mean entropy',
  correlation: '|ρ|',
  'information-distance': 'share of the joint entropy',
}

/** The groups of columns; see `groups` (src/analyses/verbs.ts). */
export function groupColumns(
  data: Table | Source,
  spec: GroupsSpec = {},
  run: Run = {},
): Promise<GroupsResult> {
  return underOneTarget(sourceOf(data, run), spec, settleGroups, run, (source, one) =>
    groupsFrom(source, one, run),
  )
}

/** The groups of the columns of a source. */
async function groupsFrom(source: Source, spec: GroupsSpec, run: Run): Promise<GroupsResult> {
  const start = performance.now()
  const settled = settleGroups(spec)
  const { progress = () => {}, ...quiet } = run
  const batcher = new RequestBatcher(source, quiet)
  const scope = scopeOf(batcher.source, settled)
  const { by } = settled
  refuseManyPairs(scope.features.filter(({ type }) => by !== 'correlation' || type === 'numeric').length)
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const profile = await profileColumns(batcher, scope, facts)
  const { columns, leftOut } = columnsToGroup(scope, profile.records, settled)
  const names = columns.map(({ name }) => name)
  const standIn = standInPlace(settled, scope, names, leftOut)
  const relevanceBy = relevanceMeasure(scope, facts, by)
  const coded = await codeColumns(batcher, scope, columns, facts, new Set([by, relevanceBy]), settled)
  // Each half of the rows costs about half as much as all rows.
  const share = 1 / (1 + (settled.stability ?? 0) / 2)
  const found = await similaritiesOfPairs(batcher, coded.of(by), by, scope.view, (done) =>
    progress(done * share),
  )
  const tree = treeOf(found, columns.length, settled)
  const relevance = await relevanceOf(batcher, scope, facts, coded, relevanceBy)
  const resolved = { ...settled, task: facts.task, bins: coded.codings.bins }
  const stability =
    settled.stability === null
      ? null
      : await stabilityOfGroups(batcher.source, tree.clusters, scope, columns, facts, resolved, {
          ...quiet,
          progress: (done) => progress(share + done * (1 - share)),
        })
  return {
    criba: version,
    command: 'groups',
    data: dataFacts(scope, facts),
    spec: resolved,
    coding: coded.codings.shown,
    groups: describeGroups(tree, found, names, relevance, stability),
    features: names,
    merges: tree.merges,
    leftOut,
    ...(standIn !== null && { standIns: standInsOf(standIn, found, names) }),
    units: units[by],
    ...(relevanceBy && { relevance: relevanceBy }),
    warnings: oneLineEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, settled.missing),
      ...profile.warnings,
      ...emptyWarning(found, names),
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** What the grouping of a half of the rows is given. */
interface GivenInHalf {
  readonly clusters: ColumnTree['clusters']
  readonly scope: Omit<AnalysisScope, 'source'>
  readonly columns: readonly ScopeColumn[]
  readonly facts: TargetFacts
  readonly spec: SettledGroupsSpec
}

/** The task of grouping columns by halves of the rows: how like each cluster its likest there is. */
export const groupHalf: ReplicaTask<GivenInHalf, ReturnType<typeof highestJaccard>> = {
  name: 'groups',
  make: async (half, { clusters, scope, columns, facts, spec }, _, { progress = () => {}, ...run }) => {
    const { by } = spec
    const batcher = new RequestBatcher(half, run)
    const coded = await codeColumns(batcher, { ...scope, source: half }, columns, facts, new Set([by]), spec)
    const similarities = await similaritiesOfPairs(batcher, coded.of(by), by, scope.view, progress)
    return highestJaccard(clusters, treeOf(similarities, columns.length, spec).clusters)
  },
}

/** The share of the rows that is grouped again (Hennig 2007). */
const share = 0.5

/**
 * For each cluster of columns the mean, over random halves of the rows, of the highest Jaccard similarity
 * with a cluster there. Cuts and levels are fitted anew in each half. A column that is constant there is like
 * no other, so it is a cluster alone.
 */
async function stabilityOfGroups(
  source: Source,
  clusters: ColumnTree['clusters'],
  scope: AnalysisScope,
  columns: readonly ScopeColumn[],
  facts: TargetFacts,
  spec: SettledGroupsSpec,
  run: Run,
): Promise<readonly number[]> {
  const halves = Array.from({ length: spec.stability! }, (_, number) => {
    const { parts } = splitsOf(scope.view, { share, seed: spec.seed, number })
    return { sample: parts[0].sample! }
  })
  const { source: _, ...rest } = scope
  const given = { clusters, scope: rest, columns, facts, spec }
  const found = await taskOverReplicas(source, halves, { task: groupHalf, given }, run)
  return clusters.map((_, place) => found.reduce((sum, half) => sum + half[place], 0) / found.length)
}

/** The similarity of each column to the target; null without one. */
async function relevanceOf(
  batcher: RequestBatcher,
  { target, view }: AnalysisScope,
  { values }: TargetFacts,
  { codings, of }: CodedColumns,
  by: Similarity | null,
): Promise<Float64Array | null> {
  if (!target || !by) return null
  const read = pairedColumn(target, by === 'correlation' ? values! : codings.target!, view)
  return (await similaritiesTo(batcher, read, of(by), by, view)).similarity
}

/** The place of the column to stand in for; null if none is asked for. */
function standInPlace(
  { standIns }: SettledGroupsSpec,
  { features, target }: AnalysisScope,
  names: readonly string[],
  leftOut: GroupsResult['leftOut'],
): number | null {
  if (standIns === null) return null
  const place = names.indexOf(standIns)
  if (place >= 0) return place
  if (standIns === target?.name)
    throw new CribaError('invalid', `invalid standIns: ${standIns} (it is the target)`)
  const left = leftOut.find(({ feature }) => feature === standIns)
  if (left) throw new CribaError('unsuitable', `unsuitable standIns: ${standIns} ${left.why}`)
  throw unknownName(
    'column',
    standIns,
    features.map(({ name }) => name),
  )
}

function standInsOf(place: number, { similarity }: Similarities, names: readonly string[]): StandIns {
  const others = names.flatMap((feature, other) =>
    other === place ? [] : [{ feature, similarity: similarity[placeOfPair(place, other)] }],
  )
  return { feature: names[place], others: others.sort((a, b) => b.similarity - a.similarity) }
}

/** How many pairs without rows a warning names: of many columns there may be millions. */
const mostShown = 5

/** Warns of pairs that no row has both values of. */
function emptyWarning({ n }: Similarities, names: readonly string[]): readonly Warning[] {
  const shown: string[] = []
  let empty = 0
  let pair = 0
  for (let b = 1; b < names.length; b++) {
    for (let a = 0; a < b; a++) {
      if (n[pair++] > 0) continue
      if (empty++ < mostShown) shown.push(`${names[a]} × ${names[b]}`)
    }
  }
  if (empty === 0) return []
  const more = empty > mostShown ? ` and ${empty - mostShown} more` : ''
  const message = `groups takes these pairs as unlike, because no row has values of both: ${shown.join(', ')}${more}`
  return [{ code: 'unsuitable', message }]
}
