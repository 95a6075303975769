import { groupsBy } from '#files/cells'
import type { Spelling } from '#files/cells'
import { isRoman, mostFrequent, pairsOf } from './similar-pairs.ts'
import type { SimilarLevels, SimilarPairs, SpelledLevels } from './similar-pairs.ts'

/* Levels of which one is a short form of a name: cut off, by its first letters, without a title or the form of a firm. */

/** Among more levels a word that begins like another may be another. */
const [mostLevels, mostWords] = [100, 30]
/** So many letters are left out at least: `Posit.` is a slip of `Posita`, and `Low` no abbreviation of `Lowest`. */
const [fewestCut, fewestCutOfWord] = [2, 4]
/** Of so many letters is a word that shows that two names are one. */
const fewestShared = 3
/** Beside more codes of capitals one more is a code too. */
const mostCodes = 2
/** A letter O for a zero, or a zero for an O, is at most so frequent, beside the right form. */
const rareZero = 1 / 2

/** A level with the words of its name. */
interface Name extends Spelling {
  /** Without capitals and accents; a full stop at the end of a word stays. */
  readonly words: readonly string[]
}

/** Levels that are short for one other level. A query merges no frequent level into a rarer one by itself. */
export function shortForms({ counted, spellings }: SpelledLevels): SimilarPairs {
  if (counted.length > mostLevels) return { likely: [], unsure: [] }
  const names = spellings.map((one) => ({ ...one, words: wordsOf(one) }))
  const areWordsFew = counted.length <= mostWords
  const pairsBy = (isShort: (short: Name, long: Name) => boolean) =>
    names.flatMap((short, i): readonly SimilarLevels[] => {
      const longer = names.flatMap((long, j) => (j !== i && isShort(short, long) ? [j] : []))
      // Beside several names nobody knows which one it is.
      if (new Set(longer.map((j) => names[j].folded)).size !== 1) return []
      return [{ from: counted[i], to: mostFrequent(longer.map((j) => counted[j])) }]
    })
  const pairsByKey = (keyOf: (name: Name) => string) => {
    const groups = groupsBy(names.map((name, i) => keyOf(name) || `#${i}`))
    return pairsOf(
      groups.filter((group) => new Set(group.map((i) => names[i].folded)).size === 2),
      counted,
    )
  }
  const likely = [
    ...pairsBy((short, long) => isCutName(short, long) || (areWordsFew && isCutWord(short, long))),
    ...pairsByKey(doctorOf),
    ...pairsByKey(withZeros).filter(({ from, to }) => from.rows <= rareZero * to.rows),
  ]
  const isRarer = ({ from, to }: SimilarLevels) => from.rows <= to.rows
  return {
    likely: likely.filter(isRarer),
    unsure: [
      ...likely.filter((pair) => !isRarer(pair)),
      ...(names.filter(isCode).length > mostCodes ? [] : pairsBy(isByInitials)),
      ...pairsBy(isWithoutTitle),
      ...pairsBy(names.filter(isFirm).length > 1 ? isWithoutForm : isWithoutDomain),
      ...(areWordsFew ? pairsBy(isCutSilently) : []),
    ],
  }
}

function wordsOf({ plain, folded }: Spelling): readonly string[] {
  // Folding takes the last full stop away, with which a word is cut off.
  const end = plain.endsWith('.') && !folded.endsWith('.') ? '.' : ''
  return `${folded}${end}`.split(' ')
}

/** Whether words of a name are cut off with a full stop, as in `Cab. Franc`, and others are alike. */
function isCutName({ words }: Name, { words: others }: Name): boolean {
  if (words.length !== others.length || words.length === 1) return false
  const areShared = words.map((word, i) => word === others[i])
  const isNamed = words.some((word, i) => areShared[i] && lettersOf(word) >= fewestShared)
  const isOther = areShared.includes(false)
  return isNamed && isOther && words.every((word, i) => areShared[i] || isCut(word, others[i]))
}

/** Whether a word is cut off with a full stop: `Pos.` of `Positive`. */
function isCutWord({ words }: Name, { words: others }: Name): boolean {
  return words.length === 1 && others.length === 1 && isCut(words[0], others[0])
}

/** Whether a word with a full stop begins another one, which is no title. */
function isCut(word: string, other: string): boolean {
  const letters = /^(\p{L}{2,})\.$/u.exec(word)?.[1]
  if (letters === undefined || isRoman(letters) || titles.has(letters) || !/^\p{L}+$/u.test(other))
    return false
  return other.length >= letters.length + fewestCut && other.startsWith(letters)
}

function lettersOf(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0
}

/** Titles by what they are: those of men and of women are of two persons. */
const titles: ReadonlyMap<string, string> = new Map([
  ...['dr', 'dott', 'doctor', 'doktor', 'docteur', 'dottore'].map((word) => [word, 'doctor'] as const),
  ...['dra', 'dottssa', 'dott.ssa', 'dottoressa'].map((word) => [word, 'female doctor'] as const),
  ['prof', 'professor'],
])

/** The title before a name, and the name. */
function titled({ words }: Name): { readonly title: string; readonly name: string } | null {
  const title = titles.get(words[0].replace(/\.$/, ''))
  const name = words.slice(1).join(' ')
  return title !== undefined && lettersOf(name) >= fewestShared ? { title, name } : null
}

/** A doctor, however the title is written: `Dott. Greco` and `Dr. Greco`. */
function doctorOf(name: Name): string {
  const found = titled(name)
  return found ? `${found.title} ${found.name}` : ''
}

/** Whether a name stands elsewhere with a title and its full stop: `Dr Pepper` is no person. */
function isWithoutTitle({ words }: Name, long: Name): boolean {
  return long.words[0].endsWith('.') && titled(long)?.name === words.join(' ')
}

/** Whether a level is short and of capitals alone. */
function isCode({ plain }: Name): boolean {
  return /^(?:\p{Lu}\.?){2,5}$/u.test(plain)
}

/** Words that the first letters of a name leave out, and answers, which are no such letters. */
const small = new Set('of and the for de der die das und y e et di del la le les des du da do'.split(' '))
const answers = new Set(['no', 'si', 'ok', 'na', 'nd', 'am', 'pm'])

/** Whether capitals are the first letters of a name: `HR` of `Human Resources`. */
function isByInitials(short: Name, { words }: Name): boolean {
  const letters = short.plain.replaceAll('.', '').toLowerCase()
  if (!isCode(short) || isRoman(letters) || answers.has(letters) || words.length < 2) return false
  const named = words.filter((word) => !small.has(word))
  return [words, named].some(
    (some) =>
      some.every((word) => /^\p{L}{2}/u.test(word)) && some.map(([letter]) => letter).join('') === letters,
  )
}

const domain = /\.(?:com|org|net|de|at|ch|fr|es|it|nl|pt|eu|co\.uk)$/
const form =
  / ?,? (?:gmbh|ag|kg|ohg|ltd|limited|llc|inc|corp|plc|srl|spa|sas|snc|sl|slu|sarl|eurl|bv|nv|oy|lda)$/

function isFirm({ folded }: Name): boolean {
  return form.test(folded)
}

/** Whether the name of a firm stands elsewhere with its form: `Rossi Metalli` and `Rossi Metalli S.r.l.` */
function isWithoutForm(short: Name, long: Name): boolean {
  return (isFirm(long) && long.folded.replace(form, '') === short.folded) || isWithoutDomain(short, long)
}

/** Whether a name stands elsewhere as an address: `Booking` and `Booking.com`. */
function isWithoutDomain({ folded }: Name, { folded: other }: Name): boolean {
  return domain.test(other) && other.replace(domain, '') === folded
}

/**
 * A name in which letters O and zeros are alike: before a sign, as in `O+` and `0+`, or beside a digit and
 * another letter, as in `CO2` and `C02`; `O3` and `03` are two things.
 */
function withZeros({ folded }: Name): string {
  const isLike = /^[o0][-+]$/.test(folded) || (/\d/.test(folded) && /[a-np-z]/.test(folded))
  return isLike && /[o0]/.test(folded) ? folded.replaceAll('o', '0') : ''
}

/** Whether a word without a full stop begins another, or has its first letter and consonants: `Eng`, `Ops`, `Mktg`, `Tfno.` */
function isCutSilently({ words, plain }: Name, { words: others }: Name): boolean {
  if (words.length > 1 || others.length > 1 || !/^\p{L}{3,5}\.?$/u.test(plain)) return false
  const word = words[0].replace(/\.$/, '')
  const [other] = others
  if (!/^\p{L}+$/u.test(other) || other.length < word.length + fewestCutOfWord || isRoman(word)) return false
  const isBeginning = word.length < 5 && (other.startsWith(word) || other.startsWith(word.replace(/s$/, '')))
  return isBeginning || isContraction(word, other)
}

/** Whether a word is made of consonants of another one, in order, or of its first and last letter around them. */
function isContraction(word: string, other: string): boolean {
  const inside = word.at(-1) === other.at(-1) ? word.slice(0, -1) : word
  if (word[0] !== other[0] || /[aeiouy]/.test(inside.slice(1))) return false
  let place = 0
  for (const letter of word) {
    place = other.indexOf(letter, place) + 1
    if (place === 0) return false
  }
  return true
}
