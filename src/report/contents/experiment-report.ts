import { CribaError, shellWord, version } from '#core'
import type { ExperimentResult, Report } from '#core'
import { literal, nodeVersion } from './repetition.ts'
import { checkReported } from './report-run.ts'
import type { ReportRun } from './report-run.ts'

/**
 * A report of an experiment of a source document: what it claims, what holds, with the tables and figures of
 * this run.
 *
 * @example const page = reportPage(await experimentReport(result))
 */
export async function experimentReport(result: ExperimentResult, run: ReportRun = {}): Promise<Report> {
  checkReported('experiment', result, run)
  if (run.language === 'es')
    throw new CribaError('unsuitable', 'unsuitable language: es (reports of experiments are in English)')
  const { name, title, source, claimed, found, tables, charts, warnings } = result
  return {
    title,
    data: source,
    question: `Claimed: ${claimed}`,
    answer: found,
    sections: [{ title: 'Evidence', paragraphs: [], charts, tables }],
    warnings,
    repeat: {
      command:
        run.command ??
        `criba experiment ${shellWord(name)}${run.data === undefined ? '' : ` --data ${shellWord(run.data)}`}`,
      typescript: `import { runExperiment } from 'criba/experiments'\n\nconst result = await runExperiment(${literal(name)}${run.data === undefined ? '' : `, ${literal({ data: run.data })}`})\n`,
      versions: { criba: version, ...nodeVersion() },
      ...(run.hash !== undefined && { hash: run.hash }),
    },
  }
}
