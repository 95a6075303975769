import { compareParts } from '#core'
import type { CompareSpec } from '#core'
import { destinationOf } from '#files'
import { compare } from '#analyses'
import { comparisonTables, comparisonText } from '#report'
import { withCheckpoint } from './checkpoint-file.ts'
import { readGroups } from './column-files.ts'
import { partsGiven } from './flags.ts'
import { interrupted } from './output-files.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, reportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'

export interface CompareFlags extends ReportFlags {
  readonly checkpoint?: string
}

/** `criba compare`: how well, how stably and how fast methods choose, on the same held-out rows. */
export async function runCompare(path: string, flags: CompareFlags): Promise<void> {
  const given: CompareSpec = await partsGiven(compareParts, flags, { groups: readGroups })
  const data = checkReportFiles(path, flags)
  if (flags.checkpoint !== undefined) destinationOf(flags.checkpoint)
  await withData(path, flags, given, async ({ source, spec, run, complete, match }) => {
    const named = { ...spec, ...match({ keep: spec.keep ?? [], truth: spec.truth ?? [] }, spec.groups) }
    const result = complete(
      await withCheckpoint(flags.checkpoint, (saved) => compare(source, named, { ...run, ...saved })),
    )
    printResult(result, flags, {
      tables: () => comparisonTables(result, path),
      text: (display) => comparisonText(result, path, display),
    })
    if (result.stopped === 'interrupted') throw interrupted(reportFiles(flags))
    await writeReport(data, flags, run, async (ofReport) =>
      (await import('#report/on-demand')).compareReport(result, source, ofReport),
    )
  })
}
