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
import type { Mend, Remedy, Warning, WarningCode } from '#core'
import { describe, oneQuery } from '#analyses'
import { textOptions } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { lostCellNotes } from './lost-cells.ts'
import { withData } from './run.ts'
import { print } from './terminal.ts'

/** An error may show the next one, and so may a mend: the data are looked at so many times. */
const mostRounds = 8
/** Warnings about what cells mean, whose queries change cells; those of others leave rows out. */
const aboutCells: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'doubtful-numbers',
  'frame',
  'lists',
  'missing-value-code',
  'missing-words',
  'mixed-types',
  'mixed-units',
  'similar-levels',
  'spreadsheet-dates',
  'totals',
  'unclear-marks',
  'unread-dates',
])

/** Warnings about columns of which a person decides what they are, shown where no option or query mends them. */
const shownWithoutMend: ReadonlySet<WarningCode> = new Set<WarningCode>([
  'doubtful-numbers',
  'mixed-types',
  'mixed-units',
  'similar-levels',
  'unclear-marks',
  'unread-dates',
])

/**
 * `criba describe --mend`: the command with all options that mend how the data are read, and why. Where the
 * data are not read without an option that a person should check, it is among them.
 */
export async function printMends(path: string, flags: Flags): Promise<void> {
  let seen: Seen = { tried: [], mended: {}, notes: [] }
  for (let round = 1; ; round++) {
    // Standard input is read once.
    const isLast = round >= mostRounds || path === '-'
    try {
      const more = await printMendsWith(path, flags, { ...seen, isLast })
      if (more === null) return
      seen = more
    } catch (error) {
      const mend = error instanceof MendableError ? error.remedy : null
      // A query may make the target.
      if (!mend && flags.target !== undefined && error instanceof CribaError && error.code === 'unknown') {
        const { target, ...others } = flags
        await printMendsWith(path, others, { ...seen, isLast, lacking: { error, target: String(target) } })
        return
      }
      const isKnown = seen.tried.some(({ option }) => option === mend?.option)
      if (!mend || isKnown || isLast) throw error
      seen = { ...seen, tried: [...seen.tried, mend] }
    }
  }
}

/** What was found each time that the data were looked at. */
interface Seen {
  /** The mends that a person should check. */
  readonly tried: readonly Remedy[]
  /** The others, which lose nothing, and what was said of them. */
  readonly mended: Mend
  readonly notes: readonly string[]
}

/** Options that say where the table stands. */
const ofFrame = [
  'skip',
  'skipAfterHeader',
  'skipEnd',
  'headerRows',
  'skipHeadings',
  'skipRepeatedHeader',
  'transpose',
] as const

/** What is known before the data are looked at. */
interface Looks extends Seen {
  readonly isLast: boolean
  /** The target, which the data lack as they are read, and the error about it. */
  readonly lacking?: { readonly error: CribaError; readonly target: string }
}

/**
 * Prints the command; or returns the mends with which the data have to be looked at again: those of the frame
 * first, as nothing is known of cells before.
 */
async function printMendsWith(
  path: string,
  flags: Flags,
  { tried, mended: others, notes: said, isLast, lacking }: Looks,
): Promise<Seen | null> {
  let more: Seen | null = null
  // Spellings are merged after a query, which has to name all of them.
  const { foldLevels: _, ...before } = joinMends([others, ...tried.map(({ set }) => set)])
  const parts = await partsGiven(dataParts, flags)
  const given = { ...parts, types: { ...before.types, ...parts.types } }
  const read = joinMends([await textOptions(flags), before])
  const needs = Object.keys(before).length > 0 ? { savedText: read } : {}
  await withData(
    path,
    { ...flags, mends: 'apply' },
    given,
    async ({ source, spec, run, mended }) => {
      const { warnings, columns, data } = await describe(source, spec, run)
      const applied = warnings.filter(({ code }) => code === 'mended')
      const done = [...said, ...applied.map(({ message }) => message.replace(/^read with /, ''))]
      // Half of a limit is a reading too.
      const remedies = warnings.flatMap((one) =>
        one.code === 'censored' || hasTwoReadings(one) ? [] : (one.remedy ?? []),
      )
      const isNew = ({ option }: Remedy) => !tried.some((one) => one.option === option)
      const open = remedies.filter(isNew)
      const ofOpenFrame = open.filter(({ set }) => ofFrame.some((key) => set[key] !== undefined))
      if (open.length > 0 && !lacking && !isLast) {
        const next = ofOpenFrame.length > 0 ? ofOpenFrame : open
        more = { tried: [...tried, ...next], mended: joinMends([others, mended]), notes: done }
        return
      }
      const alike = namesAlike(source.columns)
      const query = flags.sql === undefined && alike === null ? queryOf(warnings, flags.target) : null
      // Else the command would end with the same error.
      if (lacking && !query?.option.includes(` AS ${queryColumn(lacking.target)}`)) throw lacking.error
      // One option may mend several columns: its first reason stands for all.
      const all = [...new Map([...tried, ...remedies].toReversed().map((one) => [one.option, one])).values()]
      const shown = all
        .toReversed()
        .map(({ option, why, loses }) => `${loses ? 'check ' : ''}${option}: ${why}`)
      // Columns with the same words have the same line.
      const ofQuery = query === null ? [] : [`check --sql: ${query.why}`]
      const whole = joinMends([mended, before, mended, ...all.map(({ set }) => set)])
      if (query !== null && path !== '-') {
        const text = {
          ...joinMends([await textOptions(flags), whole]),
          types: { ...whole.types, ...parts.types },
        }
        ofQuery.push(...(await lostCellNotes(query.from, { path, flags, text, rows: data.rows, columns })))
      }
      const ofTarget = lacking ? [lacking.error.message] : []
      const ofNames = alike && warnings.some((one) => one.query) ? [`no query: ${alike}`] : []
      const used = new Set(query?.from)
      const left = warnings.filter(
        (one) => mayBeMended(one) && !used.has(one) && !remedies.includes(one.remedy!),
      )
      const ofLeft = left.map(({ message }) => `not in the command: ${message}`)
      const notes = [...new Set([...ofTarget, ...done, ...shown, ...ofQuery, ...ofNames])]
      const options = [mendText(whole), ...(query === null ? [] : [query.option])].filter(
        (option) => option !== '',
      )
      const words = withoutLines(
        process.argv.slice(2).filter((word) => word !== '--mend'),
        options,
      )
      const command = ['criba', ...words.map(shellWord), ...options].join(' ')
      const isNothing = notes.length === 0
      const none =
        left.length > 0
          ? 'no option mends what was found: a person has to decide'
          : 'nothing to mend was found'
      const isGuess = notes.some((note) => note.startsWith('check '))
      const ofChecks = isGuess
        ? ['check: what is guessed, or loses values or differences between levels']
        : []
      const text = [...(isNothing ? [none] : [...ofChecks, ...notes]), ...new Set(ofLeft)]
      print([...text.map((note) => `# ${note.replaceAll('\n', ' ')}`), command].join('\n'))
    },
    needs,
  )
  return more
}

/** Words of a command without the numbers of lines that options give anew. */
function withoutLines(words: readonly string[], options: readonly string[]): readonly string[] {
  const isGiven = (word: string | undefined) =>
    /^--(?:skip|skip-end|skip-after-header|header-rows)$/.test(word ?? '') &&
    options.some((option) => ` ${option}`.includes(` ${word} `))
  return words.filter((word, i) => !isGiven(word) && !isGiven(words[i - 1]))
}

/** Whether a word may be 0 or a missing value, and nothing says which: neither is in the command. */
function hasTwoReadings({ code, remedy, query }: Warning): boolean {
  return code === 'mixed-types' && remedy !== undefined && query !== undefined
}

/** Whether a warning is about how cells are read, so that an option, a query or a person mends it. */
function mayBeMended({ code, remedy, query }: Warning): boolean {
  if (code === 'censored' || code === 'queries') return false
  return remedy !== undefined || query !== undefined || shownWithoutMend.has(code)
}

/** Why no query can name the columns: two differ only in case. */
function namesAlike(columns: readonly { readonly name: string }[]): string | null {
  const seen = new Map<string, string>()
  for (const { name } of columns) {
    const other = seen.get(name.toLowerCase())
    if (other !== undefined)
      return `${other} and ${name} differ only in case; with one of them renamed there is one`
    seen.set(name.toLowerCase(), name)
  }
  return null
}

/**
 * The query that does what those of warnings about cells do, and for which columns: without the ones that part the
 * target, whose name would be gone.
 */
function queryOf(
  warnings: readonly Warning[],
  target: unknown,
): {
  readonly query: string
  readonly option: string
  readonly why: string
  readonly from: readonly Warning[]
} | null {
  const namesOf = ({ column, columns }: Warning) => columns ?? (column === undefined ? [] : [column])
  // An option reads its columns otherwise than the query has them; spellings are merged after it.
  const mended = new Set(
    warnings.flatMap((warning) => (warning.remedy && !warning.remedy.set.foldLevels ? namesOf(warning) : [])),
  )
  const found = warnings.filter(
    (warning) =>
      warning.query !== undefined &&
      aboutCells.has(warning.code) &&
      !hasTwoReadings(warning) &&
      !(warning.query.startsWith('SELECT * EXCLUDE') && namesOf(warning).some((name) => name === target)) &&
      !namesOf(warning).some((name) => mended.has(name)),
  )
  const { query, from } = oneQuery(found)
  if (query === null) return null
  return {
    query,
    option: queryOption(query),
    why: from.map(({ why, message }) => why ?? message).join('; '),
    from,
  }
}
