import { parseFormattedNumber } from '../cells/formatted-numbers.ts'
import { currencyNamed, unitNamed } from '../cells/number-units.ts'
import { areBareAlike } from './bare-numbers.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery, textsOf } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'

/** Words and signs for a number that may be about so much, and words for what it is measured from. */
const aboutWord = String.raw`~|≈|±|(?:ca|circa|approx|approximately|about|around|etwa|um|env|environ|aprox|unos|unas)\b\.?`
const measuredFrom = String.raw` a\.?s\.?l\.?| amsl| ü\.? ?NN| ü\.? ?M\.?| s\.?l\.?m\.?| s\.?n\.?m\.?`
const about = new RegExp(
  String.raw`^(?<word>${aboutWord})? ?[-+−]?(?<digits>\d(?:[\d.,'’\s]*\d)?)(?: ?(?<unit>[^\d\s]+))?(?<from>${measuredFrom})?$`,
  'iu',
)

/** Numbers of which some are about so much, in one unit or without. */
export const aboutTexts: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers with a unit, some of them about so much, read as categorical',
    end: 'for the numbers, with or without their unit and with other cells missing, say',
    are: (texts, reader) => areAbout(texts, reader) && !marksAbout(texts, reader)!.areGuessed,
    mayBeMixed: true,
    query: aboutQuery,
  },
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers, some of them about so much, whose mark may separate thousands, read as categorical',
    end: 'if it does, for the numbers, with or without their unit and with other cells missing, say',
    are: areAbout,
    mayBeMixed: true,
    query: aboutQuery,
  },
]

function aboutQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const units = [...unitsAbout(textsOf(reader), reader)].map(literal)
    // A number without the unit is in it too, unless those are much larger or smaller.
    const mayLack = areBareAlike(reader) ? '?' : ''
    const unit = units.length > 0 ? `(?: ?(?:${units.join('|')}))${mayLack}` : ''
    const { mark } = marksAbout(textsOf(reader), reader)!
    const pattern = new RegExp(
      String.raw`^(?:${aboutWord})? ?([-+−]?${numberWith(mark)})${unit}(?:${measuredFrom})?$`,
      'i',
    )
    return valueWith(mark, captured(column, pattern))
  })
}

/**
 * The decimal mark of texts that may be about so much, and of the numbers beside them; `areGuessed`: their only mark
 * may separate thousands. `null` if some are no numbers, or if both marks may.
 */
function marksAbout(
  texts: readonly string[],
  { texts: all }: ColumnReader,
): { readonly mark: '.' | ',' | null; readonly areGuessed: boolean } | null {
  const beside = all!.marksIf(true)
  const sure = new Set(beside.shown)
  const doubtful = new Set(beside.doubtful === null ? [] : [beside.doubtful])
  for (const text of texts) {
    const number = parseFormattedNumber(about.exec(text)?.groups!['digits'] ?? '')
    if (!number) return null
    if (number.decimalMark) sure.add(number.decimalMark)
    else if (number.thousandsSeparator === '.' || number.thousandsSeparator === ',')
      doubtful.add(number.thousandsSeparator)
  }
  if (all!.options.decimal) return { mark: all!.options.decimal, areGuessed: false }
  if (sure.size > 0) return { mark: sure.size > 1 ? null : [...sure][0], areGuessed: false }
  if (doubtful.size > 1) return null
  const [separator] = doubtful
  return {
    mark: separator === undefined ? null : separator === '.' ? ',' : '.',
    areGuessed: separator !== undefined,
  }
}

/**
 * Whether texts are numbers in one unit, some of them with a word such as `ca.`, or with two words for the
 * unit.
 */
function areAbout(texts: readonly string[], reader: ColumnReader): boolean {
  const found = texts.map((text) => about.exec(text)?.groups)
  if (found.includes(undefined) || marksAbout(texts, reader) === null) return false
  const isMarked = found.map((groups) => groups!['word'] !== undefined)
  // Plain numbers stand beside those that are about so much.
  if (found.every((groups, i) => groups!['unit'] === undefined && isMarked[i])) return true
  const units = new Set([...unitsAbout(texts, reader)].map((unit) => unitNamed(unit) ?? currencyNamed(unit)))
  const areSeveral = new Set(found.map((groups) => groups!['from'])).size > 1
  const haveAll = found.every((groups) => groups!['unit'] !== undefined)
  return haveAll && units.size === 1 && !units.has(undefined) && (isMarked.includes(true) || areSeveral)
}

/** The units of texts, and of cells with a unit alone, which are not among the texts. */
function unitsAbout(texts: readonly string[], { texts: all }: ColumnReader): ReadonlySet<string> {
  const written = [...texts, ...[...all!.affixes.units.keys()].map((unit) => `1 ${unit}`)]
  return new Set(written.flatMap((text) => about.exec(text)?.groups!['unit'] ?? []))
}
