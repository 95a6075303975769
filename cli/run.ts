import { toJson } from '../src/report/json.ts'
import type { Paper } from '../src/report/text.ts'
import { openReducible, openSource } from '../src/files/open.ts'
import type { Run, Source } from '../src/sources/source.ts'
import { weightColumnOf } from '../src/spec/weights-spec.ts'
import type { DataSpec } from '../src/spec/rank-spec.ts'
import type { DataFacts } from '../src/trace/ranking.ts'
import type { Warning } from '../src/trace/warning.ts'
import { columnsMeant, typesMeant } from './column-names.ts'
import { dataSpec, numberFlag, textOptions } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { paperOf, print, progressBar, warn } from './terminal.ts'

/** Opened data, and what to do with them. */
export interface OpenedInput {
  readonly source: Source
  readonly spec: DataSpec
  readonly run: Run
  /** A result with what only the command line knows: the query, and the columns that were never opened. */
  readonly complete: <R extends Result>(result: R) => R
  /** Lists of columns by their flags, with patterns of names as the columns they mean; names of groups stay. */
  readonly meant: <L extends Lists>(
    lists: L,
    groups?: object | null,
  ) => { readonly [Flag in keyof L]: readonly string[] }
  /** Writes some columns to the output asked for. */
  readonly reduce: (columns: readonly string[]) => Promise<void>
}

/** What a command wants of its data besides the common flags. */
interface Wanted {
  /** Columns that have to be opened, dropped or not, by the flags that list them. */
  readonly needed?: Lists
  /** The file that columns will be written to. */
  readonly output?: string | undefined
  /** What the spec says of the data, instead of the flags. */
  readonly said?: DataSpec | undefined
  /** How the text of a saved run was read, instead of the flags. */
  readonly savedText?: DataFacts['text'] | undefined
}

/** Names and patterns of columns, by the flags that list them. */
type Lists = Readonly<Record<string, readonly string[]>>

interface Result {
  readonly data: DataFacts
  readonly spec: { readonly drop: readonly string[] }
}

/** A result as each format writes it. */
interface Writers<R> {
  readonly csv: (result: R) => string
  readonly text: (result: R, name: string, paper: Paper) => string
}

/** Prints a result in the format asked for, after its warnings. */
export function printResult<R extends { readonly warnings: readonly Warning[] }>(
  result: R,
  path: string,
  flags: DataFlags,
  { csv, text }: Writers<R>,
): void {
  if (!flags.quiet) warn(result.warnings.map(({ message }) => message))
  if (flags.format === 'json') print(toJson(result))
  else if (flags.format === 'csv') print(csv(result))
  else print(text(result, path, paperOf()))
}

/** Stops the work; a second signal ends the process at once, after temporary files are removed. */
function interrupt(stop: AbortController): void {
  if (stop.signal.aborted) process.exit(130)
  stop.abort()
}

/** Which of the columns are opened. */
interface ChosenColumns {
  readonly names: readonly string[]
  /** Those that are not. */
  readonly dropped: readonly string[]
  /** Those that are to be dropped and needed too: an error, which the work knows how to word. */
  readonly refused: readonly string[]
  readonly types: DataSpec['types']
}

/** What is dropped of the columns there are, and their types; a pattern drops nothing that is needed. */
function chooseColumns(
  given: DataSpec,
  needed: Lists,
  names: readonly string[],
  areAll: boolean,
): ChosenColumns {
  const { target, drop, types } = given
  if (!areAll) return { names, dropped: [], refused: [], types: types && typesMeant(types, names, areAll) }
  const wanted = new Set([target, weightColumnOf(given), ...Object.values(listsMeant(needed, names)).flat()])
  const meant = columnsMeant(drop ?? [], names, 'drop')
  return {
    names,
    dropped: meant.filter((name) => !wanted.has(name)),
    refused: meant.filter((name) => wanted.has(name) && drop?.includes(name)),
    types: types && typesMeant(types, names, areAll),
  }
}

function listsMeant<L extends Lists>(lists: L, names: readonly string[], groups?: object | null) {
  const known = groups ? [...names, ...Object.keys(groups)] : names
  const meant = Object.entries(lists).map(([flag, list]) => [flag, columnsMeant(list, known, flag)])
  return Object.fromEntries(meant) as { readonly [Flag in keyof L]: readonly string[] }
}

/**
 * Opens the data a command names, lets it work, and closes them, whatever happens; Ctrl-C stops the work. Columns to drop
 * are not opened, but for those `needed`: that they are dropped is an error, which the work knows how to word.
 */
export async function withData<T>(
  path: string,
  flags: DataFlags,
  work: (opened: OpenedInput) => Promise<T>,
  { needed = {}, output, said, savedText }: Wanted = {},
): Promise<T> {
  const given = said ?? dataSpec(flags)
  let chosen: ChosenColumns | undefined
  const choose = (names: readonly string[], areAll: boolean) => {
    const choice = chooseColumns(given, needed, names, areAll)
    if (areAll) chosen = choice
    return { ...(choice.types && { types: choice.types }), drop: choice.dropped }
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(stop))
  const bar = progressBar()
  const text = savedText ?? textOptions(flags)
  const runOptions = {
    signal: stop.signal,
    ...(!flags.quiet && { progress: bar.show }),
    ...(flags.threads !== undefined && { threads: numberFlag('threads', flags.threads) }),
  }
  const options = {
    ...text,
    ...runOptions,
    ...(flags.sql !== undefined && { sql: flags.sql }),
    ...(flags.source && { source: flags.source }),
    ...(flags.memory !== undefined && { memory: flags.memory }),
    choose,
  }
  const open = async () =>
    output === undefined
      ? Object.assign(await openSource(path, options), { reduce: () => Promise.resolve() })
      : openReducible(path, output, options)
  const data = await open().finally(() => bar.clear())
  try {
    const { names, dropped, refused, types } = chosen!
    // A pattern means columns that can be chosen.
    const closed = new Set([given.target, weightColumnOf(given), ...dropped])
    const isOpenFeature = (name: string) => !closed.has(name)
    const spec = { ...given, ...(types && { types }), drop: refused }
    const complete = <R extends Result>(result: R): R => ({
      ...result,
      data: {
        ...result.data,
        ...(flags.sql !== undefined && { sql: flags.sql }),
        ...(Object.keys(text).length > 0 && { text }),
      },
      spec: { ...result.spec, drop: [...dropped, ...result.spec.drop] },
    })
    return await work({
      source: data,
      spec,
      run: runOptions,
      complete,
      meant: (lists, groups) => listsMeant(lists, names.filter(isOpenFeature), groups),
      reduce: (columns) => data.reduce(columns),
    })
  } finally {
    bar.clear()
    data.close()
  }
}
