import type { Learner } from './learner.ts'
import { linear } from './linear.ts'
import { naiveBayes } from './naive-bayes.ts'

/** Every learner, the first of a task being its default. */
export const learners: readonly Learner[] = [linear, naiveBayes]

/** The learner of that name, or the first for a task. */
export function findLearner(id: string, task: Learner['task']): Learner {
  return learners.find((learner) => learner.id === id) ?? learners.find((learner) => learner.task === task)!
}
