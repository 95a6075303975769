import { forest } from './forest.ts'
import type { Learner, LearnerTask } from './learner.ts'
import { linearSvm } from './linear-svm.ts'
import { linear } from './linear.ts'
import { logistic } from './logistic.ts'
import { naiveBayes } from './naive-bayes.ts'
import { tree } from './tree.ts'

/** Every learner; the first for a task is its default. */
export const learners: readonly Learner[] = [linear, naiveBayes, logistic, linearSvm, tree, forest]

/** The learner with that name, or the default for a task. */
export function findLearner(id: string, task: LearnerTask): Learner {
  return learners.find((learner) => learner.id === id) ?? learners.find(({ tasks }) => tasks.includes(task))!
}
