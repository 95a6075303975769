export { experiments } from './registry.ts'
export { runExperiment } from './run-experiment.ts'
export type { Experiment, ExperimentFindings, ExperimentRun } from './experiment.ts'
