import { captured, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'

/* Texts that are steps in an order, or one number out of two: grades, marks, ratings, floors, odds. */

/** A, A-, B+, and classes of energy such as A++. */
const grade = /^([A-G])(?:\+{1,3}|[-−–])?$/
/** Blood groups have no letter alone beside such with a sign. */
const fewestGrades = 4

/** AA+, BBB, CCC-: what agencies say of debtors. */
const rating = /^(AAA|AA|A|BBB|BB|B|CCC|CC|C|D)[-+−–]?$/
const ratings = ['D', 'C', 'CC', 'CCC', 'B', 'BB', 'BBB', 'A', 'AA', 'AAA']

/** 2+ and 3-: marks of schools; charges and reflexes have such too. */
const mark = /^([1-6])[-+−–]?$/

const ground =
  'eg|erdgeschoss|ground(?: floor)?|gf?|rdc|rez[- ]de[- ]chauss[ée]e|(?:planta )?baja|bajo|pb|piano terra|p\\.? ?t\\.?|parter|r/c'
const cellar =
  'ug|untergeschoss|keller|kg|basement|lower ground|lg|sous-sol|s[óo]tano|seminterrato|interrato|cave'
/** A letter alone may be a flat, or bajo, which is the ground floor. */
const below = String.raw`(?:(?:\d\.? ?)?(?:${cellar})(?: ?\d)?|b\d)`
const ending = String.raw`\.? ?(?:st|nd|rd|th|er|e|[eè]me|[ºª°])?`
const storey = String.raw`(?: ?\.?(?:og|obergeschoss|stock|stockwerk|etage|étage|floor|fl\.?|piso|planta|piano|level|andar))`
/** A floor with its number, which words for it or for an order stand beside. */
const numbered = String.raw`(?:-?\d{1,2}|\d{1,2}${ending}${storey}?|(?:floor|level|piso|planta|piano|étage|etage|stock|andar) -?\d{1,2})`
/** Not a top floor such as DG, which has no number. */
const floor = new RegExp(`^(?:${ground}|${below}|${numbered})$`, 'i')
const areGround = new RegExp(`^(?:${ground})$`, 'i')
const areCellars = new RegExp(`^${below}$`, 'i')
const numberedFloor = new RegExp(`^${numbered}$`, 'i')
const floorName =
  /(?:^|[^\p{L}])(?:floors?|stor(?:e?y|eys|ies)|stockwerk|etage|étage|geschoss|piso|planta|piano|andar)(?:$|[^\p{L}])/iu

/** 5/2, 100-30 and evens, with F for the favourite: what a bookmaker pays for one. */
const odd = /^(?:(\d{1,4})[/-]([1-9]\d{0,2})|(?:evens?|evs?))(?: ?[cj]?f)?$/i
/** Beyond, two numbers may be a pressure of blood, or a season. */
const most = { won: 1000, staked: 40 } as const
const oddsName = /(?:^|[^\p{L}])(?:odds?|b?sp|cote|quota|quote)s?(?:$|[^\p{L}])/iu

/** What odds are said and read as; pairs of numbers are odds where the name says so. */
export const oddsText = {
  code: 'doubtful-numbers',
  start: 'odds, read as categorical',
  end: 'for what is won for 1, with other cells missing, say',
  are: areOdds,
  mayBeMixed: true,
  query: (readers) =>
    numberQuery(readers, (column) => {
      const [a, b] = [1, 2].map((group) => `TRY_CAST(${captured(column, odd, group)} AS DOUBLE)`)
      return whereMatches(column, odd, `coalesce(${a} / ${b}, 1)`)
    }),
} as const satisfies LetteredText

/** Whether a column has odds, by its name and its texts. */
export function areOdds(texts: readonly string[], { name }: ColumnReader): boolean {
  const isOdd = (text: string) => {
    const [, a = 1, b = 1] = odd.exec(text) ?? [null, Infinity]
    return Number(a) <= most.won && Number(b) <= most.staked
  }
  return oddsName.test(name) && texts.length > 1 && texts.every(isOdd)
}

/** Floors, of which words name the ground floor and those below it. */
export const floorsText: LetteredText = {
  code: 'doubtful-numbers',
  start: 'floors of a building, read as categorical',
  end: 'for their numbers, the ground floor 0, with other cells missing, say',
  are: areFloors,
  mayBeMixed: true,
  query: (readers) =>
    numberQuery(readers, (column) => {
      const number = `TRY_CAST(regexp_extract(${column}, '-?[0-9]+') AS DOUBLE)`
      const floors = [
        whereMatches(column, areGround, '0'),
        whereMatches(column, areCellars, `-coalesce(${number}, 1)`),
        whereMatches(column, numberedFloor, number),
      ]
      return `coalesce(${floors.join(', ')})`
    }),
}

/** Texts that are steps in an order. */
export const gradedTexts: readonly LetteredText[] = [
  oddsText,
  {
    code: 'doubtful-numbers',
    start: 'letters with signs that may be grades, read as categorical',
    end: 'for steps in their order, A the highest, with other cells missing, say',
    are: areGrades,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const letter = `ascii(${captured(column, grade)})`
        return whereMatches(column, grade, `4 * (ascii('G') - ${letter}) + ${signsIn(column)}`)
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'letters with signs that may be ratings, read as categorical',
    end: 'for steps in their order, AAA the highest, with other cells missing, say',
    are: (texts) =>
      texts.length >= fewestGrades &&
      texts.every((text) => rating.test(text)) &&
      texts.some((text) => /[A-C]{2}/.test(text)) &&
      texts.some(hasSign),
    query: (readers) =>
      numberQuery(readers, (column) => {
        const list = ratings.map((one) => `'${one}'`).join(', ')
        const place = `list_position([${list}], ${captured(column, rating)})`
        return whereMatches(column, rating, `3 * (${place} - 1) + ${signsIn(column)}`)
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'numbers with a plus or a minus that may be marks of a school, read as categorical',
    end: 'if 1 is the best, for 0.3 less or more, with other cells missing, say',
    are: (texts, { knownTexts }) =>
      texts.length > 1 &&
      texts.every((text) => mark.test(text)) &&
      ['+', '-'].every((sign) => texts.some((text) => text.endsWith(sign))) &&
      knownTexts.some((text) => /^[1-6]$/.test(text?.trim() ?? '')) &&
      knownTexts.every((text) => text === null || mark.test(text.trim())),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const number = `TRY_CAST(${captured(column, mark)} AS DOUBLE)`
        return whereMatches(column, mark, `${number} - 0.3 * ${signsIn(column)}`)
      }),
  },
]

/** How many plus signs a cell has more than minus signs. */
function signsIn(column: string): string {
  const count = (signs: string) => `length(regexp_replace(${column}, '[^${signs}]', '', 'g'))`
  return `(${count('+')} - ${count('−–-')})`
}

function hasSign(text: string): boolean {
  return /[-+−–]$/.test(text)
}

function areGrades(texts: readonly string[]): boolean {
  if (texts.length < fewestGrades || !texts.every((text) => grade.test(text))) return false
  const letters = new Set(texts.map(([letter]) => letter))
  return texts.some(hasSign) && !texts.every(hasSign) && letters.size > 1
}

/**
 * Whether texts are floors, some with a number: a letter alone is one where the name or the other texts say
 * so.
 */
function areFloors(texts: readonly string[], { name, knownTexts }: ColumnReader): boolean {
  if (!texts.every((text) => floor.test(text))) return false
  const all = knownTexts.flatMap((text) => text?.trim() ?? [])
  const areAll = all.every((text) => floor.test(text))
  const haveNumbers = all.some((text) => numberedFloor.test(text))
  const haveWords = all.some((text) => !numberedFloor.test(text))
  const areNamed =
    floorName.test(name) || texts.some((text) => floorName.test(text) || /^\d+\. ?og$/i.test(text))
  return areAll && haveNumbers && haveWords && areNamed
}
