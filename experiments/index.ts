export { experiments } from './registry.ts'
export { runExperiment } from './run-experiment.ts'
export type { Experiment, ExperimentFindings, ExperimentRun } from './experiment.ts'
export { generate } from './generators/generate.ts'
export type { GeneratedTable, GenerateOptions } from './generators/generate.ts'
export type {
  Generator,
  GeneratorOption,
  MadeColumn,
  MadeTable,
  MakeRequest,
} from './generators/generator.ts'
export type { RandomStream } from './generators/random-stream.ts'
export { generators } from './generators/registry.ts'
export type { RedundantColumn, Truth } from './generators/truth.ts'
