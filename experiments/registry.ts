import type { Experiment } from './experiment.ts'
import { exampleExperiment } from './madinabeitia/example-experiment.ts'
import { variants } from './madinabeitia/variants.ts'

/** All experiments, in the order of the documents. */
export const experiments: readonly Experiment[] = [...variants.map(exampleExperiment)]
