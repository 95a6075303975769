import { readsOf } from '../criteria/criterion.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import type { View } from '../statistics/view.ts'
import type { Warning } from '../trace/warning.ts'
import type { Asker } from './ask.ts'
import { assign, typesOf, wantedBy } from './assignment.ts'
import type { Assignment } from './assignment.ts'
import type { AnyCriterion, ChosenSelection } from './chosen-selection.ts'
import { checkDiscretiser, fitCodings } from './codings.ts'
import type { Codings } from './codings.ts'
import type { Play } from './play.ts'
import type { Asked } from './step-problem.ts'
import { refusedWarnings, takenColumns } from './taken-columns.ts'
import { lookAtTarget } from './target.ts'
import type { TargetFacts } from './target.ts'

/** A spec of `select` checked against the data: who plays, and what the criterion is asked. */
export interface PreparedSelection {
  /** Every column that the spec leaves in play. */
  readonly all: Play
  /** Those that the criterion takes, over the rows complete in all of them. */
  readonly play: Play
  readonly facts: TargetFacts
  readonly codings: Codings
  readonly asked: Asked
  /** What the second criterion of a Pareto front is asked, of the same columns. */
  readonly second: Asked | null
  /** The candidates' names. */
  readonly names: readonly string[]
  /** Columns that the criterion leaves out, and why. */
  readonly refused: ReadonlyMap<string, string>
  /** The same as warnings. */
  readonly warnings: readonly Warning[]
}

/** Finds the candidates and codes them; columns that are `out` are in play no longer. */
export async function prepareSelection(
  asker: Asker,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  out: readonly string[],
): Promise<PreparedSelection> {
  const criteria = [chosen.criterion, ...(chosen.second ? [chosen.second] : [])]
  const { all, play, refused } = takenColumns(criteria, asker.source, settled, out)
  const facts = await lookAtTarget(asker, play, settled)
  checkDiscretiser(settled, play, facts)
  const wanted = { ...wantedBy(criteria, play, facts), together: widestTable(chosen, settled, play) }
  const codings = await fitCodings(asker, play, facts, wanted, settled)
  const assigned = criteria.map((criterion) => assign(criterion, play, facts, codings, settled.missing))
  const unread = new Map(assigned.flatMap((assignment) => [...assignment.refused]))
  const [first, second] = assigned
  const left = new Map([...refused, ...unread])
  const names = first.columns.filter((column) => !unread.has(column)).map(({ name }) => name)
  const askedOf = ({ target, columns, features, options }: Assignment<AnyCriterion>): Asked => ({
    features: features.filter((_, i) => !unread.has(columns[i])),
    question: {
      target,
      targetName: facts.name,
      classes: facts.classNames,
      options,
      view: target ? withTarget(play) : play.view,
    },
  })
  const warned = criteria.map(({ criterion, options }) => ({
    id: criterion.id,
    warning: readsOf(criterion, options, typesOf(play, facts)).warning,
  }))
  return {
    all,
    play,
    facts,
    codings,
    asked: askedOf(first),
    second: second ? askedOf(second) : null,
    names,
    refused: new Map([...left].map(([{ name }, why]) => [name, why])),
    warnings: [
      ...refusedWarnings(chosen.criterion.criterion, left),
      ...warned.flatMap(({ id, warning }): readonly Warning[] =>
        warning ? [{ code: 'mixed-estimators', message: `${id}: ${warning}` }] : [],
      ),
    ],
  }
}

/** Only the rows that have a target, also where what is missing in columns is filled in, or a level of its own. */
function withTarget({ view, target }: Play): View {
  const { complete = [] } = view
  if (!target || target.missing === 0 || complete.includes(target.column)) return view
  return { ...view, complete: [...complete, target.column] }
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
