import { Definitions, unknownName } from '#core'
import { aode } from './aode.ts'
import { forest } from './forest.ts'
import { knn } from './knn.ts'
import { lda } from './lda.ts'
import type { Learner, LearnerTask } from './learner.ts'
import { linearSvm } from './linear-svm.ts'
import { linear } from './linear.ts'
import { logistic } from './logistic.ts'
import { mlp } from './mlp.ts'
import { naiveBayes } from './naive-bayes.ts'
import { perceptron } from './perceptron.ts'
import { qda } from './qda.ts'
import { tree } from './tree.ts'

/** Every learner; the first for a task is its default. */
export const learners: readonly Learner[] = [
  linear,
  naiveBayes,
  logistic,
  lda,
  qda,
  knn,
  linearSvm,
  perceptron,
  mlp,
  aode,
  tree,
  forest,
]

/** Learners of one's own, by name. */
export const ownLearners = new Definitions<Learner>('learner')

/** The learner with that name, or with `auto` the default for a task; an unknown name is an error. */
export function findLearner(id: string, task: LearnerTask): Learner {
  if (id === 'auto') return learners.find(({ tasks }) => tasks.includes(task))!
  const found = learners.find((learner) => learner.id === id) ?? ownLearners.find(id)
  if (found) return found
  const known = [...learners.map((learner) => learner.id), ...ownLearners.names()]
  throw unknownName('learner', id, known, `known: ${known.join(', ')}`)
}
