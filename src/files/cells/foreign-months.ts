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

/** The language that words are months of, as the stems of its months; `null` if they are of none. */
export function monthStems(words: ReadonlySet<string>): readonly string[] | null {
  // Where all are months that are read, the days do not exist.
  if (words.size < 2 || [...words].every((word) => monthOf(plainLetters(word)) !== undefined)) return null
  const areOf = (stems: readonly string[]) =>
    [...words].every((word) => stems.some((stem) => word.startsWith(stem)))
  return languages.find(areOf) ?? null
}
