import { CribaError, isNamePattern, matchingNames, version } from '#core'
import { isStandardOutput } from '#files'
import { indicatorName } from '#files/cells'
import type { DataFacts, SelectResult } from '#core'
import type { KnownLevels } from '#files/cells'
import { applySelection, isSelection, refuseMissingColumns } from '#analyses'
import { applicationTables, applicationText, textFlags } from '#report'
import { reducedColumns, refuseReplacing, printWritten } from './output-files.ts'
import { applyParts, textOptions } from './data-options.ts'
import type { languages } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { matchTypes } from './name-patterns.ts'
import { withOpened } from './opened-data.ts'
import { printResult, refuseAnswer } from './print-result.ts'
import { readResult } from './saved-run.ts'
import { print, printWarnings } from './terminal.ts'

export interface ApplyFlags extends Flags {
  readonly output?: string
  readonly force?: boolean
  readonly as?: Language
}

type Language = (typeof languages)[number]

/** `criba apply`: other data, cut to the columns of a saved selection and compared with its data. */
export async function runApply(resultPath: string, path: string, flags: ApplyFlags): Promise<void> {
  const result = await readResult(resultPath, 'result', isSelection)
  refuseNewer(result, resultPath)
  await refuseReplacing(path, flags)
  const { output } = flags
  const isTableInstead = output !== undefined && isStandardOutput(output)
  if (isTableInstead) refuseAnswer(flags, output)
  const { types = {}, sql = result.data.sql } = await partsGiven(applyParts, flags)
  const { sheet, ...saved } = result.data.text ?? {}
  // Other formats have no sheets.
  const isWorkbook = /\.(xlsx|xlsm|xltx|ods)(\.\w+)?$/i.test(path)
  const givenText = await textOptions(flags)
  const text = { ...(isWorkbook && sheet !== undefined && { sheet }), ...saved, ...givenText }
  const how = savedOptions(saved, givenText)
  const kept = new Set(reducedColumns(result))
  const choose = (names: readonly string[], areAll: boolean) => {
    const known = new Set(['*', ...names])
    const saved = Object.entries(result.spec.types).filter(([name]) => known.has(name))
    const all = { ...Object.fromEntries(saved), ...matchTypes(types, names, areAll) }
    if (!areAll) return { types: all }
    const lists = listsOf(text, names, result.selected)
    refuseMissingColumns(result, [...names, ...lists.flatMap(({ made }) => made)], path, how)
    const read = new Set([...kept, ...lists.map(({ list }) => list)])
    return {
      types: all,
      drop: names.filter((name) => !read.has(name)),
      known: knownLevels(result),
      fillDown: givenText.fillDown ?? namesInData(text.fillDown, known),
      foldLevels: givenText.foldLevels ?? namesInData(text.foldLevels, known),
      split: givenText.split ?? Object.fromEntries(lists.map(({ list, sign }) => [list, sign])),
      indicators: result.selected,
    }
  }
  await withOpened(path, flags, { text, sql, choose, output }, async (source, run) => {
    const applied = await applySelection(result, source, run, { data: path, types: '--types' })
    const data = {
      ...applied.data,
      ...(sql !== undefined && { sql }),
      ...(Object.keys(text).length > 0 && { text }),
    }
    const complete = { ...applied, data }
    if (flags.as === undefined) {
      printResult(complete, flags, {
        tables: () => applicationTables(complete, path),
        text: (display) => applicationText(complete, path, display),
        isTableInstead,
      })
    } else {
      if (!flags.quiet) printWarnings(complete.warnings)
      print(await codeIn(flags.as, result, path))
    }
    if (output === undefined) return
    const columns = source.columns.map(({ name }) => name)
    const reduced = await source.reduce(columns)
    if (!flags.quiet) printWritten(output, source.rows, reduced)
  })
}

/** The selection as code that chooses the same columns of these data. */
async function codeIn(language: Language, result: SelectResult, path: string): Promise<string> {
  const { selectionR, selectionSklearn, selectionSql } = await import('#report/on-demand')
  return { sql: selectionSql, sklearn: selectionSklearn, r: selectionR }[language](result, path)
}

/**
 * The options of reading that come from the selection, for a message; options that are given take their
 * place.
 */
function savedOptions(saved: NonNullable<DataFacts['text']>, given: NonNullable<DataFacts['text']>): string {
  const used = Object.entries(saved).filter(([name]) => !Object.hasOwn(given, name))
  if (used.length === 0) return ''
  const options = textFlags({ text: Object.fromEntries(used) })
  return ` (read with${options}, which the selection was saved with: if this file is otherwise, say how)`
}

/** The columns of lists of which indicators were chosen, with these. */
function listsOf(
  { split = {} }: NonNullable<DataFacts['text']>,
  names: readonly string[],
  selected: readonly string[],
) {
  return Object.entries(split).flatMap(([list, sign]) => {
    const made = selected.filter((name) => name.startsWith(indicatorName(list, '')))
    return names.includes(list) && made.length > 0 ? [{ list, sign, made }] : []
  })
}

/** The names and patterns of a list that are about columns of the data. */
function namesInData(given: readonly string[] = [], known: ReadonlySet<string>): readonly string[] {
  const names = [...known]
  return given.filter((name) =>
    isNamePattern(name, known) ? matchingNames(name, names).length > 0 : known.has(name),
  )
}

/** The levels of the selection, by column: other spellings become these. */
function knownLevels({ training = [], trainingTarget }: SelectResult): KnownLevels {
  const columns = [...training, ...(trainingTarget ? [trainingTarget] : [])]
  return Object.fromEntries(columns.map(({ feature, levels = [] }) => [feature, levels.map(String)]))
}

/** Refuses a result of a later major version, whose parts may mean something else. */
function refuseNewer({ criba }: SelectResult, path: string): void {
  const major = (text: string) => Number(text.split('.')[0])
  if (!(major(criba) > major(version))) return
  throw new CribaError(
    'unreadable',
    `unreadable result: ${path} (criba ${criba} wrote it; this is criba ${version}: update it)`,
  )
}
