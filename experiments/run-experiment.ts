import { CribaError, version } from '../src/index.ts'
import type { ExperimentResult } from '../src/index.ts'
import type { ExperimentRun } from './experiment.ts'
import { checkName, checkObject } from './given.ts'
import { experiments } from './registry.ts'

/** Runs the experiment of a name. Refuses an unknown name, and an experiment whose data file is not given. */
export async function runExperiment(name: string, run: ExperimentRun = {}): Promise<ExperimentResult> {
  checkName('experiment', name)
  checkObject('run', run)
  const experiment = experiments.find((known) => known.name === name)
  if (!experiment) {
    throw new CribaError('unknown', `unknown experiment: ${name} (\`criba experiment list\` lists them)`)
  }
  if (experiment.data !== undefined && run.data === undefined) {
    throw new CribaError('missing', `missing data: ${name} needs ${experiment.data} (--data file.csv)`)
  }
  const start = performance.now()
  const { claimed, found, tables, charts, warnings = [] } = await experiment.run(run)
  // An analysis may end with what it has, once it is interrupted; nothing is concluded from that.
  if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
  return {
    criba: version,
    command: 'experiment',
    name,
    title: experiment.title,
    source: experiment.source,
    claimed,
    found,
    tables,
    charts,
    warnings,
    seconds: (performance.now() - start) / 1000,
  }
}
