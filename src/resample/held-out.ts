import { splitColumnsOf, spreadEvenly } from '../analyses/scope/split-columns.ts'
import { RequestBatcher } from '../analyses/scope/request-batcher.ts'
import { scopeOf } from '../analyses/scope/scope.ts'
import type { AnalysisScope } from '../analyses/scope/scope.ts'
import { inspectTarget } from '../analyses/scope/target.ts'
import type { TargetFacts } from '../analyses/scope/target.ts'
import type { Learner, LearnerMetric } from '../learners/learner.ts'
import type { Run, Source } from '../sources/source.ts'
import type { SettledEvidence } from '../spec/evidence-spec.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import { codeForLearner } from './evidence-columns.ts'
import { evidenceSplits } from './evidence-splits.ts'
import type { EvidenceSplits } from './evidence-splits.ts'
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
  evidenceSpec: SettledEvidence,
  run: Run,
): Promise<HeldOutRows> {
  const scope = scopeOf(source, {
    ...settled,
    missing: settled.missing === 'complete' ? 'complete' : 'pairwise',
  })
  const batcher = new RequestBatcher(source, run)
  const facts = await inspectTarget(batcher, scope, settled)
  const columns = { ...spreadEvenly(facts, settled), ...splitColumnsOf(source, settled) }
  return { batcher, scope, facts, splits: evidenceSplits(scope.view, evidenceSpec, settled.seed, columns) }
}

/** Trains a learner on the training rows of each split; its statistics are requested once for all. */
export async function trainOnSplits(
  { batcher, scope, facts, splits }: HeldOutRows,
  { learner, metric }: { readonly learner: Learner; readonly metric: LearnerMetric },
  settled: SettledSelectSpec,
  run: Run,
): Promise<TrainedLearner> {
  const columns = await codeForLearner(learner, batcher, scope, facts, settled)
  return trainLearner({ source: batcher.source, learner, metric }, columns, splits, run)
}
