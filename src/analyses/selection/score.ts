import { applicableOptions, settleScore, version } from '#core'
import type {
  RowRange,
  Run,
  ScoreResult,
  ScoreSpec,
  SetScore,
  Source,
  Table,
  Task,
  View,
  Warning,
} from '#core'
import { asSetCriterion, findSetCriterion, unitsOf } from '#methods'
import type { RankScores, SubsetStep } from '#methods'
import { readEvent } from '../coding/assignment.ts'
import { checkDiscretiser, fitCodings } from '../coding/codings.ts'
import { recuttingOf } from '../coding/recut.ts'
import type { Recut } from '../coding/recut.ts'
import { assignSet, codingNeedsOfSet, scopeWithSet } from '../information/set-in-scope.ts'
import type { SetAssignment } from '../information/set-in-scope.ts'
import { recutToLearn, withPermutationPValues } from '../permutations/permutation-p.ts'
import { chooseMethods } from '../scope/chosen-methods.ts'
import { withWarnings } from '../scope/error-warnings.ts'
import type { Reporter } from '../scope/error-warnings.ts'
import { foldWarnings, weightWarnings } from '../scope/weights.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { rowsInWords } from '../scope/gap-policy.ts'
import { usedRows, widenRange } from '../scope/used-rows.ts'
import { underOneTarget } from '../scope/one-target.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from '../scope/scope.ts'
import { readSplitColumns, splitColumnsOf } from '../scope/split-columns.ts'
import { inspectTarget } from '../scope/target.ts'
import { copyWarnings } from './copy-warnings.ts'

/** Scores one set of columns by one or several criteria of sets. */
export async function scoreSet(data: Table | Source, spec: ScoreSpec, run: Run): Promise<ScoreResult> {
  return underOneTarget(sourceOf(data, run), spec, settleScore, run, (source, one) =>
    withWarnings(source.warnings, run.on, (reporter) => scoreFrom(source, one, run, reporter)),
  )
}

/** Scores a set of a source; each warning is added to `warnings` as soon as it is known. */
async function scoreFrom(
  source: Source,
  spec: ScoreSpec,
  run: Run,
  { warnings, report }: Reporter,
): Promise<ScoreResult> {
  const start = performance.now()
  const batcher = new RequestBatcher(source, run)
  const settled = settleScore(spec)
  const criteria = chooseMethods(
    settled.by ?? [settled.event ? 'cv' : settled.target === null ? 'multi-information' : 'joint-mi'],
    findSetCriterion,
    asSetCriterion,
    settled.seed,
  )
  const readsGaps = criteria.every(({ criterion }) => criterion.readsGaps)
  const scope = scopeWithSet(batcher.source, settled, readsGaps)
  // Each method has one score, over the rows complete in all columns of the set, if some method needs that.
  const policy = settled.missing === 'pairwise' && !readsGaps ? 'complete' : settled.missing
  const words = rowsInWords(criteria)
  warnings.push(...missingWarnings(scope, policy, undefined, words))
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const codingNeeds = codingNeedsOfSet(criteria, scope, facts)
  const codings = await fitCodings(batcher, scope, facts, codingNeeds, settled)
  const assignments = criteria.map((criterion) => assignSet(criterion, scope, facts, codings, settled))
  const recutting = recuttingOf(codings, facts, settled)
  const splitBy = splitColumnsOf(source, settled)
  const stepOf = (
    { set, given, target, event, options }: SetAssignment,
    view: View,
    read: Recut = (variable) => variable,
  ): SubsetStep => ({
    sets: { list: [set.map(read)] },
    given: given.map(read),
    target: target && read(target),
    ...readEvent({ ...(event && { event }) }, read),
    targetName: facts.name,
    classes: facts.classNames,
    options,
    view,
    splitBy: readSplitColumns(splitBy, read),
  })
  const permuting = {
    view: scope.view,
    column: scope.target?.column ?? -1,
    target: facts,
    seed: settled.seed,
    permutations: settled.permutations,
    recutting,
    variablesOf: ({ set, given }: SetAssignment) => [...set, ...given],
    stepOf,
  }
  const steps: SubsetStep[] = []
  for (const assignment of assignments)
    steps.push(await recutToLearn(batcher, assignment, stepOf(assignment, scope.view), permuting))
  const answers = await batcher.request(assignments.map(({ criterion }, i) => criterion.needs(steps[i])))
  const folded = assignments.map(({ criterion }, i) => criterion.fold(answers[i], steps[i]))
  const found = await withPermutationPValues(batcher, assignments, folded, permuting, run.progress)
  const scores = assignments.map((assignment, i) => showScore(assignment, found[i], facts.task))
  for (const { method, score } of scores) report?.({ kind: 'set', method, features: settled.features, score })
  return {
    criba: version,
    command: 'score',
    data: {
      ...dataFacts(scope, facts),
      ...usedRows(scope, policy, rowsOf(found)),
    },
    spec: {
      ...settled,
      task: facts.task,
      bins: codings.bins,
      by: assignments.map(({ criterion, options }) => ({
        method: criterion.id,
        options: applicableOptions(criterion.options, options),
      })),
    },
    coding: codings.shown,
    features: settled.features,
    ...(settled.given.length > 0 && { given: settled.given }),
    scores,
    warnings: onceEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, policy, undefined, words),
      ...assignments.flatMap(({ warning }) => (warning ? [warning] : [])),
      ...(assignments.some(({ criterion }) => criterion.learnsFrom)
        ? await foldWarnings(batcher, scope.view, 'cv')
        : []),
      ...(await copyWarnings(
        batcher,
        assignments,
        scope.features.map(({ name }) => name),
        scope.view,
      )),
      ...found.flatMap(({ warnings = [] }, i) =>
        warnings.map((warning) => ({
          ...warning,
          message: `${assignments[i].criterion.id}: ${warning.message}`,
        })),
      ),
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** The rows behind all scores. */
function rowsOf(scores: readonly RankScores[]): RowRange | undefined {
  return scores.reduce<RowRange | undefined>((range, { n, score }) => widenRange(range, n, score), undefined)
}

/** The distinct warnings, each on one line. */
function onceEach(warnings: readonly Warning[]): readonly Warning[] {
  const seen = new Map(oneLineEach(warnings).map((warning) => [warning.message, warning]))
  return [...seen.values()]
}

function showScore(
  { criterion, options }: SetAssignment,
  { score, n, why, parts, pValue }: RankScores,
  task: Task,
): SetScore {
  const value = score[0]
  const isKnown = !Number.isNaN(value) && n[0] > 0
  return {
    method: criterion.id,
    options: applicableOptions(criterion.options, options),
    better: criterion.better,
    score: isKnown ? value : null,
    units: unitsOf(criterion, options, task),
    ...(isKnown && pValue && { pValue: pValue[0] }),
    n: n[0],
    ...(isKnown &&
      parts && { parts: Object.fromEntries(Object.entries(parts).map(([name, of]) => [name, of[0]])) }),
    ...(!isKnown && { why: why?.[0] ?? (n[0] === 0 ? 'no row is complete' : 'it has no score') }),
  }
}
