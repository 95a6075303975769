import { createReadStream, existsSync } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CribaError, shellWord } from '#core'
import type { Report, ReportLanguage, Run } from '#core'
import { destinationOf, fileState, isUnchanged, writeWholeFile } from '#files'
import type { FileState } from '#files'
import type { ReportRun } from '#report/on-demand'
import type { Flags } from './flags.ts'
import { interrupted } from './output-files.ts'
import { printNote } from './terminal.ts'

/** The flags that write a report or a figure of a result. */
export interface ReportFlags extends Flags {
  readonly report?: string
  readonly figure?: string
  readonly figureName?: string
  readonly reportLanguage?: ReportLanguage
  readonly force?: boolean
}

/** The endings of the files of each flag. */
const endings = { report: ['.html', '.htm'], figure: ['.svg'] } as const

/** The data that a report is of, and their file as it was before it was read. */
export interface ReportedData {
  readonly path: string
  readonly before: FileState | undefined
}

/** Refuses files that cannot or may not be written, before any work is done. */
export function checkReportFiles(path: string, flags: ReportFlags): ReportedData {
  for (const flag of ['report', 'figure'] as const) {
    const path = flags[flag]
    if (path === undefined) continue
    if (!endings[flag].some((ending) => ending === extname(path).toLowerCase())) {
      throw new CribaError(
        'invalid',
        `invalid ${flag}: ${path} (needs a name that ends in ${endings[flag][0]})`,
      )
    }
    if (!flags.force && existsSync(path)) {
      throw new CribaError('invalid', `invalid ${flag}: ${path} exists already (--force replaces it)`)
    }
    destinationOf(path)
  }
  if (flags.figureName !== undefined && flags.figure === undefined) {
    throw new CribaError('missing', 'missing figure: --figure-name needs --figure, the file to write')
  }
  if (flags.reportLanguage !== undefined && reportFiles(flags).length === 0) {
    throw new CribaError(
      'missing',
      'missing report: --report-language needs --report or --figure, the file to write',
    )
  }
  return { path, before: fileState(path) }
}

/** The files that are written after the result. */
export function reportFiles({ report, figure }: ReportFlags): readonly string[] {
  return [report, figure].filter((path) => path !== undefined)
}

/** Makes a report and writes its page, its figure, or both; makes none if no flag asks for it. */
export async function writeReport(
  { path, before }: ReportedData,
  flags: ReportFlags,
  run: Run,
  make: (run: ReportRun) => Promise<Report>,
): Promise<void> {
  const { report: page, figure, reportLanguage: language = 'en' } = flags
  if (page === undefined && figure === undefined) return
  const origin = await originOf(path, before)
  if (before?.isFile() && !origin.hash && !flags.quiet)
    printNote(`${path} changed after it was read: the report has no hash of it`)
  const report = await make({ ...run, ...origin, language }).catch((error: unknown) => {
    const isInterrupted = error instanceof CribaError && error.code === 'interrupted'
    throw isInterrupted ? interrupted(reportFiles(flags)) : error
  })
  const { reportPage } = await import('#report/on-demand')
  if (figure !== undefined) {
    const { figureSvg } = await import('#report/on-demand')
    const svg = figureSvg(figureOf(report, flags.figureName), { language })
    await writeWholeFile(figure, svg, flags.force === true)
    if (!flags.quiet) printNote(`wrote ${figure}`)
  }
  if (page !== undefined) {
    await writeWholeFile(
      page,
      reportPage(report, { safeCsv: flags['safeCsv'] === true }),
      flags.force === true,
    )
    if (!flags.quiet) printNote(`wrote ${page}`)
  }
}

/** Where a result comes from: the data, the command line, and the hash of a file, if it is still what it was. */
export async function originOf(
  path: string,
  before = fileState(path),
): Promise<Pick<ReportRun, 'data' | 'command' | 'hash'>> {
  const command = ['criba', ...process.argv.slice(2).map(shellWord)].join(' ')
  const unhashed = { command, ...(path !== '-' && { data: path }) }
  if (!before?.isFile() || !isUnchanged(path, before)) return unhashed
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return isUnchanged(path, before) ? { ...unhashed, hash: hash.digest('hex') } : unhashed
}

/** The figure of a name, or the first of the report. */
function figureOf({ sections }: Report, name: string | undefined) {
  const charts = sections.flatMap(({ charts = [] }) => charts)
  const found = name === undefined ? charts[0] : charts.find((chart) => chart.name === name)
  if (found) return found
  if (charts.length === 0)
    throw new CribaError('unsuitable', 'missing figure: the report of this result has none')
  throw new CribaError(
    'unknown',
    `unknown figure: ${name} (the report has ${charts.map((chart) => chart.name).join(', ')})`,
  )
}
