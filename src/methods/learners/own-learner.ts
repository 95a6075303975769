import { CribaError, unknownName } from '#core'
import type { OwnLearner, OwnLearnerFacts, OwnLearnerName, OwnModel } from '#core'
import type { Learner } from './learner.ts'
import { classMetrics, rankMetrics, rowNumberMetrics } from './metrics.ts'
import { learners, ownLearners } from './registry.ts'
import { defineRowLearner } from './row-learner.ts'

let definitions = 0

const factNames = ['id', 'task', 'levels', 'probabilities']

/**
 * Defines a learner of one's own: any object with `fit` and `predict`, synchronous or not. Its name is a
 * learner from then on, for `cv`, `permutation-importance` and evidence, in this thread. Rows are lists of
 * numbers, complete in all columns; it learns from the training rows of each fold, and predicts those held
 * out. Where there are no columns, or the training rows have one class, the mean or the shares of the classes
 * predict instead. A second definition of a name replaces the first.
 *
 * @example const mean = defineLearner({ fit: (_, y) => ({ predict: (rows) => rows.map(() => y[0]) }) }, { id: 'first', task: 'regression' })
 * @throws CribaError if the name is taken by a learner of the library, or the object has no `fit`
 */
export function defineLearner(learner: OwnLearner, facts: OwnLearnerFacts): OwnLearnerName {
  refuseOtherFacts(facts)
  const { id, task, levels = 'indicators', probabilities } = facts
  refuseUnfit(learner, id)
  refuseOther('task', task, ['classification', 'regression'])
  refuseOther('levels', levels, ['indicators', 'numbers'])
  if (probabilities !== undefined && typeof probabilities !== 'boolean') {
    throw new CribaError(
      'invalid',
      `invalid probabilities: ${String(probabilities)} (needs true, or leave it out)`,
    )
  }
  if (probabilities && task === 'regression') {
    throw new CribaError('invalid', 'invalid probabilities: regression predicts numbers (leave it out)')
  }
  const model: OwnModel = {
    id: 'own',
    number: definitions++,
    facts: { id, task, levels, probabilities: probabilities === true },
    learner,
  }
  ownLearners.add(recordOf(model), ['auto', ...learners.map((known) => known.id)])
  return id as OwnLearnerName
}

function recordOf(model: OwnModel): Learner {
  const { id, task, levels, probabilities } = model.facts
  const ofClasses = probabilities ? classMetrics : rankMetrics
  return defineRowLearner({
    id,
    title: 'Learner of one’s own',
    tasks: [task],
    features: { numeric: 'values', categorical: 'levels' },
    metrics: task === 'regression' ? rowNumberMetrics : ofClasses,
    options: {},
    evidence: {
      options: {},
      fillsMissing: true,
      how: `numbers as they are, levels as ${levels}; a missing number is replaced by the mean and marked by an indicator`,
    },
    reference: 'your own',
    model: () => model,
  })
}

function refuseUnfit(learner: OwnLearner, id: string): void {
  if (typeof (learner as OwnLearner | null)?.fit !== 'function') {
    throw new CribaError(
      'invalid',
      `invalid learner: ${id} has no fit (needs an object with fit and predict)`,
    )
  }
}

function refuseOtherFacts(given: OwnLearnerFacts | undefined): void {
  if (typeof given !== 'object' || given === null) {
    throw new CribaError('invalid', 'invalid learner: no facts (needs an object with id and task beside it)')
  }
  for (const name of Object.keys(given)) {
    if (!factNames.includes(name)) throw unknownName('fact of a learner', name, factNames)
  }
}

function refuseOther(what: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return
  throw new CribaError('invalid', `invalid ${what}: ${given} (needs ${known.join(' or ')})`)
}
