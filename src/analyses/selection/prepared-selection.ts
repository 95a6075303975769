import type { RowPolicy, SettledSelectSpec, Source, Warning } from '#core'
import { readsOf } from '#methods'
import type { SubsetStep } from '#methods'
import { assign, codingNeedsOf, typesOf } from '../coding/assignment.ts'
import type { Assignment } from '../coding/assignment.ts'
import { checkDiscretiser, fitCodings } from '../coding/codings.ts'
import type { Codings } from '../coding/codings.ts'
import type { OpenedGiven } from '../coding/given-columns.ts'
import { recutForParts, recuttingOf } from '../coding/recut.ts'
import type { Recutting } from '../coding/recut.ts'
import { foldWarnings } from '../scope/weights.ts'
import { gapsAmong, rowsInWords, viewOfMethod } from '../scope/gap-policy.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { missingWarnings } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { splitColumnsOf } from '../scope/split-columns.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { CandidateInput } from './candidate-input.ts'
import { scorersOf } from './chosen-selection.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { resolveRowPolicy } from './row-policy.ts'
import { firstNeeds } from './scorer.ts'
import type { Scorer } from './scorer.ts'
import { findTakenColumns, refusedWarnings } from './taken-columns.ts'

/** A spec of `select` checked against the data: the columns in scope and the inputs of the criterion. */
export interface PreparedSelection {
  /** All columns of the spec. */
  readonly all: AnalysisScope
  /** The columns that the criterion takes, over the rows used. */
  readonly scope: AnalysisScope
  /** The columns that it takes, and those set apart because of the rows they lack: warnings cover both. */
  readonly warnedScope: AnalysisScope
  /** How missing values are treated. */
  readonly policy: RowPolicy
  readonly facts: TargetFacts
  readonly codings: Codings
  /** How columns cut by the target are cut again; null where there are none. */
  readonly recutting: Recutting | null
  readonly input: CandidateInput
  /** The input of the second criterion of a Pareto front, for the same columns. */
  readonly secondInput: CandidateInput | null
  /** The columns that scores and tests are given, and the source of statistics given these; null without any. */
  readonly given: (OpenedGiven & { readonly source: Source }) | null
  /** The candidates' names. */
  readonly names: readonly string[]
  /** Columns that the criterion leaves out, and why. */
  readonly refused: ReadonlyMap<string, string>
  /** Columns set apart because of the rows they lack, and why. */
  readonly lacking: ReadonlyMap<string, string>
  /** Warnings about these. */
  readonly warnings: readonly Warning[]
}

/**
 * Finds and codes the candidates, without the `excluded` columns. Warnings of missing values are also added
 * to `earlyWarnings`.
 */
export async function prepareSelection(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  excluded: readonly string[],
  earlyWarnings: Warning[] = [],
): Promise<PreparedSelection> {
  const criteria = scorersOf(chosen)
  const { all, scope: taken, refused } = findTakenColumns(criteria, batcher.source, settled, excluded)
  const resolved = await resolveRowPolicy(batcher, taken, settled, chosen)
  const scope = withGroups(resolved.scope, settled)
  const { policy } = resolved
  earlyWarnings.push(...missingWarnings(scope, policy, undefined, rowsInWords(criteria)))
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const codingNeeds = {
    ...codingNeedsOf(criteria, scope, facts),
    together: chosen.scorer.widestTable(Math.min(settled.k ?? Infinity, scope.features.length)),
  }
  const coding = { ...settled, missing: policy }
  const opened = scope.given && (await import('../on-demand/given.ts'))
  const given = opened ? await opened.openGiven(batcher, scope, facts, coding) : null
  const { bins, strata } = given ?? { bins: settled.bins, strata: 1 }
  const codings = await fitCodings(batcher, scope, facts, { ...codingNeeds, strata }, { ...coding, bins })
  const assigned = criteria.map((criterion) => assign(criterion, scope, facts, codings, policy))
  const unread = new Map(assigned.flatMap((assignment) => [...assignment.refused]))
  const [first, second] = assigned
  const leftOut = new Map([...refused, ...unread])
  const names = first.columns.filter((column) => !unread.has(column)).map(({ name }) => name)
  const splitBy = splitColumnsOf(batcher.source, settled)
  const inputOf = ({
    criterion,
    target,
    targets,
    event,
    columns,
    features,
    options,
    levels,
    groupOf,
  }: Assignment<Scorer['criterion']>): CandidateInput => {
    const view = viewOfMethod({ criterion, options }, scope.view, facts.column)
    return {
      features: features.filter((_, i) => !unread.has(columns[i])),
      names,
      context: {
        target,
        ...(targets && { targets }),
        ...(event && { event }),
        targetName: facts.name,
        classes: facts.classNames,
        options,
        view,
        splitBy,
        ...(levels && { levels }),
        ...(groupOf && { groupOf }),
        ...gapsAmong(columns, features, view),
      },
    }
  }
  const recutting = recuttingOf(codings, facts, settled)
  const recutInput = (assignment: Assignment<Scorer['criterion']>) =>
    recutByFold(batcher, recutting, assignment.criterion, inputOf(assignment))
  const input = await recutInput(first)
  const secondInput = second ? await recutInput(second) : null
  const inputs = secondInput ? [input, secondInput] : [input]
  const needs = criteria.map((scorer, i) => firstNeeds(scorer, inputs[i]))
  const conditional = given && (await given.conditional({ methods: criteria, needs }))
  const estimatorWarnings = criteria.map(({ criterion, options }) => ({
    id: criterion.id,
    warning: readsOf(criterion, options, typesOf(scope, facts)).warning,
  }))
  return {
    all,
    scope,
    warnedScope: { ...scope, features: taken.features },
    policy,
    facts,
    codings: { ...codings, shown: [...codings.shown, ...(conditional?.shown ?? [])] },
    recutting,
    input,
    secondInput,
    given: given && { ...given, source: conditional!.source },
    names,
    refused: new Map([...leftOut].map(([{ name }, why]) => [name, why])),
    lacking: new Map([...resolved.refused].map(([{ name }, why]) => [name, why])),
    warnings: [
      ...(conditional?.warnings ?? []),
      ...(await weightedFolds(batcher, criteria, scope)),
      ...refusedWarnings(chosen.scorer.criterion, leftOut),
      ...estimatorWarnings.flatMap(({ id, warning }): readonly Warning[] =>
        warning ? [{ code: 'mixed-estimators', message: `${id}: ${warning}` }] : [],
      ),
    ],
  }
}

/** Warns of weights where a criterion learns from parts of the rows, which are folds. */
async function weightedFolds(
  batcher: RequestBatcher,
  scorers: readonly Scorer[],
  { view }: AnalysisScope,
): Promise<readonly Warning[]> {
  const chosen = scorers.find(({ criterion }) => criterion.learnsFrom)
  return chosen ? foldWarnings(batcher, view, chosen.criterion.id) : []
}

/**
 * The input of a criterion that learns from folds, with columns that were cut by the target cut again for
 * each fold.
 */
async function recutByFold(
  batcher: RequestBatcher,
  recutting: Recutting | null,
  { learnsFrom }: Scorer['criterion'],
  input: CandidateInput,
): Promise<CandidateInput> {
  if (!recutting || !learnsFrom) return input
  const { features, context } = input
  const step: SubsetStep = { ...context, given: [], sets: { list: [] }, all: features }
  const [{ recuts }] = await recutForParts(batcher, recutting, learnsFrom, features, [step])
  return { ...input, context: { ...context, recuts } }
}

function withGroups(scope: AnalysisScope, { groups }: SettledSelectSpec): AnalysisScope {
  const pairs = Object.entries(groups).flatMap(([group, members]) =>
    members.map((name) => [name, group] as const),
  )
  return pairs.length > 0 ? { ...scope, groupOf: new Map(pairs) } : scope
}
