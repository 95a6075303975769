import { CribaError, unknownName, version } from '#core'
import type { ExperimentList } from '#core'
import { experimentListTables, experimentListText, experimentTables, experimentText } from '#report'
import { experiments, runExperiment } from '../experiments/index.ts'
import { experimentParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import { interruptibleRun } from './interruptible-run.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, reportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'

/** `criba experiment`: the list of experiments, or the result of one. */
export async function runExperimentCommand(name: string, flags: ReportFlags): Promise<void> {
  if (name === 'list') printList(flags)
  else await printExperiment(name, flags)
}

function printList(flags: ReportFlags): void {
  if (reportFiles(flags).length > 0) {
    throw new CribaError('unsuitable', 'unsuitable report: the list has none; name one experiment')
  }
  const list: ExperimentList = {
    criba: version,
    command: 'experiment',
    experiments: experiments.map(({ name, title, source, summary, data }) => {
      return { name, title, source, summary, ...(data !== undefined && { data }) }
    }),
  }
  printResult(list, flags, {
    tables: () => experimentListTables(list),
    text: (display) => experimentListText(list, display),
  })
}

async function printExperiment(name: string, flags: ReportFlags): Promise<void> {
  const names = experiments.map((experiment) => experiment.name)
  if (!names.includes(name)) {
    throw unknownName('experiment', name, names, '`criba experiment list` lists them')
  }
  const { data, table, ...given } = await partsGiven(experimentParts, flags)
  const path = typeof data === 'string' ? data : undefined
  const reported = checkReportFiles(path ?? '-', flags)
  const { run, bar } = interruptibleRun(given)
  const result = await runExperiment(name, { ...run, ...(path !== undefined && { data: path }) }).finally(
    () => bar.clear(),
  )
  const shown = experimentTables(result, table ?? undefined)
  printResult(result, flags, {
    tables: () => shown,
    text: (display) => experimentText(result, shown, display),
  })
  await writeReport(reported, flags, run, async (ofReport) =>
    (await import('#report/on-demand')).experimentReport(result, ofReport),
  )
}
