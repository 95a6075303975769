import { packedJob } from './packed-job.ts'
import { classPathJob } from './class-path-job.ts'
import { codesJob } from './codes-job.ts'
import { contrastsJob } from './contrasts-job.ts'
import { countsJob } from './counts-job.ts'
import { densityJob } from './density-job.ts'
import { dependenceJob } from './dependence-job.ts'
import { edgesJob } from './edges-job.ts'
import { entropiesJob } from './entropies-job.ts'
import { fitJob } from './fit-job.ts'
import { graphJob } from './graph-job.ts'
import type { Job } from './job.ts'
import { kernelPairsJob } from './kernel-pairs-job.ts'
import { latticeJob } from './lattice-job.ts'
import { leastSquaresJob } from './least-squares-job.ts'
import { ksgJob } from './ksg-job.ts'
import { gramJob } from './moments-gram-job.ts'
import { momentsJob } from './moments-job.ts'
import { nearestJob } from './nearest-job.ts'
import { orderJob } from './order-job.ts'
import { penalisedJob } from './penalised-job.ts'
import { ranksJob } from './ranks-job.ts'
import { shapJob } from './shap-job.ts'
import { textWriteJob } from './text-write-job.ts'
import { textEndsJob } from './text-ends-job.ts'
import { textReadJob } from './text-read-job.ts'

const all: readonly Job<never, never, unknown>[] = [
  packedJob,
  classPathJob,
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
  momentsJob,
  nearestJob,
  orderJob,
  penalisedJob,
  ranksJob,
  shapJob,
  textWriteJob,
  textEndsJob,
  textReadJob,
]

/** Every job by its name; workers receive the name. */
export const jobs = new Map(all.map((job) => [job.name, job]))
