import {
  CribaError,
  dataParts,
  joinMends,
  MendableError,
  mendText,
  queryColumn,
  queryOption,
  shellWord,
} from '#core'
import type { Remedy, Warning, WarningCode } from '#core'
import { describe, oneQuery } from '#analyses'
import { textOptions } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { withData } from './run.ts'
import { print } from './terminal.ts'

/** An error may show the next one, and so may a mend of the frame. */
const mostTried = 8
/** Warnings about what cells mean: the queries of others leave rows out or merge levels. */
const aboutCells: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'doubtful-numbers',
  'frame',
  'mixed-types',
  'mixed-units',
  'spreadsheet-dates',
  'unclear-marks',
  'unread-dates',
])

/**
 * `criba describe --mend`: the command with all options that mend how the data are read, and why. Where the
 * data are not read without an option that a person should check, it is among them.
 */
export async function printMends(path: string, flags: Flags): Promise<void> {
  const tried: Remedy[] = []
  while (true) {
    try {
      const frames = await printMendsWith(path, flags, tried)
      if (frames === null) return
      tried.push(...frames)
    } catch (error) {
      const mend = error instanceof MendableError ? error.remedy : null
      // A query may make the target.
      if (!mend && flags.target !== undefined && error instanceof CribaError && error.code === 'unknown') {
        const { target, ...others } = flags
        await printMendsWith(path, others, tried, { error, target: String(target) })
        return
      }
      const isKnown = tried.some(({ option }) => option === mend?.option)
      if (!mend || isKnown || tried.length >= mostTried) throw error
      tried.push(mend)
    }
  }
}

/** Options that say where the table stands: nothing is known of its cells before. */
const ofFrame = [
  'skip',
  'skipAfterHeader',
  'skipEnd',
  'headerRows',
  'skipRepeatedHeader',
  'transpose',
] as const

/**
 * Prints the command; or returns the mends of the frame with which the cells have to be looked at again.
 * `lacking`: the target, which the data lack as they are read, and the error about it. */
async function printMendsWith(
  path: string,
  flags: Flags,
  tried: readonly Remedy[],
  lacking?: { readonly error: CribaError; readonly target: string },
): Promise<readonly Remedy[] | null> {
  let frames: readonly Remedy[] | null = null
  const given = await partsGiven(dataParts, flags)
  const before = joinMends(tried.map(({ set }) => set))
  const read = joinMends([await textOptions(flags), before])
  const needs = tried.length > 0 ? { savedText: read } : {}
  await withData(
    path,
    { ...flags, mends: 'apply' },
    given,
    async ({ source, spec, run, mended }) => {
      const { warnings } = await describe(source, spec, run)
      const done = warnings.filter(({ code }) => code === 'mended').map(({ message }) => message)
      // Half of a limit is a reading too.
      const remedies = warnings.flatMap(({ code, remedy }) => (code === 'censored' ? [] : (remedy ?? [])))
      const isNew = ({ option }: Remedy) => !tried.some((one) => one.option === option)
      const open = remedies.filter((one) => isNew(one) && ofFrame.some((key) => one.set[key] !== undefined))
      if (open.length > 0 && !lacking && tried.length < mostTried) {
        frames = open
        return
      }
      const query = flags.sql === undefined ? queryOf(warnings, flags.target) : null
      // Else the command would end with the same error.
      if (lacking && !query?.option.includes(` AS ${queryColumn(lacking.target)}`)) throw lacking.error
      const shown = [...tried, ...remedies].map(
        ({ option, why, loses }) =>
          `${option}: ${why}${loses ? ' (check it: it is a guess, or something is lost)' : ''}`,
      )
      // Columns with the same words have the same line.
      const ofQuery = query === null ? [] : [`--sql: ${query.why} (check it: it is a guess)`]
      const ofTarget = lacking ? [lacking.error.message] : []
      const read = done.map((message) => message.replace(/^read with /, ''))
      const notes = [...new Set([...ofTarget, ...read, ...shown, ...ofQuery])]
      const words = process.argv.slice(2).filter((word) => word !== '--mend')
      const mends = mendText(joinMends([mended, before, mended, ...remedies.map(({ set }) => set)]))
      const options = [mends, ...(query === null ? [] : [query.option])].filter((option) => option !== '')
      const command = ['criba', ...words.map(shellWord), ...options].join(' ')
      const text = notes.length > 0 ? notes : ['nothing to mend was found']
      print([...text.map((note) => `# ${note}`), command].join('\n'))
    },
    needs,
  )
  return frames
}

/**
 * The query that does what those of warnings about cells do, and for which columns: without the ones that part the
 * target, whose name would be gone.
 */
function queryOf(
  warnings: readonly Warning[],
  target: unknown,
): { readonly option: string; readonly why: string } | null {
  const namesOf = ({ column, columns }: Warning) => columns ?? (column === undefined ? [] : [column])
  // An option reads its columns otherwise than the query has them.
  const mended = new Set(warnings.flatMap((warning) => (warning.remedy ? namesOf(warning) : [])))
  const found = warnings.filter(
    (warning) =>
      warning.query !== undefined &&
      aboutCells.has(warning.code) &&
      !(warning.query.startsWith('SELECT * EXCLUDE') && namesOf(warning).some((name) => name === target)) &&
      !namesOf(warning).some((name) => mended.has(name)),
  )
  const { query } = oneQuery(found)
  if (query === null) return null
  return { option: queryOption(query), why: found.map(({ why }) => why).join('; ') }
}
