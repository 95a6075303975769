import { forest } from './forest.ts'
import type { ForestOptions } from './forest.ts'
import { linearSvm } from './linear-svm.ts'
import type { LinearSvmOptions } from './linear-svm.ts'
import { logistic } from './logistic.ts'
import type { LogisticOptions } from './logistic.ts'
import type { Model } from './model.ts'
import { tree } from './tree.ts'
import type { TreeOptions } from './tree.ts'

/** The models that learn from rows, by name, with their options. */
export interface ModelOptions {
  readonly forest: ForestOptions
  readonly 'linear-svm': LinearSvmOptions
  readonly logistic: LogisticOptions
  readonly tree: TreeOptions
}

export type ModelId = keyof ModelOptions

/** A model with its options, as plain data. */
export type ModelSpec = { readonly [Id in ModelId]: { readonly id: Id } & ModelOptions[Id] }[ModelId]

const models: { readonly [Id in ModelId]: Model<ModelOptions[Id]> } = {
  forest,
  'linear-svm': linearSvm,
  logistic,
  tree,
}

/** The model of a spec. */
export function modelOf({ id }: ModelSpec): Model<ModelSpec> {
  return models[id] as Model<never>
}
