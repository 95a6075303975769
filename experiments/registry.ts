import type { Experiment } from './experiment.ts'
import { agreement } from './madinabeitia/agreement.ts'
import { allAlgorithms } from './madinabeitia/all-algorithms.ts'
import { alphaBeta } from './madinabeitia/alpha-beta.ts'
import { exampleExperiment } from './madinabeitia/example-experiment.ts'
import { ranksOfTarget } from './madinabeitia/ranks-of-target.ts'
import { rowsNeeded } from './madinabeitia/rows-needed.ts'
import { redWine, whiteWine } from './madinabeitia/wines.ts'
import { variants } from './madinabeitia/variants.ts'

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
]
