import { experiments, runExperiment } from '../experiments/index.ts'
import { experimentCsv, experimentListCsv } from '../src/report/experiment-csv.ts'
import { experimentTable } from '../src/report/experiment-table.ts'
import { experimentListText, experimentText } from '../src/report/experiment-text.ts'
import { toJson } from '../src/report/json.ts'
import { unknownName } from '../src/spec/error.ts'
import { version } from '../src/spec/version.ts'
import type { ExperimentList } from '../src/trace/experiment.ts'
import { experimentParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { interruptibleRun } from './interruptible-run.ts'
import { displayOf, print, printWarnings } from './terminal.ts'

/** `criba experiment`: the list of experiments, or the result of one. */
export async function runExperimentCommand(name: string, flags: Flags): Promise<void> {
  if (name === 'list') printList(flags)
  else await printExperiment(name, flags)
}

function printList({ format }: Flags): void {
  const list: ExperimentList = {
    criba: version,
    command: 'experiment',
    experiments: experiments.map(({ name, title, source, summary, data }) => {
      return { name, title, source, summary, ...(data !== undefined && { data }) }
    }),
  }
  if (format === 'json') print(toJson(list))
  else if (format === 'csv') print(experimentListCsv(list))
  else print(experimentListText(list, displayOf()))
}

async function printExperiment(name: string, flags: Flags): Promise<void> {
  const names = experiments.map((experiment) => experiment.name)
  if (!names.includes(name)) {
    throw unknownName('experiment', name, names, '`criba experiment list` lists them')
  }
  const { data, table, ...given } = await partsGiven(experimentParts, flags)
  const { run, bar } = interruptibleRun(given)
  const result = await runExperiment(name, { ...run, ...(typeof data === 'string' && { data }) }).finally(
    () => bar.clear(),
  )
  const chosen = table ?? undefined
  if (chosen !== undefined) experimentTable(result, chosen)
  if (!given.quiet) printWarnings(result.warnings.map(({ message }) => message))
  if (flags.format === 'json') print(toJson(result))
  else if (flags.format === 'csv') print(experimentCsv(result, chosen))
  else print(experimentText(result, displayOf(), chosen))
}
