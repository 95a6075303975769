import { aode } from './aode.ts'
import type { AodeOptions } from './aode.ts'
import { forest } from './forest.ts'
import type { ForestOptions } from './forest.ts'
import { knn } from './knn.ts'
import type { KnnOptions } from './knn.ts'
import { lda } from './lda.ts'
import type { LdaOptions } from './lda.ts'
import { linearSvm } from './linear-svm.ts'
import type { LinearSvmOptions } from './linear-svm.ts'
import { logistic } from './logistic.ts'
import type { LogisticOptions } from './logistic.ts'
import { mlp } from './mlp.ts'
import type { MlpOptions } from './mlp.ts'
import type { Model } from './model.ts'
import { perceptron } from './perceptron.ts'
import type { PerceptronOptions } from './perceptron.ts'
import { qda } from './qda.ts'
import type { QdaOptions } from './qda.ts'
import { tree } from './tree.ts'
import type { TreeOptions } from './tree.ts'

/** The models that learn from rows, by name, with their options. */
export interface ModelOptions {
  readonly aode: AodeOptions
  readonly forest: ForestOptions
  readonly knn: KnnOptions
  readonly lda: LdaOptions
  readonly 'linear-svm': LinearSvmOptions
  readonly logistic: LogisticOptions
  readonly mlp: MlpOptions
  readonly perceptron: PerceptronOptions
  readonly qda: QdaOptions
  readonly tree: TreeOptions
}

export type ModelId = keyof ModelOptions

/** A model with its options, as plain data. */
export type ModelSpec = { readonly [Id in ModelId]: { readonly id: Id } & ModelOptions[Id] }[ModelId]

const models: { readonly [Id in ModelId]: Model<{ readonly id: Id } & ModelOptions[Id]> } = {
  aode,
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
