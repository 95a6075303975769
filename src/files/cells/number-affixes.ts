import { boundAfter, boundBefore } from './bound-words.ts'
import type { Bound } from './bound-words.ts'
import { isErrorWord } from './labelled-codes.ts'
import { currencyNamed, powerBefore, powerNamed, unitNamed } from './number-units.ts'

/** What stands before and after the digits of a number. */
export interface Affixes {
  /**
   * The usual name of the unit or the currency; for an unknown word the word itself; empty if there is none.
   */
  readonly unit: string
  readonly isCurrency: boolean
  readonly isUnitFirst: boolean
  /** Whether the unit is a word that criba does not know. */
  readonly isWord: boolean
  /** Whether a single letter, a currency's code or an unknown word touches the digits, as in codes such as 12A. */
  readonly isCodeLike: boolean
  /** A word or letter that multiplies, its power of ten, and whether it can mean nothing else. */
  readonly multiplier: string
  readonly power: number
  readonly isSurePower: boolean
  /** Whether the number is a limit below or above which the true one is. */
  readonly bound: Bound
  /** A sign before the digits, in ASCII. */
  readonly sign: '' | '-' | '+'
  /** How else a negative number is written. */
  readonly style: 'brackets' | 'minus behind' | 'other minus' | ''
}

export const noAffixes: Affixes = {
  unit: '',
  isCurrency: false,
  isUnitFirst: false,
  isWord: false,
  isCodeLike: false,
  multiplier: '',
  power: 0,
  isSurePower: false,
  bound: '',
  sign: '',
  style: '',
}

/** Affixes are parsed once for each pair; a column of addresses has too many to keep. */
const mostKept = 1 << 10
const kept = new Map<string, Affixes | null>()
/** Most cells of a column have the same affixes as the one before. */
let last: { readonly before: string; readonly after: string; readonly affixes: Affixes | null } | undefined

/** Parses what stands before and after digits; `null` if it makes no number of them. */
export function affixesOf(before: string, after: string): Affixes | null {
  if (last?.after !== after || last.before !== before)
    last = { before, after, affixes: keptAffixes(before, after) }
  return last.affixes
}

function keptAffixes(before: string, after: string): Affixes | null {
  const key = `${before}\0${after}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const affixes = parse(before, after)
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, affixes)
  return affixes
}

const minuses = '−–﹣－'
const leading = new RegExp(
  String.raw`^([-+${minuses}]?)\s*(\(?)\s*([-+${minuses}]?)\s*([^\s\d()+${minuses}-]*(?:\s?\p{Sc})?)(\s*)(\(?)\s*([-+${minuses}]?)$`,
  'u',
)

const signApart = new RegExp(String.raw`[-+${minuses}]\s+$`, 'u')

function parse(before: string, after: string): Affixes | null {
  const limit = boundBefore(before)
  const start = leading.exec(limit.rest)
  // A sign apart from the digits may be the mark of a list.
  if (!start || signApart.test(limit.rest)) return null
  const signs = start[1] + start[3] + start[7]
  const brackets = start[2] + start[6]
  if (signs.length > 1 || brackets.length > 1) return null
  const head = headOf(start[4], start[5] !== '')
  const tail = head && tailOf(after, brackets !== '', limit.bound)
  if (!head || !tail || (head.isCurrency && tail.isCurrency)) return null
  if (signs !== '' && tail.style !== '') return null
  // $1.2m and £5mn are millions; alone they are metres and minutes.
  const word = after.trim()
  const isMillions = head.isCurrency && (word === 'm' || word === 'mn')
  const end = isMillions ? { ...tail, ...multiplied(word, 6), bound: tail.bound, style: tail.style } : tail
  const isOther = signs !== '' && minuses.includes(signs)
  const unit = head.unit !== '' && end.unit !== '' ? `${head.unit} ${end.unit}` : head.unit + end.unit
  const isBracketed = brackets !== '' && signs === ''
  return {
    ...end,
    unit,
    isCurrency: head.isCurrency || tail.isCurrency,
    isUnitFirst: head.unit !== '',
    isCodeLike: head.isCodeLike || (tail.isCodeLike && !head.isCurrency),
    isWord: head.isWord || tail.isWord,
    isSurePower: end.isSurePower || (end.multiplier !== '' && head.isCurrency),
    sign: isOther ? '-' : (signs as '' | '-' | '+'),
    style: isBracketed ? 'brackets' : isOther ? 'other minus' : end.style,
  }
}

/** A currency before the digits, or a label such as `n =`. */
function headOf(word: string, isApart: boolean): Affixes | null {
  if (word === '') return noAffixes
  // As Turkish writes it.
  if (word === '%') return { ...noAffixes, unit: word }
  // Behind digits an R is something else than the rand.
  const currency = word === 'R' ? 'ZAR' : currencyNamed(word)
  if (currency !== undefined) {
    const isCode = /^[A-Z]{3}$/.test(word)
    return { ...noAffixes, unit: currency, isCurrency: true, isCodeLike: isCode && !isApart }
  }
  return /^\p{L}+[:=]$/u.test(word) && !isErrorWord(`${word}1`)
    ? { ...noAffixes, unit: word, isWord: true }
    : null
}

const aWord = /^\/?\p{L}[\p{L}\p{M}.²³]*(?:(?:[ -]|\/(?:1000? ?)?)\p{L}[\p{L}\p{M}.²³]*){0,3}$/u
/** A word that touches the digits and may be a unit. */
const gluedWord = /^\p{L}{2,5}\.?$/u
/** Halves of the day, which make a time of a number, and months, which make a date of it. */
const noWord =
  /^(?:[ap]\.?\s?m|uhr|st|nd|rd|th|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|okt|oktober|dez|dezember|ene|enero|febrero|marzo|abr|abril|mayo|junio|julio|ago|agosto|septiembre|octubre|noviembre|dic|diciembre|janv|janvier|févr|février|mars|avr|avril|juin|juil|juillet|août|septembre|octobre|novembre|déc|décembre|fev|março|maio|junho|julho|set|setembro|out|outubro|novembro|dezembro|gen|gennaio|febbraio|aprile|mag|maggio|giu|giugno|lug|luglio|settembre|ott|ottobre|dicembre|januari|februari|mrt|maart|mei|augustus|janeiro|fevereiro|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)(?:\.|$|\s)/iu

/** The end or the start of an address behind the number of a house. */
const ofAddress =
  /\s(?:road|rd|street|st|avenue|ave?|lane|ln|drive|dr|court|ct|close|way|terrace|crescent|boulevard|blvd|str|stra(?:ß|ss)e|weg|gasse|allee|platz|straat|laan)\.?$|^(?:rue|avenue|boulevard|chemin|impasse|quai|allée|via|viale|piazza|corso|vicolo|calle|avenida|plaza|paseo|camino)\s/iu

/** Whether a word behind a number makes something else of it than an amount: a time, a date or an address. */
export function isNoUnit(text: string): boolean {
  return noWord.test(text) || ofAddress.test(text)
}

/** The end of a whole amount: 12,- and 12.– in Europe, 1,000/- in India. */
const noCents = /^(?:[.,][-–—]{1,2}|\/[-=])(?=$|\s)/

function tailOf(after: string, isBracketOpen: boolean, before: Bound): Affixes | null {
  const isApart = /^[\s([]/.test(after)
  let text = after.trim().replace(noCents, '').trim()
  let style: Affixes['style'] = ''
  if (isBracketOpen) {
    if (!text.includes(')')) return null
    text = text.replace(')', '').trim()
  } else if (/^(\(.*\)|\[.*\])$/.test(text)) text = text.slice(1, -1).trim()
  const last = text.at(-1) ?? ''
  const isSign = footnoteOf(text) !== null
  if (!isSign && (last === '-' || minuses.includes(last || 'x'))) {
    if (isBracketOpen) return null
    style = 'minus behind'
    text = text.slice(0, -1).trim()
  }
  const limit = isSign ? { bound: '' as const, rest: text } : boundAfter(text)
  if (limit.bound !== '' && (before !== '' || style !== '')) return null
  const bound = limit.bound === '' ? before : limit.bound
  const unit = unitOf(limit.rest, isApart || limit.rest !== text)
  return unit && { ...unit, bound, style }
}

/** An amount of money for one of something: `€/kg`, `€ / night`, `EUR pro Stunde`, `$ per m²`. */
const amountPer =
  /^(\p{Sc}|[A-Z]{3})\s?(?:\/\s?|(?:per|pro|je|par|por|al)\s)(\p{L}[\p{L}.²³]*|100 ?g|100 ?ml)$/u

/** A multiplier, a unit or a currency behind the digits. */
function unitOf(text: string, isApart: boolean): Affixes | null {
  if (text === '') return noAffixes
  const currency = currencyNamed(text)
  if (currency !== undefined) return { ...noAffixes, unit: currency, isCurrency: true }
  const [, money, per] = amountPer.exec(text) ?? []
  const amount = money === undefined ? undefined : currencyNamed(money)
  if (amount !== undefined) return { ...noAffixes, unit: `${amount} /${per}`, isCurrency: true }
  const footnote = footnoteOf(text)
  if (footnote !== null) return { ...noAffixes, unit: footnote, isWord: true }
  const power = powerNamed(text)
  if (power !== undefined) return multiplied(text, power)
  const unit = unitNamed(text)
  if (unit !== undefined)
    return { ...noAffixes, unit, isCodeLike: !isApart && /^[^\P{L}\p{sc=Han}\p{sc=Hangul}]$/u.test(text) }
  // 37.2C and 99.1F, which are codes behind whole numbers.
  if (!isApart && (text === 'C' || text === 'F')) return { ...noAffixes, unit: `°${text}`, isCodeLike: true }
  const parts = /^(\p{L}+\.?)\s*(\S+)$/u.exec(text.replace(/\sd(?:e\s|['’])/u, ' '))
  const code = parts?.[2].length === 1 ? /^(\p{L})([A-Z]{3})$/u.exec(text) : null
  const more = parts && (powerOf(parts[1], parts[2], text) ?? (code && powerOf(code[1], code[2], text)))
  if (more) return more
  // As in 2500DT; of codes too.
  const isCodeLike = !isApart && gluedWord.test(text)
  if (!(isApart || isCodeLike || text.startsWith('/')) || !aWord.test(text) || isNoUnit(text)) return null
  return { ...noAffixes, unit: singular(text), isWord: true, isCodeLike }
}

/** A multiplier before a unit or a currency, as in `1.2 Mio. €`, `1.2M€` and `1.2 TEUR`. */
function powerOf(word: string, rest: string, text: string): Affixes | null {
  const currency = currencyNamed(rest)
  const touches = !/\s/.test(text)
  const power =
    (currency === undefined ? undefined : powerBefore(word, currency, touches)) ?? powerNamed(word)
  if (power === undefined) return null
  const unit = currency ?? (text.includes(' ') ? unitNamed(rest) : undefined)
  if (unit === undefined) return null
  return { ...multiplied(word, power), unit, isCurrency: currency !== undefined, isSurePower: true }
}

function multiplied(word: string, power: number): Affixes {
  return { ...noAffixes, multiplier: word, power, isSurePower: word.length > 2 }
}

/** A word without the s of a plural, so that 1 room and 2 rooms have the same unit. */
function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/**
 * Flags that offices of statistics write behind a number (Eurostat, OECD, Destatis): b break in the series, c
 * confidential, d other definition, e estimated, f forecast, n not significant, p provisional, r revised, s
 * estimate of Eurostat, u unreliable, z not applicable. One or two letters.
 */
const letters = /^[bcdefnprsuz]{1,2}$/
/** Signs of a footnote, of significance, or of a value far from the usual ones. */
const sign = /^(?:\*{1,3}|[†‡§¶]{1,2}|--|\+\+)$/
/** Notes in brackets, as Wikipedia has them: `[1]`, `[a]`, `[note 2]`. */
const note = /^(?:\s?\[(?:note )?(?:\d{1,3}|[a-z])\])+$/

/** How such signs and notes end. */
const ends = '*†‡§¶]-+'

/** Whether what stands behind a number may be a flag or the sign of a footnote. */
export function isFlag(text: string): boolean {
  return letters.test(text) || sign.test(text)
}

/** The sign that stands for a footnote behind a number; `null` for any other text. */
export function footnoteOf(after: string): string | null {
  if (!ends.includes(after.at(-1) ?? ' ')) return null
  if (note.test(after)) return '*'
  const text = after.trim()
  return sign.test(text) ? text : null
}

/**
 * Whether numbers have flags or signs of footnotes, and for certain: letters behind some of the numbers are
 * no units, and not those of houses (`12 b`). `null` if they are something else. `cells`: those with an affix.
 */
export function flagsAmong(
  units: ReadonlyMap<string, number>,
  cells: number,
  areMany: boolean,
  areMeasures: boolean,
): 'sure' | 'unsure' | null {
  const flags = [...units.keys()].filter((unit) => unit !== '')
  if (flags.length === 0 || !flags.every(isFlag)) return null
  if (flags.some((flag) => footnoteOf(flag) !== null)) return areMany ? 'sure' : 'unsure'
  const bare = units.get('') ?? 0
  const areUnits = bare === 0 || flags.every((flag) => unitNamed(flag) !== undefined)
  return !areUnits && areMany && bare * 4 >= cells && areMeasures ? 'sure' : null
}
