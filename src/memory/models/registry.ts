import type { ModelId, ModelOptions, ModelSpec } from '#core'
import { aode } from './aode.ts'
import { cox } from './cox.ts'
import { forest } from './forest.ts'
import { knn } from './knn.ts'
import { lda } from './lda.ts'
import { linearSvm } from './linear-svm.ts'
import { logistic } from './logistic.ts'
import { mlp } from './mlp.ts'
import type { Model } from './model.ts'
import { perceptron } from './perceptron.ts'
import { qda } from './qda.ts'
import { tree } from './tree.ts'

const models: { readonly [Id in ModelId]: Model<{ readonly id: Id } & ModelOptions[Id]> } = {
  aode,
  cox,
  forest,
  knn,
  lda,
  'linear-svm': linearSvm,
  logistic,
  mlp,
  perceptron,
  qda,
  tree,
}

/** The model of a spec. */
export function modelOf({ id }: ModelSpec): Model<ModelSpec> {
  return models[id]
}
