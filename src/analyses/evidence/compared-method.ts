import { selectSpecOf } from '#core'
import type {
  Evidence,
  Run,
  SelectResult,
  SettledCompareSpec,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  TunedOption,
} from '#core'
import { learnerOf } from '../held-out/evidence-learner.ts'
import { holdOutRows, trainOnSplits } from '../held-out/held-out.ts'
import type { HeldOutRows } from '../held-out/held-out.ts'
import {
  isTargetConstant,
  selectFromPart,
  selectWhole,
  specOfPart,
  withoutColumnsSetApart,
} from '../held-out/inner-selection.ts'
import type { PartSelection } from '../held-out/inner-selection.ts'
import type { TrainedLearner } from '../held-out/trained-learner.ts'
import { selectAny } from '../outer/select-any.ts'
import type { ReplicaTask } from '../resample/replica-task.ts'
import type { TargetFacts } from '../scope/target.ts'
import { judgeSelections } from './evidence.ts'
import { selectTuned } from './tuning.ts'

type SpecWithEvidence = SettledSelectSpec & { readonly evidence: SettledEvidence }

/** A method of a comparison: its spec with the evidence of each learner, and the option that is tuned. */
export interface MethodToCompare {
  readonly specs: readonly SpecWithEvidence[]
  readonly tune: TunedOption | null
}

/** What a method selected from all rows. */
export interface WholeChoice {
  readonly result: SelectResult
  readonly seconds: number
  readonly value?: string | number
}

/** What it selected without the rows of a split. */
export interface FoldChoice extends PartSelection {
  readonly value?: string | number
}

/** The rows held out, and the learners trained on the others. */
export interface TrainedSplits {
  readonly rows: HeldOutRows
  readonly learners: readonly TrainedLearner[]
}

export function methodsToCompare(settled: SettledCompareSpec): readonly MethodToCompare[] {
  const learners = settled.learner.length > 0 ? settled.learner : [undefined]
  return settled.methods.map((method) => ({
    specs: learners.map((learner) => selectSpecOf(settled, method, learner)),
    tune: settled.tune.find((one) => one.method === method.method) ?? null,
  }))
}

/** Selects from all rows. */
export async function selectFromAll(
  source: Source,
  { specs: [spec], tune }: MethodToCompare,
  run: Run,
): Promise<WholeChoice> {
  const start = performance.now()
  const { result, ...value } = tune
    ? await selectTuned(source, spec, tune, run)
    : { result: await selectWhole(source, { ...spec, evidence: false }, run, selectAny) }
  return { result, ...value, seconds: (performance.now() - start) / 1000 }
}

/** What a selection from the rows of a split is given. */
interface GivenInSplit {
  readonly method: MethodToCompare
  readonly whole: WholeChoice
  readonly facts: TargetFacts
}

/** The task of selecting from the rows of splits. */
export const selectInSplit: ReplicaTask<GivenInSplit, FoldChoice> = {
  name: 'comparison',
  make: (part, given, _, run) => selectFromSplit(part, given, run),
}

/** Selects from the rows of one split; a value is tuned on these alone. */
async function selectFromSplit(
  part: Source,
  {
    method: {
      specs: [spec],
      tune,
    },
    whole: { result },
    facts,
  }: GivenInSplit,
  run: Run,
): Promise<FoldChoice> {
  const inFold = specOfPart(withoutColumnsSetApart(spec, result), result)
  const chosen = async (): Promise<FoldChoice> => {
    if (!tune) return selectFromPart(part, inFold, facts, run, selectAny)
    if (await isTargetConstant(part, inFold, facts, run))
      return { selected: [], steps: [], value: tune.values[0] }
    const { result: found, value } = await selectTuned(
      part,
      { ...inFold, evidence: spec.evidence },
      tune,
      run,
    )
    return { ...found, value }
  }
  const { selected, steps, value } = await chosen()
  return { selected, steps, ...(value !== undefined && { value }) }
}

/** Trains the learners on the splits of a method: once for all methods that leave out the same columns. */
export function trainedOnce(source: Source, run: Run) {
  const known = new Map<string, Promise<TrainedSplits>>()
  return ({ specs }: MethodToCompare, { result }: WholeChoice): Promise<TrainedSplits> => {
    const settled = specs.map((spec) => specOfPart(withoutColumnsSetApart(spec, result), result))
    const key = JSON.stringify(settled[0].drop)
    const found = known.get(key) ?? trainOn(source, specs, settled, result, run)
    known.set(key, found)
    return found
  }
}

async function trainOn(
  source: Source,
  specs: readonly SpecWithEvidence[],
  settled: readonly SettledSelectSpec[],
  { spec: { task } }: SelectResult,
  run: Run,
): Promise<TrainedSplits> {
  const rows = await holdOutRows(source, settled[0], specs[0].evidence, run)
  const learners: TrainedLearner[] = []
  for (const [place, { evidence }] of specs.entries())
    learners.push(await trainOnSplits(rows, learnerOf(evidence, task)!, settled[place], run))
  return { rows, learners }
}

/** The evidence of each learner for what a method selected: the same as that of `select`. */
export async function evidenceOf(
  { specs }: MethodToCompare,
  { result }: WholeChoice,
  folds: readonly FoldChoice[],
  { rows: { splits }, learners }: TrainedSplits,
): Promise<readonly Evidence[]> {
  const found: Evidence[] = []
  for (const [place, spec] of specs.entries()) {
    const task = {
      settled: withoutColumnsSetApart(spec, result),
      evidenceSpec: spec.evidence,
      ...learnerOf(spec.evidence, result.spec.task)!,
      result,
      isCut: false,
    }
    found.push(await judgeSelections(task, splits, learners[place], folds))
  }
  return found
}
