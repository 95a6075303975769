import { monthOf, plainLetters } from './month-names.ts'

/** How the names of the months begin, from January on, in languages whose dates are recognised but not read. */
const languages = [
  'янв фев мар апр ма июн июл авг сен окт ноя дек', // Russian
  'січ лют бер кві тра чер лип сер вер жов лис гру', // Ukrainian
  'яну фев мар апр ма юни юли авг сеп окт ное дек', // Bulgarian
  'ιαν φεβ μαρ απρ μα ιουν ιουλ αυγ σεπ οκτ νοε δεκ', // Greek
  'oca şub mar nis may haz tem ağu eyl eki kas ara', // Turkish
  'ian feb mar apr mai iun iul aug sep oct no dec', // Romanian
  'jan feb mar apr ma jun jul aug sep okt nov de', // Swedish, Danish, Norwegian
  'jan feb mar apr mei jun jul agu sep okt nov des', // Indonesian
  'tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu', // Finnish
  'led úno bře dub kvě červn červenc srp zář říj lis pro', // Czech
  'jan feb már ápr máj jún júl aug szept okt nov dec', // Hungarian
].map((stems) => stems.split(' '))

/** The same in languages whose dates are read. */
const readLanguages = [
  'jan feb mar apr may jun jul aug sep oct nov dec', // English
  'jan feb mär apr mai jun jul aug sep okt nov dez', // German
  'jän feb mär apr mai jun jul aug sep okt nov dez', // Austrian
  'ene feb mar abr may jun jul ago se oct nov dic', // Spanish
  'janv fév mars avr mai juin juil aoû sep oct nov déc', // French
  'gen feb mar apr mag giu lug ago set ott nov dic', // Italian
  'jan fev mar abr mai jun jul ago set out nov dez', // Portuguese
  'jan feb maart apr mei jun jul aug sep okt nov dec', // Dutch
].map((stems) => stems.split(' '))

/** Fewer words may be others that begin like months. */
const fewestForeign = 3

/**
 * The language that words of days without a year are months of, as the stems of its months;
 * `null` if they are of none.
 */
export function stemsOfDays(words: ReadonlySet<string>): readonly string[] | null {
  if (words.size < 2) return null
  const areRead = [...words].every((word) => monthOf(plainLetters(word)) !== undefined)
  if (!areRead && words.size < fewestForeign) return null
  return areRead ? (readLanguages.find((stems) => areOf(stems, words)) ?? null) : monthStems(words)
}

function areOf(stems: readonly string[], words: ReadonlySet<string>): boolean {
  return [...words].every((word) => stems.some((stem) => word.startsWith(stem)))
}

/** The language that words are months of, as the stems of its months; `null` if they are of none. */
export function monthStems(words: ReadonlySet<string>): readonly string[] | null {
  // Where all are months that are read, the days do not exist.
  if (words.size < 2 || [...words].every((word) => monthOf(plainLetters(word)) !== undefined)) return null
  return languages.find((stems) => areOf(stems, words)) ?? null
}
