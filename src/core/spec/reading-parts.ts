import { givenTypes, parseTypes, settleTypes } from './given-types.ts'
import { censoredValues, decimalMarks } from './censored.ts'
import { choice, flag, names, namesInWords, part, text, whole } from './part-kinds.ts'
import type { PartTable } from './parts.ts'
import { raggedPolicies } from './ragged.ts'
import { parseSplit, settleSplit } from './split-lists.ts'
import type { TextOptions } from './text-options.ts'

const headerLines = whole({ min: 0, max: 9 })

/** The options of `TextOptions`, as flags and for the schema. */
export const readingParts = {
  sheet: text<string | number>({
    flag: '--sheet <name>',
    help: 'the sheet of a workbook, by its name or number',
    defaultInWords: 'the first with values',
    schema: { type: ['string', 'integer'] },
  }),
  encoding: text({
    flag: '--encoding <name>',
    help: 'the encoding of a text that is not UTF-8, such as windows-1250, windows-1251, macintosh, cp850 or shift_jis',
    defaultInWords: 'windows-1252',
    schema: { type: 'string' },
  }),
  separator: text({
    flag: '--separator <sign>',
    help: 'the character between cells, or tab, space, or blanks for runs of blanks',
    defaultInWords: 'found from the first lines',
    schema: { type: 'string' },
  }),
  comment: text({
    flag: '--comment <sign>',
    help: 'skip lines that begin with this sign, such as #',
    schema: { type: 'string' },
  }),
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
