import type { Experiment } from './experiment.ts'
import { counts } from './dimension/counts.ts'
import { hughesCurve } from './dimension/hughes-curve.ts'
import { irisGrid } from './dimension/iris-grid.ts'
import { fisherLaplacian } from './graphs/fisher-laplacian.ts'
import { missingLabels } from './graphs/missing-labels.ts'
import { contingencyTables } from './information/contingency-tables.ts'
import { greedyOnNoise } from './information/greedy-on-noise.ts'
import { square } from './information/square.ts'
import { agreement } from './madinabeitia/agreement.ts'
import { allAlgorithms } from './madinabeitia/all-algorithms.ts'
import { alphaBeta } from './madinabeitia/alpha-beta.ts'
import { exampleExperiment } from './madinabeitia/example-experiment.ts'
import { ranksOfTarget } from './madinabeitia/ranks-of-target.ts'
import { rowsNeeded } from './madinabeitia/rows-needed.ts'
import { redWine, whiteWine } from './madinabeitia/wines.ts'
import { variants } from './madinabeitia/variants.ts'
import { neighboursToGini } from './relief/neighbours-to-gini.ts'
import { reliefBlindness } from './relief/relief-blindness.ts'
import { xorNeighbours } from './relief/xor-neighbours.ts'

/** All experiments, in the order of the documents. */
export const experiments: readonly Experiment[] = [
  ...variants.map(exampleExperiment),
  ranksOfTarget,
  agreement,
  alphaBeta,
  allAlgorithms,
  rowsNeeded,
  redWine,
  whiteWine,
  contingencyTables,
  greedyOnNoise,
  fisherLaplacian,
  square,
  xorNeighbours,
  neighboursToGini,
  reliefBlindness,
  missingLabels,
  hughesCurve,
  irisGrid,
  counts,
]
