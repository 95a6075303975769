import type { Run, SettledSelectSpec, Source } from '#core'
import { taskOverReplicas } from '../resample/replica-task.ts'
import type { ReplicaTask } from '../resample/replica-task.ts'
import type { Once } from '../resample/saved-parts.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { splitColumnsOf, spreadEvenly } from '../scope/split-columns.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import { codeForLearner } from './evidence-learner.ts'
import type { LearnerChoice } from './evidence-learner.ts'
import { evidenceSplits } from './evidence-splits.ts'
import type { EvidenceSplits, SplitPlan } from './evidence-splits.ts'
import type { GivenInPart, PartSelection } from './inner-selection.ts'
import { trainLearner } from './trained-learner.ts'
import type { TrainedLearner } from './trained-learner.ts'

/** The rows that evidence holds out, split by split, and what all selections on the others share. */
export interface HeldOutRows {
  readonly batcher: RequestBatcher
  readonly scope: AnalysisScope
  readonly facts: TargetFacts
  readonly splits: EvidenceSplits
}

/** Divides the rows of a source into those to select from and those held out. */
export async function holdOutRows(
  source: Source,
  settled: SettledSelectSpec,
  plan: SplitPlan,
  run: Run,
): Promise<HeldOutRows> {
  const scope = scopeOf(source, {
    ...settled,
    missing: settled.missing === 'complete' ? 'complete' : 'pairwise',
  })
  const batcher = new RequestBatcher(source, run)
  const facts = await inspectTarget(batcher, scope, settled)
  const columns = { ...spreadEvenly(facts, settled), ...splitColumnsOf(source, settled) }
  return { batcher, scope, facts, splits: evidenceSplits(scope.view, plan, settled.seed, columns) }
}

/** Trains a learner on the training rows of each split, on the given columns too; its statistics are requested once for all. */
export async function trainOnSplits(
  { batcher, scope, facts, splits }: HeldOutRows,
  choice: LearnerChoice,
  settled: SettledSelectSpec,
  run: Run,
): Promise<TrainedLearner> {
  const all = { ...scope, features: [...scope.features, ...(scope.given ?? [])] }
  const columns = await codeForLearner(choice, batcher, all, facts, settled)
  return trainLearner({ ...choice, source: batcher.source }, columns, splits, run)
}

/** What was selected without the rows of each split, and a learner trained there. */
export interface HeldOutSelections {
  readonly splits: EvidenceSplits
  readonly trained: TrainedLearner
  readonly selections: readonly PartSelection[]
}

/** Selects from the training rows of each split, and trains a learner on them. */
export async function selectFromSplits(
  source: Source,
  inFold: SettledSelectSpec,
  {
    plan,
    choice,
    select,
    learnFrom = source,
    once = (_, make) => make(),
  }: {
    readonly plan: SplitPlan
    readonly choice: LearnerChoice
    readonly select: ReplicaTask<GivenInPart, PartSelection>
    /** The source that the learner asks, if it is another one of the same rows. */
    readonly learnFrom?: Source
    readonly once?: Once
  },
  run: Omit<Run, 'on'>,
  onSelection?: (selection: PartSelection, split: number, splits: number) => void,
): Promise<HeldOutSelections> {
  const { progress = () => {}, ...unseen } = run
  const rows = await holdOutRows(learnFrom, inFold, plan, unseen)
  const trained = await trainOnSplits(rows, choice, inFold, unseen)
  const { splits } = rows.splits
  const selections = await taskOverReplicas(
    source,
    splits.map(({ train }) => ({ sample: train.sample! })),
    {
      task: select,
      given: { spec: inFold, facts: rows.facts },
      once: (split, make) => once(`split ${split}`, make),
    },
    { ...unseen, progress },
    onSelection && ((selection, split) => onSelection(selection, split, splits.length)),
  )
  return { splits: rows.splits, trained, selections }
}
