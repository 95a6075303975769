import { CribaError, evidenceParts, firstFew, NotKeptError, selectParts, splitNames } from '#core'
import type { EvidenceSpec, SelectResult, SelectSpec } from '#core'
import { destinationOf, isStandardOutput, writeWholeFile } from '#files'
import { isMethod, planSelect, select } from '#analyses'
import type { TypedSelectSpec } from '#analyses'
import { briefSelectionText, selectionTables, selectionText, toJson } from '#report'
import { withCheckpoint } from './checkpoint-file.ts'
import { readCosts, readGroups } from './column-files.ts'
import { fileParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { interrupted, reducedColumns, refuseReplacing, printWritten } from './output-files.ts'
import { printPaper } from './paper.ts'
import { printPlan, refuseFilesOfPlan } from './plan.ts'
import { printResult, refuseAnswer } from './print-result.ts'
import { checkReportFiles, reportFiles, writeReport } from './report-files.ts'
import type { ReportFlags } from './report-files.ts'
import { withData } from './run.ts'
import { readSavedRun } from './saved-run.ts'
import type { SavedRun } from './saved-run.ts'
import { printNote } from './terminal.ts'

/** A note names at most so many columns. */
const mostNamed = 10

export interface SelectFlags extends ReportFlags {
  readonly checkpoint?: string
  readonly save?: string
  readonly from?: string
  readonly output?: string
}

/** `criba select`: the columns to keep, and how the search found them. */
export async function runSelect(path: string, flags: SelectFlags): Promise<void> {
  const saved = flags.from === undefined ? null : await readSavedRun(flags.from)
  if (saved) refuseSavedFlags(flags)
  const given = saved?.spec ?? (await selectSpec(flags))
  const { output, save, checkpoint } = flags
  await refuseReplacing(path, flags)
  const isTableInstead = output !== undefined && isStandardOutput(output)
  if (isTableInstead) refuseAnswer(flags, output)
  const data = checkReportFiles(path, flags)
  if (checkpoint !== undefined) destinationOf(checkpoint)
  refuseFilesOfPlan(flags, [output, save, checkpoint, ...reportFiles(flags)])
  await withData(
    path,
    saved ? { ...flags, ...flagsOfData(saved) } : flags,
    given,
    async ({ source, spec, run, complete, reduce, match }) => {
      // `select` checks the names that the user typed.
      const given = spec.keep ?? []
      const { keep } = match({ keep: given }, spec.groups)
      const specWith = (keep: readonly string[]) => ({ ...spec, keep }) as TypedSelectSpec
      if (flags.plan) {
        printPlan(await keepingWhatFits(keep, given, (kept) => planSelect(source, specWith(kept))), flags)
        return
      }
      const result = complete(
        await keepingWhatFits(keep, given, (kept) =>
          withCheckpoint(checkpoint, (checked) => select(source, specWith(kept), { ...run, ...checked })),
        ),
      )
      if (save !== undefined) {
        await writeWholeFile(save, `${toJson(result)}\n`)
        if (!flags.quiet) printNote(`wrote ${save}`)
      }
      if (!(await printPaper(result, path, flags))) {
        printResult(result, flags, {
          tables: () => selectionTables(result, path),
          text: (display) => selectionText(result, path, display),
          brief: (display) => briefSelectionText(result, path, display),
          names: () => result.selected,
          isTableInstead,
        })
      }
      refuseLost(result)
      const isPartial = lacksEvidence(result) || result.training === undefined
      const isInterrupted = result.stopped === 'interrupted' || (run.signal?.aborted && isPartial)
      if (isInterrupted) {
        throw interrupted([...(output === undefined ? [] : [output]), ...reportFiles(flags)])
      }
      if (output !== undefined) {
        if (result.selected.length === 0)
          throw new CribaError('missing', `missing columns: none was chosen, so ${output} is not written`)
        const reduced = await reduce(reducedColumns(result))
        if (!flags.quiet) printWritten(output, result.data.rows, reduced)
      }
      await writeReport(data, flags, run, async (ofReport) =>
        (await import('#report/on-demand')).selectReport(result, source, ofReport),
      )
    },
    { output, savedText: saved ? (saved.text ?? {}) : undefined },
  )
}

/**
 * Selects with columns to keep. Those that only a pattern names and that no search takes, such as empty ones,
 * are left out, and a note says so.
 */
async function keepingWhatFits<T>(
  keep: readonly string[],
  given: readonly string[],
  select: (keep: readonly string[]) => Promise<T>,
): Promise<T> {
  return select(keep).catch((error: unknown) => {
    if (!(error instanceof NotKeptError)) throw error
    const named = error.columns.filter((name) => given.includes(name))
    if (named.length > 0) throw new NotKeptError(named)
    const unfit = new Set(error.columns)
    printNote(`not kept, as they are no candidates of this search: ${firstFew(error.columns, mostNamed)}`)
    return select(keep.filter((name) => !unfit.has(name)))
  })
}

/** The flags that open the data of a saved run. */
function flagsOfData({ sql, sample }: SavedRun): Flags {
  return {
    ...(sql !== undefined && { sql }),
    ...(sample && { sample: String(sample.rows), key: sample.key }),
  }
}

/** A path that ended because the server was lost is printed and saved; the command fails all the same. */
function refuseLost({ stopped, warnings }: SelectResult): void {
  if (stopped !== 'unreachable') return
  const { message } = warnings.find(({ code }) => code === 'unreachable')!
  throw new CribaError(
    'unreachable',
    `${message} (the path so far is printed; with --checkpoint the next run goes on from there)`,
  )
}

/**
 * What a saved run has: its spec, and how its file was read. Other flags change only how it is computed and
 * shown.
 */
const savedParts = { ...selectParts, ...evidenceParts, ...fileParts }

/** Refuses the flags that a saved run sets. */
function refuseSavedFlags(flags: SelectFlags): void {
  const saved = Object.keys(flags).find((flag) => Object.hasOwn(savedParts, flag))
  if (saved === undefined) return
  throw new CribaError(
    'invalid',
    `invalid ${saved}: the saved run ${flags.from} sets it (leave out ${saved} or --from)`,
  )
}

/** The spec that the flags give. */
async function selectSpec(flags: SelectFlags): Promise<SelectSpec> {
  const given = await partsGiven(selectParts, flags, {
    groups: readGroups,
    costs: readCosts,
    startFrom: (words) => (isMethod(words) ? words : splitNames(words)),
  })
  return { ...given, evidence: await evidenceSpec(flags) }
}

/**
 * Evidence is on if no method, criterion or search is named, or if a flag says how to find it.
 */
async function evidenceSpec(flags: SelectFlags): Promise<boolean | EvidenceSpec> {
  const how = await partsGiven(evidenceParts, flags)
  const [first] = Object.keys(how)
  const { evidence, target, method, criterion, search } = flags
  if (first === undefined) {
    const isPlain = [method, criterion, search].every((flag) => flag === undefined)
    return (evidence as boolean | undefined) ?? (isPlain && target !== undefined)
  }
  if (evidence !== false) return how
  throw new CribaError('invalid', `invalid ${first}: --no-evidence is given too (leave out one of the two)`)
}

function lacksEvidence({ spec, evidence }: SelectResult): boolean {
  return spec.evidence !== false && evidence === undefined
}
