import { firstFew, queryColumn, queryWarning, queryValue, replacingQuery } from '#core'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5
/** A column of more different texts is looked at in its first ones. */
const mostTexts = 5000
/** A query replaces at most so many entities. */
const mostReplaced = 40

const entity = /&(?:#(\d{2,5})|([a-z]{2,6}\d{0,2}));/gi

/** The names of the characters from 160 on, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const firstOfLatin = 160
const characters = new Map([
  ...latin.split(' ').map((name, i) => [name, String.fromCharCode(firstOfLatin + i)] as const),
  ...Object.entries({ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', ndash: '–' }),
])

/** The warning about levels with entities of HTML, such as `M&uuml;ller`, with the query that decodes them. */
export function entityWarnings(readers: readonly ColumnReader[]): Warning[] {
  const found = new Map<string, string>()
  const shown = readers.flatMap((reader) => {
    if (!reader.isOfTexts || reader.isNumeric) return []
    const texts = reader.knownTexts.slice(0, mostTexts).filter((text) => text?.includes('&'))
    const first = texts.find((text) => text !== null && addEntities(text, found))
    for (const text of texts) addEntities(text!, found)
    return first ? [{ name: reader.name, first }] : []
  })
  if (shown.length === 0 || found.size > mostReplaced) return []
  // What an ampersand was made of is decoded last.
  const replaced = [...found].sort(([, a], [, b]) => Number(a === '&') - Number(b === '&'))
  const values = shown.map(({ name }) => {
    const decoded = replaced.reduce(
      (text, [written, character]) => `replace(${text}, ${queryValue(written)}, ${queryValue(character)})`,
      queryColumn(name),
    )
    return [name, decoded]
  })
  const query = replacingQuery(Object.fromEntries(values) as Record<string, string>)
  const columns = firstFew(
    shown.map(({ name, first }) => `${name} (${first})`),
    mostNamed,
  )
  const why = `levels with characters as HTML writes them: ${columns}`
  const names = shown.map(({ name }) => name)
  return [queryWarning({ code: 'similar-levels', columns: names, why, query }, 'for the characters say')]
}

/** Adds the entities of a text with their characters; says whether there are some. */
function addEntities(text: string, found: Map<string, string>): boolean {
  let hasSome = false
  for (const [written, code, name] of text.matchAll(entity) as Iterable<(string | undefined)[]>) {
    const character = code === undefined ? characters.get(name!) : String.fromCharCode(Number(code))
    if (character === undefined) continue
    found.set(written!, character)
    hasSome = true
  }
  return hasSome
}
