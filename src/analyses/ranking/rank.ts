import { applicableOptions, CribaError, exchangeOf, settleRank, version } from '#core'
import type { Ranking, RankResult, RankSpec, RowRange, Run, Source, Table, Task, View } from '#core'
import type { Cut, RankScores } from '#methods'
import { assign, readAssignment, restrictTo, variablesRead, withNames } from '../coding/assignment.ts'
import type { Assignment } from '../coding/assignment.ts'
import { fitCodings } from '../coding/codings.ts'
import { recuttingOf } from '../coding/recut.ts'
import type { Recut } from '../coding/recut.ts'
import { withDrawnPValues, withLawsChecked, withoutFailingLaws } from '../permutations/failing-laws.ts'
import { withPermutationPValues } from '../permutations/permutation-p.ts'
import { withRowsCounted } from '../profile/inspect-rows.ts'
import { missingnessWarnings } from '../profile/missingness.ts'
import { profileColumns, withLeaks } from '../profile/profile.ts'
import { withWarnings } from '../scope/error-warnings.ts'
import type { Reporter } from '../scope/error-warnings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { rowsInWords } from '../scope/gap-policy.ts'
import { usedRows, widenRange } from '../scope/used-rows.ts'
import { underOneTarget } from '../scope/one-target.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { splitColumnsOf } from '../scope/split-columns.ts'
import { weightWarnings } from '../scope/weights.ts'
import {
  chanceWarnings,
  fewRowsWarnings,
  invalidLawWarnings,
  uncheckedLawWarnings,
  unscoredWarnings,
} from './ranking-warnings.ts'
import { meanRanks, rankingOf } from './ranking-of-scores.ts'
import { prepareRanking, stepFor } from './prepared-ranking.ts'

/** What `rank` does. */
export async function rankColumns(data: Table | Source, spec: RankSpec, run: Run): Promise<RankResult> {
  return underOneTarget(sourceOf(data, run), spec, settleRank, run, (source, one) =>
    withWarnings(source.warnings, run.on, (reporter) =>
      withRowsCounted(source, settleRank(one), run, (counted, drop, warnings) => {
        reporter.warnings.push(...warnings)
        return rankFrom(counted, { ...one, drop }, run, {
          cut: null,
          profiles: true,
          pValues: true,
          ...reporter,
        })
      }),
    ),
  )
}

/**
 * Ranks columns that are profiled already, for a cut or for all scores. P-values are as exact as the cut
 * needs them, and by their law where none are asked for; scores may be those of the best columns alone, where
 * the cut leaves so many.
 */
export async function rankForCut(
  data: Table | Source,
  spec: RankSpec,
  run: Run,
  cut: Cut | null,
  pValues = cut === null || cut.by === 'fdr',
): Promise<RankResult> {
  const source = sourceOf(data, run)
  return withWarnings(source.warnings, undefined, (reporter) =>
    rankFrom(source, spec, run, { cut, profiles: false, pValues, ...reporter }),
  )
}

/** How a ranking is used. */
interface RankingContext extends Reporter {
  /** Where the ranking is cut; null where it is not. */
  readonly cut: Cut | null
  /** Whether the columns are profiled for warnings. */
  readonly profiles: boolean
  /** Whether p-values are used. */
  readonly pValues: boolean
}

/** Ranks the columns of a source; each warning is added to `warnings` as soon as it is known. */
async function rankFrom(
  source: Source,
  spec: RankSpec,
  run: Run,
  { cut, warnings, profiles, pValues, report }: RankingContext,
): Promise<RankResult> {
  const start = performance.now()
  // Only the longest part reports its progress, so that the share does not fall: the scores, or permutations.
  const { progress, ...quiet } = run
  const batcher = new RequestBatcher(source, quiet)
  const settled = settleRank(spec)
  const rate = cut?.by === 'fdr' ? cut.at : null
  const most = cut?.by === 'top' ? cut.at : null
  const isPermuted = settled.permutations > 0 || rate !== null
  const { scope, facts, methods, codingNeeds } = await prepareRanking(batcher, settled, warnings)
  const opened = scope.given && (await import('../on-demand/given.ts'))
  const given = opened ? await opened.openGiven(batcher, scope, facts, settled) : null
  const { bins, strata } = given ?? { bins: settled.bins, strata: 1 }
  const codings = await fitCodings(batcher, scope, facts, { ...codingNeeds, strata }, { ...settled, bins })
  const assignments = methods.map((method) => assign(method, scope, facts, codings, settled.missing))
  const stepOf = (assignment: Assignment, view: View) => stepFor(assignment, facts, view, most)
  const recutting = recuttingOf(codings, facts, settled)
  const ofSpec = exchangeOf(
    splitColumnsOf(source, { ...settled, strata: settled.block ?? settled.strata, key: null }),
  )
  const exchange = given ? given.exchange(ofSpec) : ofSpec
  const steps = assignments.map((assignment) => stepOf(assignment, scope.view))
  const needs = assignments.map(({ criterion }, i) => criterion.needs(steps[i]))
  // What scores are made of is asked given some columns, what warnings are made of is not.
  const conditional = given && (await given.conditional({ methods, needs }))
  warnings.push(...(conditional?.warnings ?? []))
  const scorer = conditional ? new RequestBatcher(conditional.source, quiet) : batcher
  const answers = await scorer.request(needs, isPermuted ? undefined : progress)
  const folded = assignments.map(({ criterion }, i) => withoutEmpty(criterion.fold(answers[i], steps[i])))
  folded.forEach((scores, i) => refuseAllUnscored(assignments[i], scores))
  const permuting = {
    view: scope.view,
    column: scope.target?.column ?? -1,
    target: facts,
    seed: settled.seed,
    permutations: settled.permutations,
    recutting,
    ...(exchange && { exchange }),
    variablesOf: (assignment: Assignment) => variablesRead(assignment),
    stepOf: (assignment: Assignment, view: View, read: Recut) =>
      stepOf(readAssignment(assignment, read), view),
  }
  const reportScores = (found: readonly RankScores[], before?: readonly RankScores[]) => {
    for (const [place, ranking] of rankingsOf(
      assignments,
      found,
      scope,
      facts.task,
      settled.minRows,
    ).entries()) {
      const { method, scores } = ranking
      if (found[place] !== before?.[place]) report!({ kind: 'score', place, method, scores })
    }
  }
  const checked = pValues
    ? await withLawsChecked(scorer, assignments, folded, permuting, (i) => steps[i].view)
    : folded
  const unpermuted = { ...permuting, permutations: 0 }
  const valid = await withPermutationPValues(scorer, assignments, checked, unpermuted, undefined)
  if (report) reportScores(valid.map(withoutFailingLaws))
  const profile = profiles
    ? await withLeaks(batcher, await profileColumns(batcher, scope, facts), scope, facts, codings)
    : { records: [], warnings: [] }
  const missingness = profiles
    ? await missingnessWarnings(batcher, scope, codings.target ?? facts.classes)
    : []
  const permuted =
    rate === null && settled.permutations > 0
      ? await withPermutationPValues(scorer, assignments, checked, permuting, progress)
      : valid
  const how = { ...permuting, restrictTo, rate }
  const scores = pValues ? await withDrawnPValues(scorer, assignments, permuted, how, progress) : permuted
  if (report) reportScores(scores, valid)

  const rankings = rankingsOf(assignments, scores, scope, facts.task, settled.minRows)
  const byChance = profiles && !given ? await chanceWarnings(batcher, assignments, rankings, scope.view) : []
  return {
    criba: version,
    command: 'rank',
    data: { ...dataFacts(scope, facts), ...usedRows(scope, settled.missing, rowsOf(rankings)) },
    spec: {
      ...settled,
      task: facts.task,
      bins: codings.bins,
      by: methods.map(({ criterion, options }) => ({
        method: criterion.id,
        options: applicableOptions(criterion.options, options),
      })),
    },
    coding: [...codings.shown, ...(conditional?.shown ?? [])],
    columns: profile.records,
    rankings,
    ...(rankings.length > 1 && { meanRank: meanRanks(rankings) }),
    warnings: oneLineEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, settled.missing, undefined, rowsInWords(methods)),
      ...(conditional?.warnings ?? []),
      ...unscoredWarnings(rankings),
      ...(isPermuted ? [] : invalidLawWarnings(assignments, permuting, settled)),
      ...(pValues ? uncheckedLawWarnings(assignments.map(withNames), scores) : []),
      ...fewRowsWarnings(rankings, settled.minRows),
      ...scores.flatMap(({ warnings = [] }) => warnings),
      ...byChance,
      ...profile.warnings,
      ...missingness,
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** A column without a usable row has no score, whatever value a method returns for it. */
function withoutEmpty(scores: RankScores): RankScores {
  if (!scores.n.includes(0)) return scores
  const isEmpty = (i: number) => scores.n[i] === 0
  return {
    ...scores,
    score: scores.score.map((score, i) => (isEmpty(i) ? NaN : score)),
    why: Array.from(
      scores.n,
      (_, i) =>
        scores.why?.[i] ?? (isEmpty(i) ? 'no row used has a value of it and of the target' : undefined),
    ),
  }
}

function rankingsOf(
  assignments: readonly Assignment[],
  scores: readonly RankScores[],
  scope: AnalysisScope,
  task: Task,
  minRows: number,
): Ranking[] {
  return assignments.map((assignment, i) => rankingOf(assignment, scores[i], scope.features, task, minRows))
}

function refuseAllUnscored({ criterion, columns }: Assignment, { score, why }: RankScores): void {
  if (!score.every(Number.isNaN)) return
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for ${criterion.id}: it can score none (${columns[0].name}: ${why?.[0] ?? 'no score'})`,
  )
}

/** The rows behind all scores. */
function rowsOf(rankings: readonly Ranking[]): RowRange | undefined {
  const scores = rankings.flatMap((ranking) => ranking.scores)
  return widenRange(
    undefined,
    scores.map(({ n }) => n),
    scores.map(({ score }) => score),
  )
}
