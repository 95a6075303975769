import { selectOnce } from '../../analyses/run-selection.ts'
import { foldWarnings } from '../../analyses/scope/fold-warnings.ts'
import { RequestBatcher } from '../../analyses/scope/request-batcher.ts'
import { chooseSelection } from '../../analyses/selection/chosen-selection.ts'
import { methodOf } from '../../analyses/selection/method-parts.ts'
import { metricOption } from '../../criteria/families/learner-facts.ts'
import { learnerOptions } from '../../learners/options.ts'
import type { Source } from '../../sources/source.ts'
import { isSingleSplit } from '../../spec/evidence-spec.ts'
import { CribaError } from '../../spec/error.ts'
import { nonDefaultOptions } from '../../spec/options.ts'
import type { OptionsOf, OptionTable } from '../../spec/options.ts'
import { refuseRepeatsInTime } from '../../spec/split-spec.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { SizeCurve, SizeRuleOfCurve } from '../../trace/evidence.ts'
import type { SelectResult } from '../../trace/selection.ts'
import { chooseSize, sizesToScore, unitsAlong } from '../chosen-size.ts'
import { checkLearner, learnerOf } from '../evidence-learner.ts'
import type { LearnerChoice } from '../evidence-learner.ts'
import { selectFromSplits } from '../held-out.ts'
import { prepareRepeated } from '../inner-selection.ts'
import { learnerOfCriterion } from '../learner-of-criterion.ts'
import { defineOuter } from './outer-method.ts'

const elimination = 'recursive-elimination'

const table = {
  sizes: {
    type: 'sizes',
    default: 'all',
    help: 'the numbers of columns that are scored: all, halving (all, half of them, …), or a list, as 1+2+5+10',
  },
  choose: {
    type: 'choice',
    of: ['best', 'one-error', 'knee'],
    default: 'best',
    help: 'which size is kept: the best, the smallest within one standard error of it, or where the curve bends',
  },
  folds: {
    type: 'whole',
    min: 2,
    max: 1000,
    default: 5,
    only: { holdout: ['0'] },
    help: 'parts of the rows, each held out once',
  },
  repeats: { type: 'whole', min: 1, max: 1000, default: 1, help: 'how often the rows are divided anew' },
  holdout: {
    type: 'number',
    min: 0,
    max: 0.9,
    default: 0,
    help: 'the share of the rows held out instead of folds; 0: folds',
  },
  learner: {
    ...learnerOptions.learner,
    help: 'what predicts the held-out rows; auto: what the criterion trains, with its options, else linear for numbers, naive-bayes for classes',
  },
  metric: metricOption,
} as const satisfies OptionTable

type Options = OptionsOf<typeof table>

/**
 * Keeps as many columns of a recursive elimination as predict held-out rows best.
 *
 * In each split columns are eliminated on the training rows, one after the other, which gives a set of each size; a learner is trained
 * there on each set, and scored on the rows held out. The mean scores by size are a curve, on which `choose` takes the size.
 * Then columns are eliminated once on all rows, down to that size. J of a step is the score of the column among those that were left
 * when it was dropped, or of the last at the end. `rfe` without the split scores on the rows that it learned from, which finds
 * too many columns. Cuts, levels and prefilters are made in each split. The score of the size that was chosen is optimistic;
 * `--evidence` repeats all of it without the rows that it scores. Ambroise and McLachlan (2002); Guyon, Weston, Barnhill and Vapnik
 * (2002); as `rfe` of caret (Kuhn 2008) and RFECV of scikit-learn.
 *
 * @example select(table, { target: 'y', method: 'rfe-resampled:folds=10,choose=one-error' })
 */
export const rfeResampled = defineOuter({
  id: 'rfe-resampled',
  title: 'Recursive elimination to the size that predicts best',
  by: { method: 'importance' },
  holdsOut: true,
  better: 'higher',
  units: 'of the criterion',
  options: table,
  formula:
    'S of size argmax_s mean over splits of score(learned on S_s of the training rows, on the rows held out)',
  reference: 'Guyon et al. 2002; Ambroise & McLachlan 2002; Kuhn 2008',
  choose: async ({ source, inner: given, k, options }, { progress = () => {}, ...run }) => {
    const plan = planOf(given, options)
    const inner = eliminating(given)
    await checkLearner(source, inner, options, run)
    const share = 1 / (1 + (plan.folds ?? 1) * plan.repeats)
    const { whole, inPart, units } = await prepareRepeated(source, inner, {
      ...run,
      progress: (part) => progress(part * share),
    })
    const scored = { units, sizes: sizesToScore(options.sizes, whole, units, k) }
    const choice = choiceOf(inner, whole, options)
    const heldOut = await selectFromSplits(
      source,
      inPart,
      { plan, choice, select: selectOnce },
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
          .map(({ feature }) => ({ feature, because: 'eliminated, the last of these first' })),
        ...whole.setAside,
      ],
      score: steps.at(-1)?.score ?? null,
      sizeChoice,
      evaluations: 1 + heldOut.selections.length,
      stopped: stoppedBy(options.choose, size, sizes),
      warnings: await weightWarnings(source, inner),
    }
  },
})

/** The options without those that the result has elsewhere, or that do not apply. */
function shownOptions(options: Options): SelectResult['options'] {
  const { holdout, learner, metric, ...others } = nonDefaultOptions(table, options)
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
