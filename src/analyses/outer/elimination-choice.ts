import { applicableOptions, columnSetAside, CribaError, isSingleSplit, refuseRepeatsInTime } from '#core'
import type {
  OptionsOf,
  OptionValue,
  Run,
  SelectResult,
  SettledSelectSpec,
  SizeCurve,
  SizeRuleOfCurve,
  Source,
} from '#core'
import { findLearner, learners } from '#methods'
import type { LearnerTask } from '#methods'
import { chooseSize, sizesToScore, unitsAlong } from '../held-out/size-curve.ts'
import { checkLearner, learnerOf } from '../held-out/evidence-learner.ts'
import type { LearnerChoice } from '../held-out/evidence-learner.ts'
import { selectFromSplits } from '../held-out/held-out.ts'
import { partTask, prepareRepeated } from '../held-out/inner-selection.ts'
import { foldWarnings } from '../scope/weights.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'
import { methodOf } from '../selection/method-parts.ts'
import { selectOnce } from '../selection/run-selection.ts'
import type { Scorer } from '../selection/scorer.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'
import { eliminationOptions } from './rfe-resampled.ts'

const elimination = 'recursive-elimination'

/** Eliminates columns by a part of the rows. */
export const eliminateInPart = partTask('elimination', selectOnce)

type Options = OptionsOf<typeof eliminationOptions>

/** What `rfe-resampled` chooses. */
export async function chooseByElimination(
  { source, inner: given, k, options, once }: OuterProblem<Options>,
  { progress = () => {}, ...run }: Run,
): Promise<OuterChoice> {
  const plan = planOf(given, options)
  const inner = eliminating(given)
  await checkLearner(source, inner, options, run)
  const share = 1 / (1 + (plan.folds ?? 1) * plan.repeats)
  const { whole, inPart, units } = await prepareRepeated(source, inner, {
    ...run,
    progress: (part) => progress(part * share),
  })
  if (whole.steps.length + units.keptUnits === 0) throw noneError(whole)
  const scored = { units, sizes: sizesToScore(options.sizes, whole, units, k) }
  const choice = choiceOf(inner, whole, options)
  const heldOut = await selectFromSplits(
    source,
    inPart,
    { plan, choice, select: eliminateInPart, once },
    { ...run, progress: (part) => progress(share + part * (1 - share)) },
  )
  const sizeChoice = await chooseSize(scored, choice, heldOut, options.choose)
  const { size, sizes } = sizeChoice
  const steps = whole.steps.slice(0, size - units.keptUnits)
  return {
    whole,
    options: shownOptions(options),
    better: whole.better,
    units: whole.units,
    selected: unitsAlong(whole, units).slice(0, size).flat(),
    steps,
    setAside: [
      ...whole.steps
        .slice(steps.length)
        .map(({ feature }) => columnSetAside(feature, 'eliminated, the last of these first')),
      ...whole.setAside,
    ],
    score: steps.at(-1)?.score ?? null,
    sizeChoice,
    evaluations: 1 + heldOut.selections.length,
    stopped: stoppedBy(options.choose, size, sizes),
    warnings: await weightWarnings(source, inner),
  }
}

/** The error where the criterion scores no column, so that none can be eliminated. */
function noneError({ spec: { criterion }, setAside: [first] }: SelectResult): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable columns for rfe-resampled: ${criterion.method} scores none (${first.feature}: ${first.because})`,
  )
}

/** The options without those that the result has elsewhere, or that do not apply. */
function shownOptions(options: Options): SelectResult['options'] {
  const { holdout, learner, metric, ...others } = applicableOptions(eliminationOptions, options)
  return {
    ...others,
    ...(holdout !== 0 && { holdout }),
    ...(learner !== 'auto' && { learner }),
    ...(metric !== 'auto' && { metric }),
  }
}

/** How rows are held out; `one-error` needs the error of a mean. */
function planOf({ time }: SettledSelectSpec, { folds, repeats, holdout, choose }: Options) {
  const plan = holdout > 0 ? { folds: null, repeats, holdout } : { folds, repeats, holdout: null }
  refuseRepeatsInTime(time, repeats)
  if (choose !== 'one-error' || !isSingleSplit(plan)) return plan
  throw new CribaError('invalid', 'invalid choose: one-error (needs more than one split; add repeats)')
}

/** The spec of an elimination that ranks every column. */
function eliminating(inner: SettledSelectSpec): SettledSelectSpec {
  const { search } = inner
  if (search === null)
    return { ...inner, search: { method: elimination, options: { share: 0, until: 'one' } } }
  const { record } = chooseSelection(inner).search
  if (record.id !== elimination) {
    throw new CribaError(
      'invalid',
      `invalid search: ${record.id} (rfe-resampled eliminates: leave it out, or use ${elimination}:share=0.1)`,
    )
  }
  const options = typeof search === 'string' || 'method' in search ? methodOf(search).options : {}
  const until = options['until'] ?? 'one'
  if (until !== 'one') {
    throw new CribaError(
      'invalid',
      `invalid until: ${until} (rfe-resampled ranks every column, and held-out rows say how many are kept: leave it out)`,
    )
  }
  return { ...inner, search: { method: elimination, options: { ...options, until } } }
}

/** The learner and the metric; without one that of the criterion. */
function choiceOf(
  inner: SettledSelectSpec,
  { spec: { task } }: SelectResult,
  { learner, metric }: Options,
): LearnerChoice {
  const ofTask = task === 'regression' ? 'regression' : 'classification'
  const own = learner === 'auto' ? learnerOfCriterion(chooseSelection(inner).scorer, ofTask) : null
  return { ...learnerOf({ learner: own?.id ?? learner, metric }, task)!, options: own?.options ?? {} }
}

function stoppedBy(choose: SizeRuleOfCurve, size: number, { best }: SizeCurve): string {
  if (choose === 'best') return `size ${size} predicts held-out rows best`
  if (choose === 'knee') return `the curve of sizes bends at ${size} (best ${best})`
  return `size ${size} is the smallest within one standard error of the best (${best})`
}

/** The warning of weighted rows that are held out. */
async function weightWarnings(source: Source, { weights }: SettledSelectSpec) {
  if (weights === null) return []
  const column = source.columns.findIndex(({ name }) => name === weights)
  return foldWarnings(new RequestBatcher(source, {}), { weights: column }, 'rfe-resampled')
}

/** A learner by its name, with the options that were given for it. */
interface CriterionLearner {
  readonly id: string
  readonly options: Readonly<Record<string, OptionValue>>
}

/**
 * The learner that a criterion trains to score columns, with the options that are not the defaults; null
 * where it trains none.
 */
function learnerOfCriterion(
  { criterion, options }: Pick<Scorer, 'criterion' | 'options'>,
  task: LearnerTask,
): CriterionLearner | null {
  const id = criterion.id === 'forest-importance' ? 'forest' : options['learner']
  if (typeof id !== 'string') return null
  // The first that has importances; of `permutation-importance` any has.
  const weighs = criterion.id === 'importance'
  const learner =
    id === 'auto' && weighs
      ? learners.find(({ tasks, importances }) => tasks.includes(task) && importances)!
      : findLearner(id, task)
  const given = Object.entries(options).filter(
    ([name, value]) => Object.hasOwn(learner.options, name) && value !== criterion.options[name].default,
  )
  return { id: learner.id, options: Object.fromEntries(given) }
}
