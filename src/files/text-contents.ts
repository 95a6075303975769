import { CribaError, limits } from '#core'
import { columnFacts } from '#sql'
import type { KeyedView } from '#sql'
import { queryContents } from './engine-contents.ts'
import type { FileContents, StartEngine } from './file-contents.ts'
import { keepFilter, resolveChoice } from './options/column-choice.ts'
import type { ColumnChoice } from './options/column-choice.ts'
import type { OpenOptions } from './read/open-options.ts'
import { readTextIntoEngine } from './read/text-into-engine.ts'
import type { ReadRows } from './text/file-rows.ts'
import { readTextTable } from './text/read-text-table.ts'
import type { DelimitedText } from './text/read-text.ts'
import { tableToParquet, textReducer, viewToParquet } from './write/reducers.ts'
import type { Reducer } from './write/reducers.ts'

/** The contents of delimited text. */
export async function textContents(
  given: DelimitedText,
  options: OpenOptions,
  engine: StartEngine,
  allowed: () => readonly string[],
): Promise<FileContents> {
  const { sql, signal } = options
  if (sql !== undefined) {
    const running = await engine()
    const { view } = await readTextIntoEngine(given, typesOfFile(given, options), options, running)
    return queryContents(running, view, options, allowed())
  }
  let text = given
  let parquet: Reducer['parquet'] | undefined
  const table = async (check?: (rows: ReadRows) => void) => {
    const read = await readTextTable(given, options, options, check)
    text = read.text
    parquet = tableToParquet(engine, read.table)
    return read.table
  }
  const relation = async () => {
    const running = await engine()
    const read = await readTextIntoEngine(given, options, options, running)
    text = read.text
    parquet = viewToParquet(running, read.view)
    return relationOf(running, read.view)
  }
  let cachedWidth: number | undefined
  const width = () =>
    (cachedWidth ??= given.names.filter(keepFilter(resolveChoice(options, given.names))).length)
  return {
    table: () => table(),
    relation,
    tableOrRelation: async () => {
      try {
        return await table((rows) => checkFitsMemory(rows, width()))
      } catch (error) {
        if (!(error instanceof TooManyValues)) throw error
        return relation()
      }
    },
    reducer: () =>
      textReducer(
        () => text,
        signal,
        (isChosen, path) => parquet!(isChosen, path),
      ),
  }
}

async function relationOf(engine: Awaited<ReturnType<StartEngine>>, view: KeyedView) {
  return { engine, ...view, columns: await columnFacts(engine, view) }
}

/** Thrown if there are more values than fit into memory. */
class TooManyValues extends CribaError {
  constructor() {
    super('too-large', 'too many values for memory')
  }
}

/** The number of rows is estimated from the first rows; the estimate is never too high by more than this factor. */
const estimateFactor = 2

function checkFitsMemory({ first, count, expected }: ReadRows, width: number): void {
  const isSure = expected * width > estimateFactor * limits.fetched
  if (isSure || (first + count) * width > limits.fetched) throw new TooManyValues()
}

/** The chosen types of the file's columns; the other types are for columns that the query makes. */
function typesOfFile({ names }: DelimitedText, { choose, ...given }: OpenOptions): ColumnChoice {
  const { types = {} } = choose ? choose(names, false) : given
  const own = Object.entries(types).filter(([name]) => names.includes(name))
  return { types: Object.fromEntries(own) }
}
