import { groupsBy } from '#files/cells'
import type { Spelling } from '#files/cells'
import { isRoman, mostFrequent, pairsOf } from './similar-pairs.ts'
import type { SimilarLevels, SimilarPairs, SpelledLevels } from './similar-pairs.ts'

/* Levels of which one is a shorter or another form of a name: cut off, by its first letters, with a title. */

/** Among more levels a word that begins like another may be another. */
const [mostLevels, mostWords] = [100, 30]
/** So many letters are left out at least: `Posit.` is a slip of `Posita`, and `Low` no abbreviation of `Lowest`. */
const [fewestCut, fewestCutOfWord] = [2, 4]

/** Words that the first letters of a name leave out. */
const small = new Set('of and the for de der die das und y e et di del la le les des du da do'.split(' '))

/** A level with the words of its name. */
interface Name extends Spelling {
  /** Without capitals and accents; a full stop at the end of a word stays. */
  readonly words: readonly string[]
}

/** Levels that are short for one other level. `unsure`: a person looks at each. */
export function shortForms({ counted, spellings }: SpelledLevels): SimilarPairs {
  if (counted.length > mostLevels) return { likely: [], unsure: [] }
  const names = spellings.map((one) => ({ ...one, words: wordsOf(one) }))
  const pairsBy = (isShort: (short: Name, long: Name) => boolean) =>
    names.flatMap((short, i): readonly SimilarLevels[] => {
      const longer = names.flatMap((long, j) => (j !== i && isShort(short, long) ? [j] : []))
      // Beside several names nobody knows which one it is.
      if (new Set(longer.map((j) => names[j].folded)).size !== 1) return []
      return [{ from: counted[i], to: mostFrequent(longer.map((j) => counted[j])) }]
    })
  const formsBy = (keyOf: (name: Name) => string) => {
    const groups = groupsBy(names.map((name, i) => keyOf(name) || `#${i}`))
    const areTwo = (group: readonly number[]) => new Set(group.map((i) => names[i].folded)).size === 2
    return pairsOf(groups.filter(areTwo), counted)
  }
  const likely = [
    ...pairsBy(isCutOff),
    ...pairsBy(isByInitials),
    ...formsBy(withoutTitle),
    ...formsBy(withoutLegalForm),
    ...formsBy(withZeros),
  ]
  const unsure = counted.length > mostWords ? [] : pairsBy(isWithoutEnd)
  return { likely, unsure }
}

function wordsOf({ plain, folded }: Spelling): readonly string[] {
  // Folding takes the last full stop away, with which a word is cut off.
  const end = plain.endsWith('.') && !folded.endsWith('.') ? '.' : ''
  return `${folded}${end}`.split(' ')
}

/** Whether words of a name are cut off with a full stop, as in `Pos.`, `Cab. Franc` and `Tfno.`; the others are alike. */
function isCutOff({ words, plain }: Name, { words: others }: Name): boolean {
  if (!plain.includes('.') || words.length !== others.length || isRoman(words[0].replace('.', '')))
    return false
  let cut = 0
  for (const [i, word] of words.entries()) {
    if (word === others[i]) continue
    if (!isShortFor(word, others[i])) return false
    cut++
  }
  return cut > 0 && (cut < words.length || words.every((word) => word.length > 2))
}

/** Whether a word is the beginning of another, or its first and last letter and some between: `Dr.`, `Tfno.` */
function isShortFor(word: string, other: string): boolean {
  const letters = /^(\p{L}+)\.$/u.exec(word)?.[1]
  if (letters === undefined || !/^\p{L}+$/u.test(other)) return false
  if (other.length < letters.length + fewestCut) return false
  return other.startsWith(letters) || (letters.at(-1) === other.at(-1) && isContraction(letters, other))
}

/** Whether a word has its letters in another one, the first at its start. */
function isContraction(letters: string, word: string): boolean {
  if (letters[0] !== word[0]) return false
  let place = 0
  for (const letter of letters) {
    place = word.indexOf(letter, place) + 1
    if (place === 0) return false
  }
  return true
}

/** Whether capitals are the first letters of a name: `HR` of `Human Resources`. */
function isByInitials({ plain }: Name, { words }: Name): boolean {
  const letters = plain.replaceAll('.', '')
  if (!/^\p{Lu}{2,5}$/u.test(letters) || words.length < 2) return false
  const named = words.filter((word) => !small.has(word))
  return [words, named].some(
    (some) =>
      some.every((word) => /^\p{L}{2}/u.test(word)) &&
      some.map(([letter]) => letter).join('') === letters.toLowerCase(),
  )
}

const title = /^(?:prof|professor|dr|dra|doc|doctor|doktor|docteur|dottore|dott|dott\.?ssa|med)\.? /
/** A name without the title of a doctor: `Dott. Greco` and `Dr. Greco`. */
function withoutTitle({ words }: Name): string {
  const name = words.join(' ')
  const rest = name.replace(title, '').replace(title, '')
  return /\p{L}{3}/u.test(rest) ? rest : ''
}

const legalForm =
  /(?: ?,? (?:gmbh|ag|kg|ohg|se|ltd|limited|llc|inc|corp|plc|co|srl|spa|sas|snc|sa|sl|slu|sarl|sarlu|eurl|bv|nv|ab|oy|as|lda)|\.(?:com|org|net|de|at|ch|fr|es|it|nl|pt|eu|co\.uk))$/
/** A name without the form of a company or the end of an address: `Booking.com` and `Booking`. */
function withoutLegalForm({ folded }: Name): string {
  const rest = folded.replace(legalForm, '')
  return /\p{L}{3}/u.test(rest) ? rest : ''
}

/** A name in which letters O and zeros are alike, if it has one beside a digit or a sign: `O+` and `0+`, `CO2` and `C02`. */
function withZeros({ folded }: Name): string {
  return /\d|[-+]$/.test(folded) && /[o0]/.test(folded) ? folded.replaceAll('o', '0') : ''
}

/** Whether a word without a full stop begins another, or has its consonants: `Eng`, `Ops`, `Mktg`. */
function isWithoutEnd({ words, plain }: Name, { words: others }: Name): boolean {
  if (words.length > 1 || others.length > 1 || !/^\p{L}{3,5}$/u.test(plain)) return false
  const [[word], [other]] = [words, others]
  if (!/^\p{L}+$/u.test(other) || other.length < word.length + fewestCutOfWord) return false
  const isBeginning = word.length < 5 && (other.startsWith(word) || other.startsWith(word.replace(/s$/, '')))
  return !isRoman(word) && (isBeginning || (!/[aeiouy]/.test(word) && isContraction(word, other)))
}
