import { readsOf } from '../../criteria/criterion.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { RowPolicy } from '../../trace/used-rows.ts'
import type { Warning } from '../../trace/warning.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { assign, typesOf, wantedBy } from '../scope/assignment.ts'
import type { Assignment } from '../scope/assignment.ts'
import type { AnyCriterion, ChosenSelection } from './chosen-selection.ts'
import { checkDiscretiser, fitCodings } from '../scope/codings.ts'
import type { Codings } from '../scope/codings.ts'
import type { Chosen } from '../scope/chosen-methods.ts'
import { foldWarnings } from '../scope/fold-warnings.ts'
import { gapsAmong } from '../scope/gap-policy.ts'
import { missingWarnings } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import type { SubsetStep } from '../../criteria/subset-criterion.ts'
import { recutForParts, recuttingOf } from '../scope/recut.ts'
import type { Recutting } from '../scope/recut.ts'
import type { Asked } from './step-problem.ts'
import { rowsThatCount } from './rows-that-count.ts'
import { refusedWarnings, takenColumns } from './taken-columns.ts'
import { lookAtTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'

/** A spec of `select` checked against the data: who plays, and what the criterion is asked. */
export interface PreparedSelection {
  /** Every column that the spec leaves in play. */
  readonly all: AnalysisScope
  /** Those that the criterion takes, over the rows that count. */
  readonly scope: AnalysisScope
  /** Those that it takes, and those set apart for the rows they lack: warnings are of both. */
  readonly guarded: AnalysisScope
  /** What is done where values are missing. */
  readonly policy: RowPolicy
  readonly facts: TargetFacts
  readonly codings: Codings
  /** How cuts that looked at the target are made anew; null where none did. */
  readonly recutting: Recutting | null
  readonly asked: Asked
  /** What the second criterion of a Pareto front is asked, of the same columns. */
  readonly second: Asked | null
  /** The candidates' names. */
  readonly names: readonly string[]
  /** Columns that the criterion leaves out, and why. */
  readonly refused: ReadonlyMap<string, string>
  /** Columns set apart for the rows they lack, and why. */
  readonly lacking: ReadonlyMap<string, string>
  /** What the user should know of these. */
  readonly warnings: readonly Warning[]
}

/** Finds the candidates and codes them; columns that are `out` are in play no longer. Early warnings are added to `known`. */
export async function prepareSelection(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  out: readonly string[],
  known: Warning[] = [],
): Promise<PreparedSelection> {
  const criteria = [chosen.criterion, ...(chosen.second ? [chosen.second] : [])]
  const { all, scope: taken, refused } = takenColumns(criteria, batcher.source, settled, out)
  const counted = await rowsThatCount(batcher, taken, settled, chosen)
  const { scope, policy } = counted
  known.push(...missingWarnings(scope, policy))
  const facts = await lookAtTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const wanted = { ...wantedBy(criteria, scope, facts), together: widestTable(chosen, settled, scope) }
  const codings = await fitCodings(batcher, scope, facts, wanted, { ...settled, missing: policy })
  const assigned = criteria.map((criterion) => assign(criterion, scope, facts, codings, policy))
  const unread = new Map(assigned.flatMap((assignment) => [...assignment.refused]))
  const [first, second] = assigned
  const left = new Map([...refused, ...unread])
  const names = first.columns.filter((column) => !unread.has(column)).map(({ name }) => name)
  const askedOf = ({ target, columns, features, options }: Assignment<AnyCriterion>): Asked => ({
    features: features.filter((_, i) => !unread.has(columns[i])),
    names,
    question: {
      target,
      targetName: facts.name,
      classes: facts.classNames,
      options,
      view: scope.view,
      ...gapsAmong(columns, features, scope.view),
    },
  })
  const recutting = recuttingOf(codings, facts, settled)
  const ask = ({ criterion }: Assignment<AnyCriterion>, asked: Asked) =>
    recutByFold(batcher, recutting, criterion, asked)
  const warned = criteria.map(({ criterion, options }) => ({
    id: criterion.id,
    warning: readsOf(criterion, options, typesOf(scope, facts)).warning,
  }))
  return {
    all,
    scope,
    guarded: { ...scope, features: taken.features },
    policy,
    facts,
    codings,
    recutting,
    asked: await ask(first, askedOf(first)),
    second: second ? await ask(second, askedOf(second)) : null,
    names,
    refused: new Map([...left].map(([{ name }, why]) => [name, why])),
    lacking: new Map([...counted.refused].map(([{ name }, why]) => [name, why])),
    warnings: [
      ...(await weightedFolds(batcher, criteria, scope)),
      ...refusedWarnings(chosen.criterion.criterion, left),
      ...warned.flatMap(({ id, warning }): readonly Warning[] =>
        warning ? [{ code: 'mixed-estimators', message: `${id}: ${warning}` }] : [],
      ),
    ],
  }
}

/** What the user should know of weights where rows are dealt into folds. */
async function weightedFolds(
  batcher: RequestBatcher,
  criteria: readonly Chosen<AnyCriterion>[],
  { view }: AnalysisScope,
): Promise<readonly Warning[]> {
  const dealing = criteria.find(({ criterion }) => criterion.foldsRows)
  return dealing ? foldWarnings(batcher, view, dealing.criterion.id) : []
}

/** What is asked of a criterion that learns from folds, with cuts that look at the target made anew for each. */
async function recutByFold(
  batcher: RequestBatcher,
  recutting: Recutting | null,
  criterion: AnyCriterion,
  asked: Asked,
): Promise<Asked> {
  const learnsFrom = criterion.shape === 'subset' ? criterion.learnsFrom : undefined
  if (!recutting || !learnsFrom) return asked
  const { features, question } = asked
  const step: SubsetStep = { ...question, given: [], sets: { list: [] }, all: features }
  const [{ recuts }] = await recutForParts(batcher, recutting, learnsFrom, features, [step])
  return { ...asked, question: { ...question, recuts } }
}

/** How many columns the widest table holds that a step asks for, besides the target. */
function widestTable(
  { criterion: { criterion } }: ChosenSelection,
  { k }: SettledSelectSpec,
  { features }: AnalysisScope,
): number {
  if (criterion.shape !== 'subset') return 2
  return criterion.together ?? Math.min(k ?? features.length, features.length)
}
