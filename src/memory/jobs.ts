import { fitJob } from './models/fit-job.ts'
import { shapJob } from './models/shap-job.ts'
import { gramJob } from './moments/moments-gram-job.ts'
import { momentsJob } from './moments/moments-job.ts'
import { orderJob } from './moments/order-job.ts'
import { ranksJob } from './moments/ranks-job.ts'
import { contrastsJob } from './neighbours/contrasts-job.ts'
import { densityJob } from './neighbours/density-job.ts'
import { dependenceJob } from './neighbours/dependence-job.ts'
import { edgesJob } from './neighbours/edges-job.ts'
import { graphJob } from './neighbours/graph-job.ts'
import { kernelPairsJob } from './neighbours/kernel-pairs-job.ts'
import { ksgJob } from './neighbours/ksg-job.ts'
import { localPermutationJob } from './neighbours/local-permutation-job.ts'
import { nearestJob } from './neighbours/nearest-job.ts'
import { likelihoodPathJob } from './penalties/likelihood-path-job.ts'
import { leastSquaresJob } from './penalties/least-squares-job.ts'
import { penalisedJob } from './penalties/penalised-job.ts'
import { codesJob } from './tables/codes-job.ts'
import { countsJob } from './tables/counts-job.ts'
import { entropiesJob } from './tables/entropies-job.ts'
import { latticeJob } from './tables/lattice-job.ts'
import { packedJob } from './tables/packed-job.ts'
import { valueEntropiesJob } from './tables/value-entropies-job.ts'
import { textEndsJob } from './text/text-chunk.ts'
import { textReadJob } from './text/text-read-job.ts'
import { textWriteJob } from './text/text-write-job.ts'
import type { Job } from './threads/job.ts'

const all: readonly Job<never, never, unknown>[] = [
  packedJob,
  likelihoodPathJob,
  codesJob,
  contrastsJob,
  countsJob,
  densityJob,
  dependenceJob,
  edgesJob,
  entropiesJob,
  fitJob,
  gramJob,
  graphJob,
  kernelPairsJob,
  latticeJob,
  leastSquaresJob,
  ksgJob,
  localPermutationJob,
  momentsJob,
  nearestJob,
  orderJob,
  penalisedJob,
  ranksJob,
  shapJob,
  textWriteJob,
  textEndsJob,
  textReadJob,
  valueEntropiesJob,
]

/** Every job by its name; workers receive the name. */
export const jobs = new Map(all.map((job) => [job.name, job]))
