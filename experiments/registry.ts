import type { Experiment } from './experiment.ts'

/** All experiments, in the order of the documents. */
export const experiments: readonly Experiment[] = []
