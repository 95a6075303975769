import { Definitions, unknownMethod } from '#core'
import { aode } from './aode.ts'
import { cox } from './cox.ts'
import { forest } from './forest.ts'
import { knn } from './knn.ts'
import { lda } from './lda.ts'
import type { Learner, LearnerTask } from './learner.ts'
import { linearSvm } from './linear-svm.ts'
import { linear } from './linear.ts'
import { logistic } from './logistic.ts'
import { mlp } from './mlp.ts'
import { naiveBayes } from './naive-bayes.ts'
import { optionRows } from './options.ts'
import { perceptron } from './perceptron.ts'
import { qda } from './qda.ts'
import { tree } from './tree.ts'

/** Every learner; the first for a task is its default. */
const all = [
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
  cox,
] as const

type LearnerId = (typeof all)[number]['id']

export const learners: readonly (Learner & { readonly id: LearnerId })[] = all

/** The default of a task. */
function defaultFor(task: LearnerTask): Learner {
  return learners.find(({ tasks }) => tasks.includes(task))!
}

type Rows = typeof optionRows
type OptionsOfLearners = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly only: { readonly learner: readonly string[] } }
}

/** The options of all learners, beside the name of one. Each applies to the learners that have it. */
export const learnerOptions = {
  learner: {
    type: 'choice',
    of: ['auto', ...learners.map(({ id }) => id)],
    orOwn: true,
    default: 'auto',
    help: 'what learns from the columns; auto: linear for numbers, naive-bayes for classes, cox for times until an event',
  },
  ...(Object.fromEntries(
    Object.entries(optionRows).map(([name, row]) => {
      const owners = learners.filter(({ options }) => Object.hasOwn(options, name))
      const isOfDefault = owners.some((one) => one.tasks.some((task) => one === defaultFor(task)))
      const ids = owners.map(({ id }) => id)
      const help = `of ${[...ids.slice(0, -2), ids.slice(-2).join(' and ')].join(', ')}: ${row.help}`
      return [name, { ...row, help, only: { learner: [...(isOfDefault ? ['auto'] : []), ...ids] } }]
    }),
  ) as unknown as OptionsOfLearners),
} as const

/** Learners of one's own, by name. */
export const ownLearners = new Definitions<Learner>('learner')

/** The learner with that name, or with `auto` the default for a task; an unknown name is an error. */
export function findLearner(id: string, task: LearnerTask): Learner {
  if (id === 'auto') return defaultFor(task)
  const found = learners.find((learner) => learner.id === id) ?? ownLearners.find(id)
  if (found) return found
  throw unknownMethod('learner', id, [...learners.map((learner) => learner.id), ...ownLearners.names()])
}
