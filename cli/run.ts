import { CribaError, eventColumnOf, MendableError, splitNames, targetNames, weightColumnOf } from '#core'
import type { DataFacts, DataSpec, Mend, RankSpec, Run, Source, TextOptions } from '#core'
import { frameWith } from '#files'
import type { Reducible } from '#files'
import { fileParts, sampleOption, textOptions } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { matchColumns, matchTypes } from './name-patterns.ts'
import { withOpened } from './opened-data.ts'

/** Opened data, and what a command needs to work with them. */
interface OpenedInput<Spec> {
  readonly source: Source
  /** The spec for the opened columns. */
  readonly spec: Spec
  readonly run: Run
  /**
   * Adds to a result what only the command line knows: the query, how the text was read, and the columns not
   * opened.
   */
  readonly complete: <R extends Result>(result: R) => R
  /** Replaces patterns in lists of columns by the columns they match; names of groups stay. */
  readonly match: <L extends Lists>(
    lists: L,
    groups?: object | null,
  ) => { readonly [Flag in keyof L]: readonly string[] }
  /** The options by which reading was mended. */
  readonly mended: Mend
  /** Writes some columns to the output file. */
  readonly reduce: Reducible['reduce']
}

/** What a command needs of its data besides the common flags. */
interface DataNeeds {
  /** Columns that must be opened even if they are dropped, by the flags that list them. */
  readonly needed?: Lists
  /** The file for the chosen columns. */
  readonly output?: string | undefined
  /** How a saved run read its text, instead of the flags. */
  readonly savedText?: DataFacts['text'] | undefined
}

/** Names and patterns of columns, by the flags that list them. */
type Lists = Readonly<Record<string, readonly string[]>>

interface Result {
  readonly data: DataFacts
  readonly spec: { readonly drop: readonly string[] }
}

/** Which columns are opened. */
interface ChosenColumns {
  readonly names: readonly string[]
  /** The columns that are not opened. */
  readonly dropped: readonly string[]
  /** The columns both dropped and needed: the analysis refuses them with its own message. */
  readonly refused: readonly string[]
  readonly types: DataSpec['types']
}

/**
 * Opens the data of a command, does its work and closes the data, also after an error; Ctrl-C stops the work.
 * Dropped columns are not opened, except those in `needed`, which the analysis then refuses with its own
 * message.
 */
export async function withData<Spec extends DataSpec, T>(
  path: string,
  flags: Flags,
  given: Spec,
  work: (opened: OpenedInput<Spec>) => Promise<T>,
  { needed = {}, output, savedText }: DataNeeds = {},
): Promise<T> {
  let chosen: ChosenColumns | undefined
  const choose = (names: readonly string[], areAll: boolean) => {
    const choice = chooseColumns(
      given,
      needed,
      names,
      areAll,
      typeof flags.key === 'string' ? [flags.key] : [],
    )
    if (areAll) chosen = choice
    return { ...(choice.types && { types: choice.types }), drop: choice.dropped }
  }
  const text = savedText ?? (await textOptions(flags))
  const { sql } = await partsGiven(fileParts, flags)
  const sample = await sampleOption(flags)
  const keyToDrop = keyOfSampleAlone(given, flags)
  // What a comma divides is known once the columns are.
  const words = targetNames(given.target)
  const [target = null] = words.some((word) => word.includes(',')) ? [] : words
  const mayLack = target !== null && sql === undefined
  return withOpened(
    path,
    flags,
    { text, sql, ...(sample && { sample }), choose, target: target ?? undefined, output },
    async (data, run) => {
      const { dropped, refused } = chosen!
      const { types: foundTypes, ...foundText } = data.mended ?? {}
      const allTypes = foundTypes ? { ...foundTypes, ...chosen!.types } : chosen!.types
      const readAs = { ...text, ...foundText }
      // Lists that are split have become other columns.
      const names = data.columns.map(({ name }) => name)
      const { types, ofFile } = divideTypes(allTypes, sql === undefined ? null : [...names, ...dropped])
      // Patterns match only columns that can be chosen.
      const targets = targetsIn(words, [...names, ...dropped])
      const closed = new Set([
        ...targets,
        weightColumnOf(given),
        eventColumnOf(given.event, names),
        ...dropped,
      ])
      const isFeature = (name: string) => !closed.has(name)
      const spec = {
        ...given,
        ...(targets.length > 0 && { target: targets.length === 1 ? targets[0] : targets }),
        ...(types && { types }),
        drop: [...refused, ...keyToDrop],
      }
      const complete = <R extends Result>(result: R): R => ({
        ...result,
        data: {
          ...result.data,
          ...(sql !== undefined && { sql }),
          ...(sample && { sample }),
          ...(Object.keys(readAs).length > 0 && { text: readAs }),
        },
        spec: {
          ...result.spec,
          types: { ...ofFile, ...(result.spec as DataSpec).types },
          drop: [...dropped, ...result.spec.drop],
        },
      })
      const opened: OpenedInput<Spec> = {
        source: data,
        spec,
        run,
        mended: data.mended ?? {},
        complete,
        match: (lists, groups) => matchLists(lists, names.filter(isFeature), groups),
        reduce: (columns) => data.reduce(columns),
      }
      return await work(opened).catch(async (error: unknown) => {
        throw mayLack && !names.includes(target) ? await withFrame(error, path, readAs, target) : error
      })
    },
  ).catch(async (error: unknown) => {
    throw mayLack && !chosen?.names.includes(target) ? await withFrame(error, path, text, target) : error
  })
}

/**
 * Divides the columns into opened and dropped ones, with their types; a pattern never drops a needed column.
 */
function chooseColumns(
  given: DataSpec,
  needed: Lists,
  names: readonly string[],
  areAll: boolean,
  opened: readonly string[],
): ChosenColumns {
  const { drop, types } = given
  if (!areAll) return { names, dropped: [], refused: [], types: types && matchTypes(types, names, areAll) }
  const wanted = new Set([
    ...targetsIn(targetNames(given.target), names),
    weightColumnOf(given),
    eventColumnOf(given.event, names),
    ...opened,
    ...besideFeatures(given),
    ...Object.values(matchLists(needed, names)).flat(),
  ])
  const match = matchColumns(drop ?? [], names, 'drop')
  return {
    names,
    dropped: match.filter((name) => !wanted.has(name)),
    refused: match.filter((name) => wanted.has(name) && drop?.includes(name)),
    types: types && matchTypes(types, names, areAll),
  }
}

/** The columns that rows are divided by, or that are given: a list of features may leave them out. */
function besideFeatures(spec: DataSpec & Partial<RankSpec>): readonly (string | null | undefined)[] {
  return [spec.group, spec.strata, spec.time, ...(spec.given ?? [])]
}

/** The targets that words name: a word is a column of that name, or a list of names divided by commas. */
function targetsIn(words: readonly string[], names: readonly string[]): readonly string[] {
  return words.flatMap((word) => (names.includes(word) ? [word] : splitNames(word)))
}

/**
 * The key of a sample where the command divides no rows by it: it is read and left out. Without a sample it
 * would do nothing.
 */
function keyOfSampleAlone(given: DataSpec, { key, sample }: Flags): readonly string[] {
  if (typeof key !== 'string' || Object.hasOwn(given, 'key')) return []
  if (sample !== undefined) return [key]
  throw new CribaError(
    'invalid',
    `invalid key: ${key} (this command divides no rows: give --sample too, or leave it out)`,
  )
}

/**
 * The types of columns, and apart from them those of columns of which a query made others, if it has the
 * `names`.
 */
function divideTypes(
  types: DataSpec['types'],
  names: readonly string[] | null,
): { readonly types: DataSpec['types']; readonly ofFile: DataSpec['types'] } {
  if (!types || !names) return { types, ofFile: {} }
  const known = new Set(['*', ...names])
  const part = (isKnown: boolean) =>
    Object.fromEntries(Object.entries(types).filter(([name]) => known.has(name) === isKnown))
  return { types: part(true), ofFile: part(false) }
}

/** The error about data without the target, with the options with which the file has it, if there are any. */
async function withFrame(error: unknown, path: string, text: TextOptions, target: string): Promise<unknown> {
  // A regular table without the target is not the one that is meant.
  const plain = error instanceof MendableError ? error.cause : error
  if (!(plain instanceof CribaError)) return error
  const { code, message } = plain
  const frame = await frameWith(path, text, target)
  return frame ? new MendableError(code, `${message}; ${frame.why}: ${frame.option}`, frame) : error
}

function matchLists<L extends Lists>(lists: L, names: readonly string[], groups?: object | null) {
  const known = groups ? [...names, ...Object.keys(groups)] : names
  const match = Object.entries(lists).map(([flag, list]) => [flag, matchColumns(list, known, flag)])
  return Object.fromEntries(match) as { readonly [Flag in keyof L]: readonly string[] }
}
