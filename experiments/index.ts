export { exampleData, exampleTable } from './madinabeitia/example-data.ts'
export type { ExampleData, Noise } from './madinabeitia/example-data.ts'
export { functions } from './madinabeitia/functions.ts'
export type { FunctionName, TargetFunction } from './madinabeitia/functions.ts'
export { publishedDeltaTest } from './madinabeitia/published-delta-test.ts'
export { lassoError } from './lasso-cv.ts'
export type { LassoRows } from './lasso-cv.ts'
export { randomState } from './random-state.ts'
export type { RandomState } from './random-state.ts'
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
export type { RandomStream } from './random-stream.ts'
export { generators } from './generators/registry.ts'
