import type { Experiment } from './experiment.ts'
import { allAlgorithms } from './madinabeitia/all-algorithms.ts'
import { alphaBeta } from './madinabeitia/alpha-beta.ts'
import { exampleExperiment } from './madinabeitia/example-experiment.ts'
import { redWine, whiteWine } from './madinabeitia/wines.ts'
import { variants } from './madinabeitia/variants.ts'

/** All experiments, in the order of the documents. */
export const experiments: readonly Experiment[] = [...variants.map(exampleExperiment), alphaBeta, allAlgorithms, redWine, whiteWine]
