/** Words of one or two letters that answer a question, which capitals do not change. */
const shortWords = new Set(['ja', 'no', 'si', 'da', 'ne', 'on', 'ok'])

const usual = /^[!-,./0-9:-~]+(?: [!-,./0-9:-~]+)*$/
const signs = /[\p{L}\p{N}]/gu

/** A level with what it has in common with other spellings of it. */
export interface Spelling {
  readonly level: string
  /** Without blanks and the like. */
  readonly plain: string
  /** Without capitals, accents and the like too. */
  readonly folded: string
  /**
   * One or two letters and digits, of which capitals may be another thing: alleles A and a, mW and MW, blood
   * groups. Without any letter it is a number or a sign.
   */
  readonly isShort: boolean
}

/** What a level has in common with other spellings of it. */
export function spellingOf(level: string): Spelling {
  const plain = withoutBlanks(level)
  const word = folded(plain)
  const isWord = /\p{L}/u.test(plain) && (plain.match(signs)!.length > 2 || shortWords.has(word))
  return { level, plain, folded: word, isShort: !isWord }
}

/**
 * A level without what nobody sees or means: blanks at the ends and runs of them, invisible marks, wide forms
 * of letters, kinds of dashes and apostrophes, blanks around a dash.
 */
function withoutBlanks(level: string): string {
  if (usual.test(level)) return level
  const plain = level
    .normalize('NFC')
    // Compatibility forms of letters only: that of 10² is 102.
    .replace(/[\ufb00-\ufb06\uff01-\uff5e]/g, (form) => form.normalize('NFKC'))
    .replace(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\S) ?- ?(?=\S)/g, '-')
  return plain === '' ? level : plain
}

/** Such a level without capitals, accents, dashes and underscores between letters, and dots at its end. */
function folded(plain: string): string {
  const small = plain.toLowerCase()
  if (/^[a-z0-9]*$/.test(small)) return small
  return (
    small
      .normalize('NFD')
      // Only accents: й is another letter than и, and the marks of other scripts are vowels.
      .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|(?<=е)\u0308/gu, '')
      .normalize('NFC')
      .replace(/ß/g, 'ss')
      .replace(/(?<=\p{L})[ _-]+(?=\p{L})/gu, ' ')
      .replace(/(?<=[\p{L}\p{N}])\.+$/u, '')
  )
}

/**
 * The key of each level, which all spellings of it share. Levels of one or two letters differ by their
 * capitals, unless other levels of the column show that capitals mean nothing there: `M` and `m` beside
 * `Male` and `male`, `BB` and `bb` beside `HB` and `hb`.
 */
export function spellingKeys(
  levels: readonly string[],
  spellings: readonly Spelling[] = levels.map(spellingOf),
): readonly string[] {
  const first = new Map<string, string>()
  const isCareless =
    spellings.some(({ plain, folded, isShort }) => {
      if (isShort) return false
      const other = first.get(folded)
      if (other === undefined) first.set(folded, plain)
      return other !== undefined && other !== plain
    }) || haveBothCases(spellings)
  return spellings.map(({ plain, folded, isShort }) =>
    isShort && !(isCareless && /\p{L}/u.test(plain)) ? `=${plain}` : `~${folded}`,
  )
}

/**
 * Whether codes of two letters stand in capitals and in small letters, BB and bb, HB and hb, and none as Bb; AA and
 * aa, BB and bb may be alleles.
 */
function haveBothCases(spellings: readonly Spelling[]): boolean {
  const codes = spellings.map(({ plain }) => plain).filter((plain) => /^\p{L}{2}$/u.test(plain))
  const both = codes.filter((code) => /\p{Ll}/u.test(code) && codes.includes(code.toUpperCase()))
  return both.length > 1 && both.some(([a, b]) => a !== b) && !/\p{Lu}\p{Ll}/u.test(codes.join(' '))
}

/** The places of levels that are spellings of one, in order; only groups of two and more. */
export function spellingGroups(
  levels: readonly string[],
  spellings?: readonly Spelling[],
): readonly (readonly number[])[] {
  return groupsBy(spellingKeys(levels, spellings))
}

/** The places of equal keys, in order of appearance; only groups of two and more. */
export function groupsBy(keys: readonly string[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>()
  keys.forEach((key, place) => {
    const group = groups.get(key)
    if (group) group.push(place)
    else groups.set(key, [place])
  })
  return [...groups.values()].filter(({ length }) => length > 1)
}

/**
 * What each level becomes that is a rarer spelling of another: the most frequent one, of equally frequent
 * ones the first; or the `known` one, where other data have had a spelling of it. Levels that stay are left
 * out.
 */
export function mergedSpellings(
  levels: readonly string[],
  counts: ArrayLike<number>,
  known: readonly string[] = [],
): ReadonlyMap<string, string> {
  const merged = new Map<string, string>()
  const keys = spellingKeys([...levels, ...known])
  const targets = new Map<string, string>()
  known.forEach((level, i) => {
    const key = keys[levels.length + i]
    if (!targets.has(key)) targets.set(key, level)
  })
  const most = new Map<string, number>()
  levels.forEach((_, i) => {
    const other = most.get(keys[i])
    if (other === undefined || counts[i] > counts[other]) most.set(keys[i], i)
  })
  levels.forEach((level, i) => {
    const to = targets.get(keys[i]) ?? levels[most.get(keys[i])!]
    if (to !== level) merged.set(level, to)
  })
  return merged
}
