/** Words of one or two letters that answer a question, which capitals do not change. */
const shortWords = new Set(['ja', 'no', 'si', 'da', 'ne', 'on', 'ok'])

const usual = /^[!-,./0-9:-~]+(?: [!-,./0-9:-~]+)*$/
/** A blank beside a sign between words. */
const spaced = / [&+/]|[&+/] /
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
 * of letters, kinds of dashes and apostrophes, blanks around a dash and around `&`, `+` and `/`.
 */
function withoutBlanks(level: string): string {
  if (usual.test(level) && !spaced.test(level)) return level
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
    .replace(/(?<=\S) ?([&+/]) ?(?=\S)/g, '$1')
  return plain === '' ? level : plain
}

/** Such a level without capitals, accents, dashes and underscores between letters, and dots at its end. */
function folded(plain: string): string {
  const unit = /^[\d.,]/.test(plain) ? byCase.exec(plain) : null
  const small = unit
    ? `${plain.slice(0, unit.index)}${keptCase(unit[0])}${plain.slice(unit.index + unit[0].length).toLowerCase()}`
    : plain.toLowerCase()
  if (/^[a-z0-9]*$|^[a-z]+(?: [a-z]+)*$/.test(small)) return small
  return (
    withoutInnerBlanks(small)
      .normalize('NFD')
      // Only accents: й is another letter than и, and the marks of other scripts are vowels.
      .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|(?<=е)\u0308/gu, '')
      .normalize('NFC')
      .replace(/ß/g, 'ss')
      .replace(/(?<=\p{L})[ _-]+(?=\p{L})/gu, ' ')
      // S.r.l. is SRL, and CPX-12 is CPX12; T-1 may be below T1.
      .replace(/(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu, (letters) =>
        letters.replaceAll('.', ''),
      )
      .replace(/(?<=\p{L}{2})-(?=\d)/gu, '')
      .replace(/(?<=[\p{L}\p{N}])\.+$/u, '')
  )
}

/** Bytes and bits, mega and milli differ by their capitals alone: 100 MB and 100 Mb, 5 MW and 5 mW; not 5 mL. */
const byCase = /(?<=^[\d.,]+ ?)(?:[kKMmGgTt]?[bB](?=$|[/ ]|ps)|[Mm]\p{L}{0,2}$)/u
function keptCase(unit: string): string {
  return /b$/i.test(unit) ? unit : unit[0] + unit.slice(1).toLowerCase()
}

/**
 * A level without blanks between a number and letters beside it: `1 kg` is `1kg`, `3e B` is `3eB` and
 * `pH 7` is `pH7`. Those between two numbers stay.
 */
function withoutInnerBlanks(level: string): string {
  if (!level.includes(' ') || !/\d/.test(level)) return level
  return level
    .replace(/(?<=\p{L}) (?=\d)|(?<=\d) (?=\p{L})/gu, '')
    .replace(/(?<=^\d{1,2}(?:e|er|[eè]re|[eè]me)) (?=\p{L}$)/u, '')
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
  const sameAs = otherSpellings(spellings)
  // A word may be joined and then respelt.
  const wordOf = (word: string) => {
    const other = sameAs.get(word) ?? word
    return sameAs.get(other) ?? other
  }
  return spellings.map(({ plain, folded, isShort }) =>
    isShort && !(isCareless && /\p{L}/u.test(plain)) ? `=${withoutInnerBlanks(plain)}` : `~${wordOf(folded)}`,
  )
}

/** Shorter words that a blank divides may be others: I II is no III. */
const fewestJoined = 6
const twoLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', æ: 'ae', œ: 'oe', ø: 'oe', å: 'aa' }),
)
const umlaut = /[äöüæœøå]/i

/**
 * The words that levels have in two letters for an umlaut or a ligature, Öko and Oeko, or as one word, Non-fiction
 * and Nonfiction, by the words that other levels have. Only words that the column has: Oko alone is no Öko.
 */
function otherSpellings(spellings: readonly Spelling[]): ReadonlyMap<string, string> {
  const words = spellings.filter(({ isShort }) => !isShort)
  const found = new Map<string, string>()
  const open = words.filter(({ plain, folded }) => folded.includes(' ') || umlaut.test(plain))
  if (open.length === 0) return found
  const known = new Set(words.map((one) => one.folded))
  const add = (from: string, to: string) => {
    if (from !== to && known.has(to)) found.set(from, to)
  }
  for (const one of open) {
    const whole = one.folded.replaceAll(' ', '')
    // Who re-signed has not resigned.
    const isOther = one.folded.startsWith('re ')
    if (!isOther && whole.length >= fewestJoined && /^\p{L}+$/u.test(whole)) add(one.folded, whole)
    if (!umlaut.test(one.plain)) continue
    const written = one.plain.replace(new RegExp(umlaut, 'gi'), (letter) =>
      twoLetters.get(letter.toLowerCase())!,
    )
    add(one.folded, folded(written))
  }
  return found
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
  return groupsOf(keys).filter(({ length }) => length > 1)
}

function groupsOf(keys: readonly string[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>()
  keys.forEach((key, place) => {
    const group = groups.get(key)
    if (group) group.push(place)
    else groups.set(key, [place])
  })
  return [...groups.values()]
}

/**
 * What each level becomes that is a rarer spelling of another: the most frequent one without blanks around it,
 * of equally frequent ones the first; or the `known` one, where other data have had a spelling of it. Levels
 * that stay are left out.
 */
export function mergedSpellings(
  levels: readonly string[],
  counts: ArrayLike<number>,
  known: readonly string[] = [],
): ReadonlyMap<string, string> {
  const keys = spellingKeys([...levels, ...known])
  const targets = new Map<string, string>()
  known.forEach((level, i) => {
    const key = keys[levels.length + i]
    if (!targets.has(key)) targets.set(key, level)
  })
  const merged = new Map<string, string>()
  for (const group of groupsOf(keys.slice(0, levels.length))) {
    const target = targets.get(keys[group[0]])
    if (group.length === 1 && target === undefined) continue
    const to = target ?? commonest(group, levels, counts)
    for (const place of group) if (levels[place] !== to) merged.set(levels[place], to)
  }
  return merged
}

/** The most frequent of some levels, those together that differ by blanks around them, without these. */
export function commonest(
  group: readonly number[],
  levels: readonly string[],
  counts: ArrayLike<number>,
): string {
  const rows = new Map<string, number>()
  for (const place of group) {
    const clean = levels[place].trim().replace(/\s+/g, ' ')
    rows.set(clean, (rows.get(clean) ?? 0) + counts[place])
  }
  return [...rows].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
