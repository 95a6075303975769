import { extname } from 'node:path'
import { CribaError, groupsParts } from '#core'
import { destinationOf, writeWholeFile } from '#files'
import { groups } from '#analyses'
import { counted, groupsFileCsv, groupsFileJson, groupsTables, groupsText } from '#report'
import { partsGiven } from './flags.ts'
import { refuseReplacing } from './output-files.ts'
import { printResult } from './print-result.ts'
import { checkReportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'
import { printNote } from './terminal.ts'

export interface GroupsFlags extends ReportFlags {
  readonly output?: string
}

/** How the groups are written, by the ending of the file. */
const writers = { '.json': groupsFileJson, '.csv': groupsFileCsv } as const

/** `criba groups`: groups of columns that carry the same information, with a representative each. */
export async function runGroups(path: string, flags: GroupsFlags): Promise<void> {
  const given = await partsGiven(groupsParts, flags)
  const { output } = flags
  const write = output === undefined ? null : writerOf(output)
  await refuseReplacing(path, flags)
  if (output !== undefined) destinationOf(output)
  const data = checkReportFiles(path, flags)
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    const result = complete(await groups(source, spec, run))
    printResult(result, flags, {
      tables: () => groupsTables(result, path),
      text: (display) => groupsText(result, path, display),
    })
    if (output !== undefined && write) {
      await writeWholeFile(
        output,
        write(result, { safeCsv: flags['safeCsv'] === true }),
        flags['force'] === true,
      )
      if (!flags.quiet) printNote(`wrote ${output}: ${counted(result.groups.length, 'group')}`)
    }
    await writeReport(data, flags, run, async (ofReport) =>
      (await import('#report/on-demand')).groupsReport(result, source, ofReport),
    )
  })
}

function writerOf(output: string): (typeof writers)[keyof typeof writers] {
  const ending = extname(output).toLowerCase()
  if (Object.hasOwn(writers, ending)) return writers[ending as keyof typeof writers]
  throw new CribaError('invalid', `invalid output: ${output} (groups are written to .json or .csv)`)
}
