import { gzipSync } from 'node:zlib'
import { writeFileSync } from 'node:fs'
import { tableFromCsv } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

/** The bytes of a text in an encoding, by trying all bytes; characters that it has not become `?`. */
function bytesIn(encoding: string, text: string): Uint8Array {
  const letters = dos[encoding] ?? new TextDecoder(encoding).decode(Uint8Array.from(high))
  const marks = encoding === 'windows-1252' ? '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ' : ''
  const all = marks + letters.slice(marks.length)
  return Uint8Array.from(text, (letter) =>
    letter < '\x80' ? letter.charCodeAt(0) : all.includes(letter) ? 0x80 + all.indexOf(letter) : 0x3f,
  )
}
const high = Array.from({ length: 128 }, (_, i) => 0x80 + i)
/** The letters of DOS that the tests write. */
const dos: Readonly<Record<string, string>> = { cp850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ'.padEnd(0x61) + 'ß' }

/** Names of countries in a language, as a table with a target. */
function countries(...languages: readonly string[]): string {
  const names = languages.flatMap((language) => {
    const of = new Intl.DisplayNames(language, { type: 'region' })
    return 'DE FR ES PT SE NO FI IS DK AT CH HU PL CZ SK RU GR TR CN JP KR TH BR MX US GB IE IL EG ZA'
      .split(' ')
      .map((code) => of.of(code)!)
  })
  return `country;n\n${names.map((name, i) => `${name.replace(/[^\p{L}-]/gu, ' ')};${i % 7}\n`).join('')}`
}

const encodingOf = async (bytes: Uint8Array): Promise<string | undefined> => {
  try {
    const { warnings } = await tableFromCsv(bytes)
    return warnings.find(({ remedy }) => remedy?.set.encoding)?.remedy?.set.encoding
  } catch (error) {
    return (error as { remedy?: { set: { encoding?: string } } }).remedy?.set.encoding
  }
}

describe('an encoding that is named', () => {
  const text = 'miasto;n;y\nŁódź;1;tak\nKraków;2;może\nŻory;3;tak\nŚwidnica;4;może\n'

  it.each([
    ['windows-1250', text],
    ['iso-8859-2', text],
    ['windows-1251', 'город;n\nМосква;1\nОмск;2\nТверь;3\n'],
    ['koi8-r', 'город;n\nМосква;1\nОмск;2\nТверь;3\n'],
    ['macintosh', 'Größe;n\nMüller;1\nKöln;2\n'],
    ['cp850', 'Größe;n\nMüller;1\nKöln;2\n'],
  ])('reads a text in %s as the same in UTF-8', async (encoding, text) => {
    const path = folder.write(`${encoding}.csv`, bytesIn(encoding, text))
    const plain = await tableFromCsv(text)
    const read = await readTable(path, { encoding })
    expect(read.columns).toEqual(plain.columns)
    expect(read.warnings).toEqual([])
    const stored = await openSource(path, { encoding, source: 'duckdb' })
    expect(stored.columns.map(({ name }) => name)).toEqual(plain.columns.map(({ name }) => name))
    stored.close()
  })

  it('reads bytes that are separators or quotes within characters, across blocks', async () => {
    // 0x5c, 0x7c in second bytes: ソ is 83 5c, ポ is 83 7c.
    const row = Uint8Array.of(0x83, 0x5c, 0x83, 0x7c, 0x2c, 0x31, 0x0a)
    const rows = 200_000
    const bytes = new Uint8Array(4 + rows * row.length)
    bytes.set(new TextEncoder().encode('a,b\n'))
    for (let i = 0; i < rows; i++) bytes.set(row, 4 + i * row.length)
    const { columns } = await tableFromCsv(bytes, { encoding: 'shift_jis' })
    expect(columns[0]).toMatchObject({ name: 'a', levels: ['ソポ'] })
    expect(columns[0]).toMatchObject({ codes: { length: rows } })
  })

  it('is found by a few words of which some are of no language', async () => {
    const names = 'Kod;ludność ogółem;dochody [zł];typ'
    const few = `${names}\n${Array.from({ length: 9 }, (_, i) => `${i};${i * i};${7 * i};Górna Wieś`).join('\n')}\n`
    expect(await encodingOf(bytesIn('windows-1250', few))).toBe('windows-1250')
  })

  it('may be Shift JIS with signs among its letters', async () => {
    // 年齢,評価 and rows of ◎, ○, △ and ×.
    const signs = [0x9d, 0x9b, 0xa2, 0x7e]
    const header = [0x94, 0x4e, 0x97, 0xee, 0x2c, 0x95, 0x5d, 0x89, 0xbf, 0x0a]
    const rows = signs.flatMap((sign) => [
      0x94,
      0x4e,
      0x97,
      0xee,
      0x8e,
      0xf3,
      0x92,
      0x8d,
      0x2c,
      0x81,
      sign,
      0x0a,
    ])
    expect(await encodingOf(Uint8Array.from([...header, ...rows]))).toBe('shift_jis')
  })

  it('leaves a text that is UTF-8, and one with a byte order mark', async () => {
    const { columns } = await tableFromCsv(text, { encoding: 'windows-1250' })
    expect(columns[0]).toMatchObject({ name: 'miasto', levels: expect.arrayContaining(['Łódź']) })
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer),
    ])
    expect((await tableFromCsv(utf16, { encoding: 'windows-1250' })).columns).toEqual(columns)
    expect((await tableFromCsv(utf16.subarray(2), { encoding: 'utf-16le' })).columns).toEqual(columns)
  })

  it('is found where the first lines are ASCII', async () => {
    const start = `miasto;n\n${'Opole;1\n'.repeat(20_000)}`
    const path = folder.write('late.csv', bytesIn('windows-1250', `${start}Łódź;2\n`))
    const { columns } = await readTable(path, { encoding: 'windows-1250' })
    expect(columns[0]).toMatchObject({ levels: ['Opole', 'Łódź'] })
  })

  it('is refused if it is unknown, or if the text is not of it', async () => {
    expect(await failure(tableFromCsv('a\n1\n', { encoding: 'klingon' }))).toMatch(
      /^invalid encoding: klingon/,
    )
    const broken = Uint8Array.of(0x61, 0x0a, 0x83, 0x0a)
    expect(await failure(tableFromCsv(broken, { encoding: 'shift_jis' }))).toMatch(/not valid shift_jis/)
  })

  it('holds for what is written, for queries and for a saved selection', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${['Łódź', 'Żory'][i % 2]};${i % 10 === 0 ? 1 - (i % 2) : i % 2};${i % 5}\n`,
    )
    const path = folder.write('save.csv', bytesIn('windows-1250', `miasto;wynik;ś\n${rows.join('')}`))
    const output = folder.path('save-out.csv')
    const reducible = await openReducible(path, output, { encoding: 'windows-1250' })
    await reducible.reduce(['miasto', 'ś'])
    reducible.close()
    const { columns } = await readTable(output)
    expect(columns[0]).toMatchObject({ name: 'miasto', levels: ['Łódź', 'Żory'] })
    const queried = await readTable(path, { encoding: 'windows-1250', sql: 'SELECT "ś", miasto FROM data' })
    expect(queried.columns[1]).toMatchObject({ levels: ['Łódź', 'Żory'] })
    const saved = folder.path('save.json')
    const given = ['-t', 'wynik', '--encoding', 'windows-1250', '-k', '1', '--save', saved]
    expect((await criba(['select', path, ...given])).code).toBe(0)
    const applied = await criba(['apply', saved, path])
    expect(applied.err).not.toMatch(/unknown|new level|encoding/)
    expect(applied.code).toBe(0)
  })
})

describe('a warning about the encoding of a text', () => {
  it.each([
    ['pl', 'windows-1250'],
    ['pl', 'iso-8859-2'],
    ['cs', 'windows-1250'],
    ['sk', 'windows-1250'],
    ['hu', 'windows-1250'],
    ['hr', 'windows-1250'],
    ['ru', 'windows-1251'],
    ['ru', 'koi8-r'],
    ['uk', 'windows-1251'],
    ['bg', 'windows-1251'],
    ['de', 'macintosh'],
    ['fr', 'macintosh'],
    ['es', 'macintosh'],
    ['de', 'cp850'],
  ])('names it for %s in %s, and its mend reads the text', async (language, encoding) => {
    const text = countries(language)
    const bytes = bytesIn(encoding, text)
    const found = await encodingOf(bytes)
    const read = await tableFromCsv(bytes, { encoding: found! })
    expect(read.columns).toEqual(
      (await tableFromCsv(text.replace(/[^\0-\x7f]/g, (c) => (bytesIn(encoding, c)[0] === 0x3f ? '?' : c))))
        .columns,
    )
    expect(read.warnings.filter(({ code }) => code === 'frame')).toEqual([])
  })

  const western = [
    'de',
    'fr',
    'es',
    'pt',
    'it',
    'ca',
    'nl',
    'da',
    'nb',
    'sv',
    'is',
    'fi',
    'et',
    'ga',
    'eu',
    'gl',
    'fo',
    'en',
  ]
  it.each([...western, western.join(), 'de,fr', 'pt,de,da'])('is not there for %s', async (languages) => {
    expect(await encodingOf(bytesIn('windows-1252', countries(...languages.split(','))))).toBeUndefined()
  })

  it('is not there for signs beside words and numbers', async () => {
    const text =
      'm²;l’eau;x\n5 °C;«oui»;12 €\n6 °C;“non”;13 £\n7 µm;½;14 ¥\n8 m³;n° 1;±5\n9 kg/m³;1ª – 2º;§4\ncm³;dm³;mm²\n'
    expect(await encodingOf(bytesIn('windows-1252', text))).toBeUndefined()
  })

  it('names UTF-8 that was written twice, not a text that speaks of it', async () => {
    const latin1 = (byte: number) => String.fromCharCode(byte)
    const cell = (word: string) => [...new TextEncoder().encode(word)].map(latin1).join('')
    const rows = ['Müller', 'Köln', 'Süd', 'Größe'].map((word, i) => `${cell(word)};${i}\n`)
    const { warnings } = await tableFromCsv(`Ort;n\n${rows.join('')}`)
    expect(warnings.map(({ remedy }) => remedy?.option)).toEqual(['--encoding utf-8-twice'])
    const { columns } = await tableFromCsv(`Ort;n\n${rows.join('')}`, { encoding: 'utf-8-twice' })
    expect(columns[0]).toMatchObject({ levels: ['Größe', 'Köln', 'Müller', 'Süd'] })
    const plain = await tableFromCsv(`Ort;n\n${rows.join('')}Łódź;5\n`)
    expect(plain.warnings).toEqual([])
  })

  it('names letters that are lost', async () => {
    const { warnings } = await tableFromCsv('Ort;n\nK\ufffdln;1\nBonn;2\n')
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('K\ufffdln')])
  })
})

it('names of the second header line have the encoding of the text', async () => {
  const bytes = bytesIn('windows-1252', 'g;;h\na é;b µ;° y\n1;2;3\n4;5;6\n')
  const { columns } = await tableFromCsv(bytes, { headerRows: 2 })
  expect(columns.map(({ name }) => name)).toEqual(['g a é', 'g b µ', 'h ° y'])
})

/** The bytes of a text in an encoding of two bytes a letter, by trying all pairs. */
function pairsIn(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const pairs = new Map<string, readonly number[]>()
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++)
      pairs.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Uint8Array.from(
    [...text].flatMap((letter) => (letter < '\x80' ? letter.charCodeAt(0) : (pairs.get(letter) ?? 0x3f))),
  )
}

describe('an encoding of eastern Asia', () => {
  it.each([
    ['shift_jis', 'ja'],
    ['euc-jp', 'ja'],
    ['euc-kr', 'ko'],
    ['gb18030', 'zh'],
    ['big5', 'zh-Hant'],
  ])('%s is named, and reads the text', async (encoding, language) => {
    const text = countries(language)
    const bytes = pairsIn(encoding, text)
    expect(await encodingOf(bytes)).toBe(encoding)
    expect(await tableFromCsv(bytes, { encoding })).toMatchObject({
      columns: (await tableFromCsv(text)).columns,
    })
  })

  it.each(['utf-16le', 'utf-16be'])('%s without its mark is named', async (encoding) => {
    const units = Uint16Array.from('größe,y\n12,ja\n34,nein\n', (letter) => letter.charCodeAt(0))
    const little = new Uint8Array(units.buffer)
    const bytes = encoding === 'utf-16le' ? little : little.map((_, i) => little[i ^ 1])
    expect(await encodingOf(bytes)).toBe(encoding)
    expect((await tableFromCsv(bytes, { encoding })).columns.map(({ name }) => name)).toEqual(['größe', 'y'])
  })

  it.each(['ja', 'ko', 'zh', 'ru', 'el', 'th', 'ar'])('is not there for UTF-8 in %s', async (language) => {
    expect(await encodingOf(new TextEncoder().encode(countries(language)))).toBeUndefined()
  })
})

it('a compressed text is read in the encoding that is named', async () => {
  const path = folder.path('zip.csv.gz')
  writeFileSync(path, gzipSync(bytesIn('windows-1250', 'a;b\nŁódź;1\nŻory;2\n')))
  const { columns } = await readTable(path, { encoding: 'windows-1250' })
  expect(columns[0]).toMatchObject({ levels: ['Łódź', 'Żory'] })
})
