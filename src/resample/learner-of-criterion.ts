import type { Scorer } from '../analyses/selection/scorer.ts'
import { findLearner, learners } from '../learners/registry.ts'
import type { LearnerTask } from '../learners/learner.ts'
import type { OptionValue } from '../spec/options.ts'

/** A learner by its name, with the options that were given for it. */
export interface CriterionLearner {
  readonly id: string
  readonly options: Readonly<Record<string, OptionValue>>
}

/** The learner that a criterion trains to score columns, with the options that are not the defaults; null where it trains none. */
export function learnerOfCriterion(
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
