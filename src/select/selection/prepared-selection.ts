import { readsOf } from '../../criteria/criterion.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { RowPolicy } from '../../trace/used-rows.ts'
import type { Warning } from '../../trace/warning.ts'
import type { Asker } from '../play/ask.ts'
import { assign, typesOf, wantedBy } from '../play/assignment.ts'
import type { Assignment } from '../play/assignment.ts'
import type { AnyCriterion, ChosenSelection } from './chosen-selection.ts'
import { checkDiscretiser, fitCodings } from '../play/codings.ts'
import type { Codings } from '../play/codings.ts'
import type { Chosen } from '../play/chosen-methods.ts'
import { foldWarnings } from '../play/fold-warnings.ts'
import { gapsAmong } from '../play/gap-policy.ts'
import { missingWarnings } from '../play/play.ts'
import type { Play } from '../play/play.ts'
import type { SubsetStep } from '../../criteria/subset-criterion.ts'
import { recutForParts, recuttingOf } from '../play/recut.ts'
import type { Recutting } from '../play/recut.ts'
import type { Asked } from './step-problem.ts'
import { rowsThatCount } from './rows-that-count.ts'
import { refusedWarnings, takenColumns } from './taken-columns.ts'
import { lookAtTarget } from '../play/target.ts'
import type { TargetFacts } from '../play/target.ts'

/** A spec of `select` checked against the data: who plays, and what the criterion is asked. */
export interface PreparedSelection {
  /** Every column that the spec leaves in play. */
  readonly all: Play
  /** Those that the criterion takes, over the rows that count. */
  readonly play: Play
  /** Those that it takes, and those set apart for the rows they lack: warnings are of both. */
  readonly guarded: Play
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
  asker: Asker,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  out: readonly string[],
  known: Warning[] = [],
): Promise<PreparedSelection> {
  const criteria = [chosen.criterion, ...(chosen.second ? [chosen.second] : [])]
  const { all, play: taken, refused } = takenColumns(criteria, asker.source, settled, out)
  const counted = await rowsThatCount(asker, taken, settled, chosen)
  const { play, policy } = counted
  known.push(...missingWarnings(play, policy))
  const facts = await lookAtTarget(asker, play, settled)
  checkDiscretiser(settled, play, facts)
  const wanted = { ...wantedBy(criteria, play, facts), together: widestTable(chosen, settled, play) }
  const codings = await fitCodings(asker, play, facts, wanted, { ...settled, missing: policy })
  const assigned = criteria.map((criterion) => assign(criterion, play, facts, codings, policy))
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
      view: play.view,
      ...gapsAmong(columns, features, play.view),
    },
  })
  const recutting = recuttingOf(codings, facts, settled)
  const ask = ({ criterion }: Assignment<AnyCriterion>, asked: Asked) =>
    recutByFold(asker, recutting, criterion, asked)
  const warned = criteria.map(({ criterion, options }) => ({
    id: criterion.id,
    warning: readsOf(criterion, options, typesOf(play, facts)).warning,
  }))
  return {
    all,
    play,
    guarded: { ...play, features: taken.features },
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
      ...(await weightedFolds(asker, criteria, play)),
      ...refusedWarnings(chosen.criterion.criterion, left),
      ...warned.flatMap(({ id, warning }): readonly Warning[] =>
        warning ? [{ code: 'mixed-estimators', message: `${id}: ${warning}` }] : [],
      ),
    ],
  }
}

/** What the user should know of weights where rows are dealt into folds. */
async function weightedFolds(
  asker: Asker,
  criteria: readonly Chosen<AnyCriterion>[],
  { view }: Play,
): Promise<readonly Warning[]> {
  const dealing = criteria.find(({ criterion }) => criterion.foldsRows)
  return dealing ? foldWarnings(asker, view, dealing.criterion.id) : []
}

/** What is asked of a criterion that learns from folds, with cuts that look at the target made anew for each. */
async function recutByFold(
  asker: Asker,
  recutting: Recutting | null,
  criterion: AnyCriterion,
  asked: Asked,
): Promise<Asked> {
  const learnsFrom = criterion.shape === 'subset' ? criterion.learnsFrom : undefined
  if (!recutting || !learnsFrom) return asked
  const { features, question } = asked
  const step: SubsetStep = { ...question, given: [], sets: { list: [] }, all: features }
  const [{ recuts }] = await recutForParts(asker, recutting, learnsFrom, features, [step])
  return { ...asked, question: { ...question, recuts } }
}

/** How many columns the widest table holds that a step asks for, besides the target. */
function widestTable(
  { criterion: { criterion } }: ChosenSelection,
  { k }: SettledSelectSpec,
  { features }: Play,
): number {
  if (criterion.shape !== 'subset') return 2
  return criterion.together ?? Math.min(k ?? features.length, features.length)
}
