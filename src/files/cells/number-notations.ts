import { currencyNamed, unitNamed } from './number-units.ts'

/** How a number is written with more than digits; of several numbers in a cell none is read. */
export type Notation =
  | 'degrees'
  | 'deviation'
  | 'power'
  | 'formula'
  | 'slash'
  | 'share'
  | 'times'
  | 'brackets'
  | 'blanks'
  | 'commas'
  | Measure

/**
 * Lengths of time, heights and weights in two units, and numbers behind a sign or word such as ~ and No.: of
 * these none is read.
 */
export type Measure = 'clock' | 'period' | 'weeks' | 'feet' | 'stones' | 'marked'

/** Notations of one number. */
export type ReadNotation = 'degrees' | 'deviation' | 'power' | 'formula'

/** A number in such a notation. */
export interface NotedNumber {
  readonly notation: Notation
  /**
   * Its digits as written, with their sign: degrees, minutes and seconds; a number; a mantissa and an
   * exponent; several numbers.
   */
  readonly parts: readonly string[]
  /** The letter of a compass, a unit, or the whole number before a fraction; empty if there is none. */
  readonly side: string
  /** The unit of a number behind a mark as it is written. */
  readonly written?: string
  /** Whether degrees lack their sign, so that the letter may be a unit. */
  readonly isBare?: boolean
}

const digits = String.raw`\d+(?:[.,]\d+)?`
const signed = String.raw`[-+−–]?\s?${digits}`
const minutes = String.raw`(\d{1,2}(?:[.,]\d+)?)\s*(?:'|′|’)`
const seconds = String.raw`(\d{1,2}(?:[.,]\d+)?)\s*(?:"|″|”|'')`
const degrees = new RegExp(
  String.raw`^([NSEWO]?)\s*([-+−]?${digits})\s*[°º]\s*(?:${minutes}\s*(?:${seconds}\s*)?)?([NSEWO]?)$`,
)
const deviation = new RegExp(
  String.raw`^(${signed})\s*(?:(?:±|\+\s?/\s?[-−–]|\+-)\s*(${digits})|\(±\s?(${digits})\))$`,
)
const power = new RegExp(
  String.raw`^(?:(${signed})\s*[×x*·⋅]\s*)?10(?:(?:\^|\*\*)\{?\(?([-+−–]?\d{1,3})\)?\}?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))$`,
)
/**
 * 3.1x10-3: its power has lost its height, but not its sign. 3x10-12 may be three sets of 10 to 12 repetitions.
 */
const flatPower = new RegExp(String.raw`^(${signed})\s*[×x*·⋅]\s*10\s?([-+−–]\d{1,2})$`, 'i')
const mayBeSets = /^\d+\s*[×x*·⋅]\s*10\s?[-−–][1-9]\d$/i
const slash = /^(\d{1,3})\s?\/\s?(\d{1,3})(?:\s?mm\s?Hg)?$/i
/** 1 1/2, 2-3/4, 24 3/4" */
const mixed = /^(\d{1,3})[ -](\d{1,2})\s?\/\s?(\d{1,3})\s?(?:["”″]|in\.?|inch(?:es)?)?$/
/** 1½, ¾ */
const vulgar = /^(\d{0,3})\s?([¼-¾⅐-⅞])\s?["”″]?$/
/** The unit at the end of lengths of sides. */
export const sideUnits = /(?:mm|cm|m|in|ft|px|["”″'’′])$/i
const side = String.raw`\d+(?:[.,]\d+)?\s?(?:mm|cm|m|in|ft|px|["”″'’′])?`
/** 30x40, 2,5 × 3 × 4 cm, 5.1′ × 3.2′; 0x1F is a code. */
const times = new RegExp(String.raw`^(?!0x[\da-f]{2})${side}(?:\s?[x×]\s?${side}){1,2}$`, 'i')
/** 1.3 x 104 was 1.3 × 10⁴ before its power was lost. */
const lostPower = /[x×]\s?10\d{1,2}$/i
/** 7 of 10, 7,5 von 10, 4.5 out of 5 stars */
const share =
  /^(\d{1,3}(?:[.,]\d+)?)\s?(?:\/| (?:of|out of|von|sur|su|de|sobre|van) )\s?(\d{1,3}(?:[.,]\d+)?)(?: \p{L}{4,})?$/u
/** ="70": a text to a spreadsheet; codes start with 0. */
const formula = /^="([-+]?(?:0|[1-9]\d*)(?:[.,]\d+)?)"$/
/** Two decimal numbers or more, such as coordinates, with blanks between them. */
const blanks = /^[-+−]?\d{1,3}[.,]\d+ +[-+−]?\d{1,3}[.,]\d+(?: +[-+−]?\d+(?:[.,]\d+)?)*$/
/** The same with decimal points and commas between them: 48.137, 11.575 and (48.1;11.5). */
const commas = /^\(?[-+−]?\d{1,3}\.\d+ ?[,;] ?[-+−]?\d{1,3}\.\d+(?: ?[,;] ?[-+−]?\d+(?:\.\d+)?)*\)?$/
const brackets = new RegExp(String.raw`^(${signed})\s?\((${signed})\s?%?\)$`)

/** What every notation has, so that most texts need no look. */
const hint =
  /[°º±^⁰¹²³⁴-⁹/(¼-¾⅐-⅞]|[xX×]\s?\d|\.\d+ ?[,;] ?[-+−]?\d|[.,]\d+ +[-+−]?\d|\+-|\*\*|^\s*=| (?:of|von|sur|su|de|sobre|van) /
const start = /^\s*[-+−–\dNSEWOP=~≈#№aceun(¼-¾⅐-⅞]/i
const longest = 40

/** Parses a number in a notation with more than digits; `null` for any other text. */
export function parseNotation(cell: string): NotedNumber | null {
  if (cell.length > longest || !start.test(cell)) return null
  const text = cell.trim()
  const measure = parseMeasure(text) ?? parseMarked(text)
  if (measure) return measure
  if (!hint.test(cell)) return parseSide(text)
  return parseDegrees(text) ?? parseDeviation(text) ?? parsePower(text) ?? parsePair(text)
}

/** Feet or minutes, with inches or seconds below a number behind them, and what may stand around both. */
function primes(words: string, below: string, smaller: string, [before, after] = ['', '']): RegExp {
  const small = String.raw`${below}(?:[.,]\d+)?`
  return new RegExp(
    String.raw`^${before}(\d{1,3})\s?(?:['’′]${words})\s?(?:(${small})\s?(?:["”″]|''${smaller})?)?${after}$`,
    'i',
  )
}
const feetWords = String.raw`|ft\.?|feet|foot`
const inchWords = String.raw`|in\.?|ins|inch|inches`

const days = String.raw`(?:\d+W(?:\d+D)?|\d+D)`
const [ofHours, ofMinutes, ofSeconds] = ['H', 'M', 'S'].map((unit) => String.raw`\d+(?:[.,]\d+)?${unit}`)
const clockParts = `(?:${ofHours}(?:${ofMinutes})?(?:${ofSeconds})?|${ofMinutes}(?:${ofSeconds})?|${ofSeconds})`

/** Patterns of measures, which queries have too. */
export const measurePatterns = {
  /** 4:35,2 min, 1:02:03,4, 65:12 */
  clock:
    /^(\d{1,3})((?::[0-5]\d){1,2}(?:[.,]\d{1,3})?)\s?(min|minutes|minuten|minuti|minutos|s|sec|sek|h|hrs?|std)?\.?$/i,
  /**
   * PT1H20M, P2DT3H, PT12.5S: a length of time of ISO 8601, without months and years, which have no one
   * length.
   */
  period: new RegExp(`^P(?:${days}(?:T${clockParts})?|T${clockParts})$`, 'i'),
  /** 5'10", 5 ft 10 in */
  feet: primes(feetWords, String.raw`(?:1[01]|0?\d)`, inchWords),
  /** 4'35", +0'55", 3'10"/km */
  minutes: primes('', String.raw`[0-5]?\d`, '', [String.raw`\+?`, String.raw`(?:\s?\/\s?km)?`]),
  /** 11st 4lb, 11 stone 4 */
  stones: /^(\d{1,2})\s?(?:st\.?|stones?)\s?(?:((?:1[0-3]|0?\d)(?:[.,]\d+)?)\s?(?:lbs?\.?|pounds?)?)?$/i,
  /** 30+2: weeks and days of a pregnancy. */
  weeks: /^(\d{1,2})\s?\+\s?([0-6])$/,
} as const
/** Signs and words before a number that is about so much, or one of a list: ~, ca., No. */
export const marksBefore = String.raw`(?:(?:[~≈#№]|(?:ca|circa|approx|approximately|about|around|etwa|um|env|environ|aprox|unos|unas|nr|no|num|n[°º])(?:\.\s?|\s))\s?)`
/** ~10, ca. 10 m, unos 20 €, #101, No. 5 */
const marked = new RegExp(String.raw`^${marksBefore}(\p{Sc}?)\s?(-?\d+(?:[.,]\d+)?)\s?([^\d\s]*)$`, 'iu')
const isCode = /^[#№n]/i

function parseMeasure(text: string): NotedNumber | null {
  for (const [notation, pattern] of [
    ['clock', measurePatterns.clock],
    ['period', measurePatterns.period],
    ['weeks', measurePatterns.weeks],
    ['feet', measurePatterns.feet],
    ['feet', measurePatterns.minutes],
    ['stones', measurePatterns.stones],
  ] as const) {
    const found = pattern.exec(text) as (string | undefined)[] | null
    if (!found) continue
    const [, first, second = '', unit = ''] = found
    return { notation, parts: [first!, second], side: unit }
  }
  return null
}

/** A number behind a sign or a word; one that is not exact may have a unit. */
function parseMarked(text: string): NotedNumber | null {
  const found = marked.exec(text)
  if (!found) return null
  const [, before, number, after] = found
  // Its mark may separate thousands.
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(number)) return null
  const written = before + after
  const unit = written === '' ? '' : (currencyNamed(written) ?? unitNamed(written))
  if (unit === undefined || (unit !== '' && isCode.test(text))) return null
  return { notation: 'marked', parts: [number], side: unit, written }
}

/** Degrees with minutes or with a letter of a compass: `44°01'49.5"N`, `44.03° N`. */
function parseDegrees(text: string): NotedNumber | null {
  const found = degrees.exec(text)
  if (!found) return null
  const [, before, whole, minute, second, after] = found as (string | undefined)[]
  const side = `${before}${after}`
  const isSigned = /^[-+−]/.test(whole!)
  if (side.length > 1 || (side !== '' && isSigned)) return null
  if (side === '' && minute === undefined) return null
  const parts = [whole!, minute, second].filter((part) => part !== undefined)
  if (parts.slice(0, -1).some((part) => /[.,]/.test(part))) return null
  const [degree, ...sixtieths] = parts.map((part) => Number(part.replace(',', '.').replace(/^[−]/, '-')))
  if (Math.abs(degree) > 360 || sixtieths.some((part) => part >= 60)) return null
  return { notation: 'degrees', parts, side }
}

const sided = /^(?:([NSEWO])\s?(\d{1,3}[.,]\d+)|(\d{1,3}[.,]\d+)\s?([NSEWO]))$/

/** Decimal degrees with a letter of a compass alone: `44.03 N`, `S 7.25`. */
function parseSide(text: string): NotedNumber | null {
  const found = sided.exec(text) as (string | undefined)[] | null
  if (!found) return null
  const letter = (found[1] ?? found[4])!
  const digits = (found[2] ?? found[3])!
  const most = letter === 'N' || letter === 'S' ? 90 : 180
  if (Number(digits.replace(',', '.')) > most) return null
  return { notation: 'degrees', parts: [digits], side: letter, isBare: true }
}

function parseDeviation(text: string): NotedNumber | null {
  const found = deviation.exec(text)
  return found && { notation: 'deviation', parts: [found[1], found[2] ?? found[3]], side: '' }
}

function parsePower(text: string): NotedNumber | null {
  const flat = mayBeSets.test(text) ? null : flatPower.exec(text)
  const found = (power.exec(text) ?? flat) as (string | undefined)[] | null
  if (!found) return null
  const exponent = found[2] ?? [...found[3]!].map(plainOf).join('')
  return { notation: 'power', parts: [found[1] ?? '1', exponent], side: '' }
}

function plainOf(raised: string): string {
  return '0123456789+-'['⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'.indexOf(raised)]
}

function parsePair(text: string): NotedNumber | null {
  const written = formula.exec(text)
  if (written) return { notation: 'formula', parts: [written[1]], side: '' }
  if (blanks.test(text)) return { notation: 'blanks', parts: text.split(/ +/), side: '' }
  if (commas.test(text))
    return { notation: 'commas', parts: text.replace(/[() ]/g, '').split(/[,;]/), side: '' }
  if (times.test(text) && !lostPower.test(text) && haveOneUnit(text))
    return { notation: 'times', parts: text.match(/\d+(?:[.,]\d+)?/g)!, side: '' }
  const [, whole, ...fraction] = mixed.exec(text) ?? []
  if (whole !== undefined) return { notation: 'slash', parts: fraction, side: whole }
  const [, before, sign] = vulgar.exec(text) ?? []
  // NFKC makes 1⁄2 of ½.
  if (sign !== undefined)
    return { notation: 'slash', parts: sign.normalize('NFKC').split('⁄'), side: before || '0' }
  for (const [notation, pattern] of [
    ['slash', slash],
    ['share', share],
    ['brackets', brackets],
  ] as const) {
    const found = pattern.exec(text)
    if (found) return { notation, parts: [found[1], found[2]], side: '' }
  }
  return null
}

/** Whether the sides have at most one unit. */
function haveOneUnit(text: string): boolean {
  return new Set(text.toLowerCase().match(/[^\d.,\sx×]+/g)).size <= 1
}

/**
 * The number of a notation with a decimal mark; `isWest`: whether the letter O is the west. `null` if its
 * marks are others.
 */
export function notedValue(
  { notation, parts, side }: NotedNumber,
  decimal: '.' | ',',
  isWest: boolean,
): number | null {
  const other = decimal === '.' ? ',' : '.'
  if (parts.some((part) => part.includes(other))) return null
  const plain = parts.map((part) => part.replace(/[−–]/, '-').replace(/\s/, '').replace(',', '.'))
  if (notation === 'power') return Number(`${plain[0]}e${plain[1]}`)
  if (notation !== 'degrees') return Number(plain[0])
  const [degree, minute = 0, second = 0] = plain.map(Number)
  // Seconds first, so that a sum of whole numbers is rounded once.
  const size = (Math.abs(degree) * 3600 + minute * 60 + second) / 3600
  const isNegative = plain[0].startsWith('-') || side === 'S' || side === 'W' || (side === 'O' && isWest)
  return minute === 0 && second === 0 ? (isNegative ? -1 : 1) * Math.abs(degree) : isNegative ? -size : size
}
