import { CribaError } from './error.ts'
import { recordIn, shownValue, textIn } from './given.ts'
import { givenTypes, parseTypes, settleTypes } from './given-types.ts'
import { choice, flag, names, namesInWords, part, text, whole } from './parts.ts'
import type { PartTable } from './parts.ts'

/** How a delimited text, or a sheet of a workbook, is read, if not by default. */
export interface TextOptions {
  /**
   * The sheet of a workbook that is read: its name, or its number among those that are not hidden, from 1. A
   * text of digits is a number if no sheet has that name. By default the first with values.
   */
  readonly sheet?: string | number
  /**
   * The encoding of a text that is not UTF-8, by its name in browsers (`windows-1250`, `shift_jis`), or
   * `cp437`, `cp850` or `cp852`; windows-1252 by default. `utf-8-twice` reads UTF-8 that was taken for
   * windows-1252 and written again.
   */
  readonly encoding?: string
  /**
   * The character between cells, or `blanks` for runs of blanks; found from the first lines by default.
   */
  readonly separator?: string
  /** The character that starts a comment line. */
  readonly comment?: string
  /** How many lines before the header are left out. */
  readonly skip?: number
  /**
   * How many lines the header has; 1 by default. With 0 the columns are named by their position; the names of
   * several lines are joined.
   */
  readonly headerRows?: number
  /** How many lines between the header and the first row are left out, such as one with units. */
  readonly skipAfterHeader?: number
  /** How many lines at the end are left out, such as a total. Blank lines do not count. */
  readonly skipEnd?: number
  /** Whether each line is a column, its name in the first cell. */
  readonly transpose?: boolean
  /** Whether rows without any value are left out. */
  readonly skipEmpty?: boolean
  /** Whether rows with a value in the first column alone are left out, as headings of the rows below. */
  readonly skipHeadings?: boolean
  /** Whether rows that are copies of the header are left out, as in files that were joined. */
  readonly skipRepeatedHeader?: boolean
  /**
   * Cells that count as missing, besides empty ones, in place of the usual words; if the first starts with
   * `+`, they are added to these, without it. Numbers are compared by value. They apply to Parquet and JSON
   * too.
   */
  readonly missingWords?: readonly string[]
  /** The decimal mark of all numbers, if their cells leave it open; the other mark separates thousands. */
  readonly decimal?: '.' | ','
  /** What a number below a limit, such as `<5`, is read as: half of the limit (the default), or the limit. */
  readonly censored?: CensoredValue
  /** How rows with fewer or more cells than the header are treated. */
  readonly ragged?: RaggedPolicy
  /**
   * Columns of a text in which a missing cell has the value above it, such as the name of a group in its
   * first row only.
   */
  readonly fillDown?: readonly string[]
  /**
   * Columns whose levels are merged if they differ only by case, blanks, accents, dashes or a dot at the end,
   * in any format; `*` and patterns as in names of files. Each becomes its most frequent spelling.
   */
  readonly foldLevels?: readonly string[]
  /**
   * Columns whose cells are lists, in any format, with the sign between their items: each item becomes an
   * indicator, such as `channels_mail`.
   */
  readonly split?: Readonly<Record<string, string>>
}

/** What a number below a limit, such as `<5`, is read as: half of the limit, or the limit. */
export const censoredValues = ['half', 'limit'] as const
export type CensoredValue = (typeof censoredValues)[number]

/** The decimal marks. */
export const decimalMarks = ['.', ','] as const

/**
 * What to do with rows that have more or fewer cells than the header.
 *
 * - `error`: they are an error;
 * - `fill`: absent cells are missing values, surplus empty cells are ignored; other surplus cells are an
 *   error;
 * - `skip`: such rows are skipped.
 */
export const raggedPolicies = ['error', 'fill', 'skip'] as const
export type RaggedPolicy = (typeof raggedPolicies)[number]

const headerLines = whole({ min: 0, max: 9 })

/** The options of `TextOptions`, as flags and for the schema. */
export const readingParts = {
  sheet: part(
    {
      flag: '--sheet <name>',
      help: 'the sheet of a workbook, by its name or number',
      defaultInWords: 'the first with values',
    },
    (name, given: string | number | null | undefined) =>
      typeof given === 'number' ? given : textIn(name, given, 'the name or number of a sheet'),
    { type: ['string', 'integer'] },
  ),
  encoding: text(
    {
      flag: '--encoding <name>',
      help: 'the encoding of a text that is not UTF-8, such as windows-1250, windows-1251, macintosh, cp850 or shift_jis',
      defaultInWords: 'windows-1252',
      schema: { type: 'string' },
    },
    'a text',
  ),
  separator: text(
    {
      flag: '--separator <sign>',
      help: 'the character between cells, or tab, space, or blanks for runs of blanks',
      defaultInWords: 'found from the first lines',
      schema: { type: 'string' },
    },
    'a text',
  ),
  comment: text(
    {
      flag: '--comment <sign>',
      help: 'skip lines that begin with this sign, such as #',
      schema: { type: 'string' },
    },
    'a text',
  ),
  skip: whole({
    min: 0,
    flag: '--skip <n>',
    help: 'skip this many lines before the header',
    schema: { type: 'integer', minimum: 0 },
  }),
  headerRows: part<number, number | null>(
    {
      flag: '--header-rows <n>',
      help: 'how many lines the header has; their names are joined',
      defaultInWords: '1',
      schema: { type: 'integer', minimum: 0 },
    },
    headerLines.settle,
    headerLines.schema,
    {
      read: (words) => (words === false ? 0 : headerLines.settle('header-rows', words as never)),
      negation: { spelling: '--no-header', help: 'the first line is a row; columns are named by position' },
    },
  ),
  skipAfterHeader: whole({
    min: 0,
    flag: '--skip-after-header <n>',
    help: 'skip this many lines after the header, such as one with units',
    schema: { type: 'integer', minimum: 0 },
  }),
  skipEnd: whole({
    min: 0,
    flag: '--skip-end <n>',
    help: 'skip this many lines at the end, such as a total',
    schema: { type: 'integer', minimum: 0 },
  }),
  transpose: flag({ flag: '--transpose', help: 'each line is a column, its name in the first cell' }),
  skipEmpty: flag({ flag: '--skip-empty', help: 'leave out rows without any value' }),
  skipHeadings: flag({
    flag: '--skip-headings',
    help: 'leave out rows with a value in the first column alone, as headings of the rows below',
  }),
  skipRepeatedHeader: flag({
    flag: '--skip-repeated-header',
    help: 'leave out rows that are copies of the header, as in files that were joined',
  }),
  missingWords: names({
    flag: '--missing-words <list>',
    help: 'texts that mean a missing value, besides empty cells; +a,b adds to the usual ones',
    defaultInWords: 'NA, N/A, ?, …',
  }),
  decimal: choice(decimalMarks, {
    flag: '--decimal <mark>',
    help: 'the decimal mark of numbers whose cells leave it open: . or ,',
    defaultInWords: 'found from the cells',
    schema: { enum: decimalMarks },
  }),
  censored: choice(censoredValues, {
    default: 'half',
    flag: '--censored <value>',
    help: 'what numbers below a limit, such as <5, are read as: half of the limit, or the limit',
    schema: { enum: censoredValues.filter((value) => value !== 'half') },
  }),
  ragged: choice(raggedPolicies, {
    default: 'error',
    flag: '--ragged <how>',
    help: 'what to do with rows that have too few or too many cells',
    schema: { enum: raggedPolicies.filter((policy) => policy !== 'error') },
  }),
  fillDown: names({
    flag: '--fill-down <columns>',
    help: 'missing cells of these columns have the value above them, as where a group is named in its first row only',
  }),
  foldLevels: names({
    flag: '--fold-levels <columns>',
    help: "merge levels that differ only by case, blanks, accents, dashes or a dot at the end: a,b or '*'",
  }),
  split: part(
    {
      default: {},
      flag: '--split <list>',
      help: 'make an indicator of each item of the lists in a column, which a sign separates: column=; (column= by commas, column=space by blanks)',
    },
    settleSplit,
    { type: 'object', additionalProperties: { type: 'string' } },
    { repeats: true, read: (words) => parseSplit(namesInWords(words)) },
  ),
} satisfies PartTable & { readonly [Name in keyof TextOptions]-?: unknown }

/** The types of columns, by name. */
export const typesPart = part(
  {
    default: {},
    flag: '--types <list>',
    help: 'types of columns: column=numeric, categorical, range, date (date:dmy, date:mdy, date:ymd), datetime or time; *=… for all others',
  },
  settleTypes,
  { type: 'object', additionalProperties: { enum: givenTypes } },
  { repeats: true, read: (words) => parseTypes(namesInWords(words)) },
)

/** Checks the signs between the items of lists, by column. */
function settleSplit(
  name: string,
  given: Readonly<Record<string, string>> | null | undefined,
): Readonly<Record<string, string>> {
  const split = (recordIn(name, given) ?? {}) as Readonly<Record<string, string>>
  for (const [column, sign] of Object.entries(split)) {
    if (typeof sign !== 'string' || sign.trim() === '') throw invalidSplit(`${column}=${shownValue(sign)}`)
  }
  return split
}

/** Parses `channels=;,tags=|`, already split at its commas: nothing after the sign = stands for a comma. */
function parseSplit(pairs: readonly string[]): Record<string, string> {
  const split = Object.create(null) as Record<string, string>
  for (const pair of pairs) {
    const equals = pair.lastIndexOf('=')
    if (equals < 1) throw invalidSplit(pair)
    split[pair.slice(0, equals)] = pair.slice(equals + 1) || ','
  }
  return split
}

function invalidSplit(given: string): CribaError {
  return new CribaError('invalid', `invalid split: ${given} (needs column=sign, as in channels=;)`)
}
