import type { Job } from './job.ts'
import { codesJob } from './codes-job.ts'
import { countsJob } from './counts-job.ts'
import { densityJob } from './density-job.ts'
import { entropiesJob } from './entropies-job.ts'
import { gramJob } from './moments-gram-job.ts'
import { momentsJob } from './moments-job.ts'
import { orderJob } from './order-job.ts'
import { ranksJob } from './ranks-job.ts'
import { nearestJob } from './nearest-job.ts'
import { marginsJob } from './margins-job.ts'
import { latticeJob } from './lattice-job.ts'
import { strataJob } from './strata-job.ts'

/** Every job by name: a worker is told the name. */
export const jobs: Readonly<Record<string, Job<never, never, unknown>>> = {
  codes: codesJob,
  counts: countsJob,
  entropies: entropiesJob,
  gram: gramJob,
  moments: momentsJob,
  order: orderJob,
  ranks: ranksJob,
  nearest: nearestJob,
  margins: marginsJob,
  lattice: latticeJob,
  density: densityJob,
  strata: strataJob,
}
