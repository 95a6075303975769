import { groupsBy } from '#files/cells'
import type { Spelling } from '#files/cells'
import type { CountedLevel } from './level-texts.ts'
import { shortForms } from './short-forms.ts'
import { isRoman, mostFrequent, onceEach, pairsOf } from './similar-pairs.ts'
import type { SimilarLevels, SimilarPairs, SpelledLevels } from './similar-pairs.ts'

/** Words that mean yes or no, or true or false, in some languages and in programs. */
const yesWords = new Set('1 yes y true t ja j oui si sim da wahr vrai verdadero verdadeiro vero'.split(' '))
const noWords = new Set('0 no n false f nein non não nao nee falsch faux falso'.split(' '))

/** Only words of so many letters are compared: Iran is not Iraq. */
const fewestLetters = 5
/** Among more levels a word that begins like another may be another. */
const mostAbbreviated = 30
/** So many words have no letter beside them, where letters stand for words. */
const mostOthers = 1
/** A slip of the pen is at most so rare, beside the right word. */
const rareShare = 0.1
/** Texts of so many letters seldom lack one of another and are not the same, however often each is written. */
const longText = 12
/** Alleles A and a are about as frequent; of M and m, which mean the same, most people write one. */
const rareShort = 1 / 2

const mostOften = 20

/**
 * Levels that may be one but that no rule should merge: of one or two letters that differ by their capitals,
 * codings of yes and no beside each other, first letters of words, short forms of names, words
 * with one letter too many, too few or another, and words beside their plural.
 */
export function similarLevels(levels: SpelledLevels): SimilarPairs {
  const { answers, unsureAnswers } = answersOfTwoKinds(levels)
  const letters = answers.length > 0 ? [] : initials(levels)
  const short = letters.length > 0 ? [] : shortPairs(levels)
  const forms = shortForms(levels)
  const likely = onceEach([...short, ...answers, ...letters, ...synonyms(levels), ...forms.likely])
  const unsure = [...unsureAnswers, ...slips(levels), ...plurals(levels), ...forms.unsure]
  // What nearly all write is no short form of what one wrote.
  const likelier = unsure.filter(({ from, to }) => from.rows <= mostOften * to.rows)
  return { likely, unsure: onceEach(likelier, likely) }
}

/** Letters beside words, as `f` beside `female`, where each letter begins one of few words. */
function initials({ counted, spellings }: SpelledLevels): readonly SimilarLevels[] {
  const words = spellings.map(({ folded }) => folded)
  const single = [...words.keys()].filter((i) => /^\p{L}$/u.test(words[i]))
  const ofTwo = single.filter((i) => !besideThem.has(words[i]))
  // Another sex may have no word.
  const letters = ofTwo.length > 1 ? ofTwo : single
  if (letters.length === 0 || counted.length > mostAbbreviated) return []
  const pairs = letters.flatMap((i) => {
    const begins = words.flatMap((word, j) => (isWordFrom(word, words[i]) ? [j] : []))
    if (new Set(begins.map((j) => words[j])).size !== 1) return []
    return [{ from: counted[i], to: mostFrequent(begins.map((j) => counted[j])) }]
  })
  // C, R and D beside Cobol, Ruby, Delphi, Python and Java are languages of their own.
  const others = words.filter(
    (word) => !/^\p{L}$/u.test(word) && !letters.some((i) => isWordFrom(word, words[i])),
  )
  return pairs.length === letters.length && new Set(others).size <= mostOthers ? pairs : []
}

/** Whether a level is a word that a letter begins: III, AAA and DNA are names that letters make. */
function isWordFrom(word: string, letter: string): boolean {
  const isWord = /^\p{L}{3,}$/u.test(word) && new Set(word).size > 1
  const hasVowel = !/^[a-z]+$/.test(word) || /[aeiouy]/.test(word.slice(1))
  return isWord && hasVowel && word.startsWith(letter) && !isRoman(word)
}

/** Words that say the same of a patient, without accents. */
const sameWords = [
  'dead deceased died',
  'alive living',
  'muerto fallecido exitus',
  'muerta fallecida',
  'mort decede',
  'morte decedee',
  'tot verstorben gestorben',
  'morto deceduto',
  'morta deceduta',
].map((line) => line.split(' '))
const wordFor = new Map(
  sameWords.flatMap(([first, ...others]) => [first, ...others].map((word) => [word, first])),
)

/** Two words for the same: dead and deceased. */
function synonyms({ counted, spellings }: SpelledLevels): readonly SimilarLevels[] {
  const keys = spellings.map(({ folded }, i) => wordFor.get(folded) ?? `#${i}`)
  return pairsOf(groupsBy(keys), counted)
}

/** Letters for the two sexes, for yes and no, and for true and false, which people write in capitals or not. */
const lettersOfTwo = ['mf', 'mw', 'hm', 'hf', 'gf', 'yn', 'jn', 'on', 'sn', 'tf', 'vf', 'mv', 'hvm'].map(
  (two) => [...two],
)
/** Letters for another sex, or for none known. */
const besideThem = new Set('dux')

/**
 * Levels of one or two letters that differ by their capitals, where no longer levels do: one of each is rare, all
 * stand for the sexes or an answer, or others have one form alone, while alleles A and a, B and b have both.
 */
function shortPairs({ counted, spellings, groups }: SpelledLevels): readonly SimilarLevels[] {
  const merged = new Set(groups.flat())
  const isShortWord = ({ isShort, plain }: Spelling) => isShort && /\p{L}/u.test(plain)
  const keys = spellings.map((one, i) => (isShortWord(one) && !merged.has(i) ? one.folded : `#${i}`))
  const pairs = pairsOf(groupsBy(keys), counted)
  const letters = spellings.filter(isShortWord).map(({ folded }) => folded)
  const areAnswers = lettersOfTwo.some(
    (two) =>
      two.every((letter) => letters.includes(letter)) &&
      letters.every((letter) => two.includes(letter) || besideThem.has(letter)),
  )
  const areCareless = areAnswers || haveOddCase(spellings.filter(isShortWord))
  return pairs.filter(({ from, to }) => areCareless || from.rows <= rareShort * to.rows)
}

/** Whether a code with a digit, as 1a, stands in both forms, and another in one. */
function haveOddCase(spellings: readonly Spelling[]): boolean {
  const codes = spellings.filter(({ plain }) => /^\d\p{L}$/u.test(plain))
  const forms = new Map<string, number>()
  for (const { folded } of codes) forms.set(folded, (forms.get(folded) ?? 0) + 1)
  const counts = [...forms.values()]
  return codes.length === spellings.length && counts.includes(1) && counts.some((count) => count > 1)
}

/** Yes or no in more than one coding: 1 and yes. A 0 without a 1, beside yes and no, may be no answer. */
function answersOfTwoKinds({ counted, spellings }: SpelledLevels): {
  readonly answers: readonly SimilarLevels[]
  readonly unsureAnswers: readonly SimilarLevels[]
} {
  const words = spellings.map(({ folded }) => folded)
  const wordOf = new Map(counted.map((one, i) => [one, words[i]]))
  const isAnswer = words.every((word) => yesWords.has(word) || noWords.has(word))
  if (!isAnswer || new Set(words).size < 3) return { answers: [], unsureAnswers: [] }
  const pairs = pairsOf(groupsBy(words.map((word) => (yesWords.has(word) ? 'yes' : 'no'))), counted).filter(
    ({ from, to }) => wordOf.get(from) !== wordOf.get(to),
  )
  const areDigits = words.includes('0') === words.includes('1')
  return areDigits ? { answers: pairs, unsureAnswers: [] } : { answers: [], unsureAnswers: pairs }
}

/** Words that differ by one letter from another: rare ones from a frequent one, and long ones. */
function slips(levels: SpelledLevels): readonly SimilarLevels[] {
  const most = levels.counted.reduce((most, { rows }) => Math.max(most, rows), 0)
  const words = wordsOf(levels)
  const tried = words.filter(({ word, rows }) => rows <= rareShare * most || word.length >= longText)
  const byRest = new Map(
    tried.flatMap(({ word }) => restsOf(word).map((rest) => [rest, [] as CountedWord[]])),
  )
  for (const one of words) for (const rest of restsOf(one.word)) byRest.get(rest)?.push(one)
  return tried.flatMap((one) => {
    const near = restsOf(one.word)
      .flatMap((rest) => byRest.get(rest)!)
      .filter((other) => isRarer(one, other) && isSlip(one.word, other.word))
    if (near.length === 0) return []
    const to = near.reduce((most, other) => (other.rows > most.rows ? other : most))
    return [{ from: one, to }]
  })
}

/**
 * Whether a word is so much rarer than another that it may be that one misspelt. Of long texts it may be as frequent if a
 * letter is missing, while another letter may make another thing, as nitrite of nitrate; the first of two that are as
 * frequent is.
 */
function isRarer(one: CountedWord, other: CountedWord): boolean {
  const isLong = one.word.length >= longText && one.word.length !== other.word.length
  if (!isLong) return one.rows <= rareShare * other.rows
  return one.rows < other.rows || (one.rows === other.rows && one.word < other.word)
}

interface CountedWord extends CountedLevel {
  /** Without capitals, accents and the like. */
  readonly word: string
}

/**
 * The spellings of each word together, by the most frequent one; only of letters, and neither short nor long.
 */
function wordsOf(
  { counted, spellings }: SpelledLevels,
  fewest: number = fewestLetters,
): readonly CountedWord[] {
  const words = new Map<string, CountedWord>()
  for (const [i, { level, rows }] of counted.entries()) {
    const { folded: word } = spellings[i]
    if (word.length < fewest || word.length > 60 || /\p{N}/u.test(word)) continue
    const other = words.get(word)
    const isMost = other === undefined || rows > other.rows
    words.set(word, { word, level: isMost ? level : other.level, rows: rows + (other?.rows ?? 0) })
  }
  return [...words.values()]
}

/** Endings of plurals in English, German, French and Spanish. */
const pluralEndings = ['s', 'es', 'n', 'en', 'x']
/** What an ending stands behind: four letters and more, or as in box. */
const singular = /^(?:\p{L}{4,}|\p{L}{2,}(?:x|ch|sh))$/u
const fewestOfPlural = 3
/** Of more levels, articles or boxes, no more are plurals. */
const [fewLevels, mostPlurals] = [30, 5]

/** Words beside their plural, as Semmel and Semmeln: few of many levels, since class and classes may be two things. */
function plurals(levels: SpelledLevels): readonly SimilarLevels[] {
  const words = wordsOf(levels, fewestOfPlural)
  const byWord = new Map(words.map((one) => [one.word, one]))
  const found = words.flatMap((one) => {
    const single = singularsOf(one.word)
      .map((word) => byWord.get(word))
      .find((other) => other !== undefined)
    if (!single) return []
    return [single.rows < one.rows ? { from: single, to: one } : { from: one, to: single }]
  })
  return levels.counted.length <= fewLevels || found.length <= mostPlurals ? found : []
}

/** The words of which one may be the plural, as city of cities. */
function singularsOf(word: string): readonly string[] {
  const stems = pluralEndings
    .filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, -ending.length))
  return [
    ...stems.filter((stem) => singular.test(stem)),
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ]
}

/** A word, and what remains of it without one of its letters: words that share one differ by a letter. */
function restsOf(word: string): readonly string[] {
  const rests = Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i + 1) + word.slice(i + 2))
  return [word, ...new Set(rests)]
}

/**
 * Whether two words differ by a letter that is a slip rather than another word: inside a word of five letters
 * and more, neither its first letter (typical and atypical) nor a vowel at its end (Latino and Latina).
 */
function isSlip(one: string, other: string): boolean {
  if (one === other) return false
  const length = Math.min(one.length, other.length)
  let start = 0
  while (start < length && one[start] === other[start]) start++
  let end = 0
  while (end < length - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  if (one.length - start - end > 1 || other.length - start - end > 1) return false
  const places = [one, other].map((word) => wordAt(word, start))
  if (places.some(({ from, word }) => from >= start || lettersOf(word) < fewestLetters)) return false
  if (places.every(({ word }) => isRoman(word))) return false
  return !places.every(({ from, word }) => /[aeiouy]s?$/.test(word) && from + word.search(/.s?$/) === start)
}

/** The word around a place. */
function wordAt(text: string, place: number): { readonly from: number; readonly word: string } {
  const from = text.slice(0, place).search(/[\p{L}']*$/u)
  return { from, word: /^[\p{L}']*/u.exec(text.slice(from))![0] }
}

function lettersOf(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0
}
