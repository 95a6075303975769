import {
  describe as describeTable,
  foldLevels,
  select,
  splitLists,
  tableFromColumns,
  tableFromCsv,
} from 'criba'
import type { Table, Warning } from 'criba'
import { openSource, readTable } from 'criba/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()
const ofLevels = ['spelling', 'similar-levels', 'lists']

/** A column in which each level has so many rows. */
const column = (levels: Readonly<Record<string, number>>) =>
  Object.entries(levels).flatMap(([level, rows]) => Array<string>(rows).fill(level))

/** Columns side by side; the shorter ones lack the last values. */
function tableOf(columns: Readonly<Record<string, readonly (string | null)[]>>): Table {
  const rows = Math.max(...Object.values(columns).map(({ length }) => length))
  const filled = Object.entries(columns).map(
    ([name, cells]) => [name, Array.from({ length: rows }, (_, row) => cells[row] ?? null)] as const,
  )
  return tableFromColumns(Object.fromEntries(filled))
}

async function warningsOf(table: Table, target?: string): Promise<readonly Warning[]> {
  const { warnings } = await describeTable(table, target === undefined ? {} : { target })
  return warnings.filter(({ code }) => ofLevels.includes(code))
}

/** Two letters for each name, so that no two names are a letter apart. */
const consonants = [...'bcdfghjklmnpqrstvwxz'].flatMap((one) => [`${one}${one}o`, `${one}u${one}a`])

describe('warnings about levels', () => {
  it('name all columns with several spellings once, the target first, with the option that merges them', async () => {
    const table = tableOf({
      pays: column({ Suisse: 30, suisse: 2, France: 40 }),
      alter: column({ jung: 36, alt: 36 }),
      'etat civil': column({ marié: 20, marie: 5, veuf: 47 }),
      reponse: column({ oui: 50, 'Oui ': 12, non: 10 }),
    })
    const [warning, ...others] = await warningsOf(table, 'reponse')
    expect(others).toEqual([])
    expect(warning).toEqual({
      code: 'spelling',
      columns: ['reponse', 'pays', 'etat civil'],
      message:
        'levels that differ only in spelling: reponse ("Oui " = "oui"), pays ("Suisse" = "suisse"), etat civil ("marie" = "marié"); --fold-levels \'reponse,pays,etat civil\' merges each into its most frequent spelling',
      remedy: {
        option: "--fold-levels 'reponse,pays,etat civil'",
        set: { foldLevels: ['reponse', 'pays', 'etat civil'] },
        why: 'levels differ only in spelling',
        rows: 12 + 2 + 5,
        loses: true,
      },
    })
    const mended = foldLevels(table, warning.remedy!.set.foldLevels!)
    expect(await warningsOf(mended, 'reponse')).toEqual([])
    expect(mended.columns[1]).toBe(table.columns[1])
  })

  it('remark on levels that may be one, with a query that merges them', async () => {
    const table = tableOf({
      stadt: column({ Hamburg: 100, Hambrug: 2, Hamburk: 3, Homburg: 40 }),
      sexo: column({ M: 80, m: 8, F: 70 }),
      respuesta: column({ '1': 4, sí: 60, '0': 3, no: 60 }),
    })
    const [likely, unsure, ...others] = await warningsOf(table)
    expect(others).toEqual([])
    expect([likely.code, likely.message]).toEqual([
      'similar-levels',
      `levels that may be one: sexo ("m" in 8 and "M" in 80 rows), respuesta ("0" in 3 and "no" in 60 rows, "1" in 4 and "sí" in 60 rows); where they are, a query merges them: --sql "SELECT * REPLACE (CASE sexo WHEN 'm' THEN 'M' ELSE sexo END AS sexo, CASE respuesta WHEN '0' THEN 'no' WHEN '1' THEN 'sí' ELSE respuesta END AS respuesta) FROM data"`,
    ])
    expect([unsure.code, unsure.message]).toEqual([
      'similar-levels',
      `levels a letter apart, cut off, or one the plural, that may be one: stadt ("Hamburk" in 3 and "Hamburg" in 100 rows); where they are, a query merges them: --sql "SELECT * REPLACE (CASE stadt WHEN 'Hamburk' THEN 'Hamburg' ELSE stadt END AS stadt) FROM data"`,
    ])
    expect([likely.remedy, unsure.remedy, unsure.query]).toEqual([undefined, undefined, undefined])
  })

  it.each<[what: string, levels: Readonly<Record<string, number>>, pairs: string]>([
    [
      'words cut off',
      { 'Cab. Franc': 4, 'Cabernet Franc': 25, 'Cabernet Sauvignon': 27 },
      'Cab. Franc → Cabernet Franc',
    ],
    ['titles', { 'Dott. Greco': 30, 'Dr. Greco': 8, 'Dr. Rossi': 20 }, 'Dr. Greco → Dott. Greco'],
    ['letters O for zeros', { '0+': 120, 'O+': 19, 'A+': 90, 'B-': 9 }, 'O+ → 0+'],
  ])('offer to merge %s', async (_, levels, pair) => {
    const [{ message, query }, ...others] = await warningsOf(tableOf({ x: column(levels) }))
    const [from, to] = pair.split(' → ')
    expect(others).toEqual([])
    expect(message).toMatch(/^levels that may be one: x /)
    expect(query).toBe(`SELECT * REPLACE (CASE x WHEN '${from}' THEN '${to}' ELSE x END AS x) FROM data`)
  })

  it.each<[what: string, levels: Readonly<Record<string, number>>, pair: string]>([
    [
      'words cut off without a full stop',
      { Ops: 25, Operations: 85, Sales: 9 },
      '"Ops" in 25 and "Operations" in 85 rows',
    ],
    ['consonants', { Mktg: 3, Marketing: 30 }, '"Mktg" in 3 and "Marketing" in 30 rows'],
    [
      'first and last letters',
      { 'Tfno.': 8, Teléfono: 50, Web: 60 },
      '"Tfno." in 8 and "Teléfono" in 50 rows',
    ],
    [
      'first letters',
      { HR: 4, 'Human Resources': 16, Sales: 30, IT: 9 },
      '"HR" in 4 and "Human Resources" in 16 rows',
    ],
    [
      'ends of addresses',
      { Booking: 21, 'Booking.com': 90, Expedia: 40 },
      '"Booking" in 21 and "Booking.com" in 90 rows',
    ],
    [
      'forms of firms',
      { 'Rossi Metalli': 3, 'Rossi Metalli S.r.l.': 20, 'Verdi SpA': 9 },
      '"Rossi Metalli" in 3 and "Rossi Metalli S.r.l." in 20 rows',
    ],
    [
      'names without a title',
      { 'Dr. Rossi': 20, Rossi: 5, Bianchi: 9 },
      '"Rossi" in 5 and "Dr. Rossi" in 20 rows',
    ],
    [
      'long names a letter apart, however frequent',
      { 'Thalasia hemprichii': 14, 'Thalassia hemprichii': 9, 'Posidonia oceanica': 20 },
      '"Thalassia hemprichii" in 9 and "Thalasia hemprichii" in 14 rows',
    ],
    [
      'long names that are as frequent once',
      { 'Gerres filamentosus': 2, 'Gerres filamentous': 2, 'Mugil cephalus': 9 },
      '"Gerres filamentosus" in 2 and "Gerres filamentous" in 2 rows',
    ],
    [
      'a plural among many levels',
      { Trawl: 30, Trawls: 12, ...Object.fromEntries(consonants.map((one) => [`${one}eine ${one}`, 4])) },
      '"Trawls" in 12 and "Trawl" in 30 rows',
    ],
    [
      'frequent short forms',
      { 'Cab. Franc': 40, 'Cabernet Franc': 25 },
      '"Cab. Franc" in 40 and "Cabernet Franc" in 25 rows',
    ],
  ])('show %s to a person', async (_, levels, pair) => {
    const [{ message, query }, ...others] = await warningsOf(tableOf({ x: column(levels) }))
    expect([others, query]).toEqual([[], undefined])
    expect(message).toContain(`a letter apart, cut off, or one the plural, that may be one: x (${pair})`)
  })

  it('name blanks around signs, and letters of sexes', async () => {
    const table = tableOf({
      service: column({ 'R&D': 20, 'R & D': 4, 'Bac+5': 9, 'Bac + 5': 3, 'a/b': 5, 'a / b': 2 }),
      sexo: column({ H: 22, h: 13, V: 9, M: 32, m: 22 }),
    })
    const [spelling, likely] = await warningsOf(table)
    expect(spelling.message).toContain('"R & D" = "R&D"')
    expect(spelling.remedy!.rows).toBe(9)
    expect(likely.message).toContain('sexo ("h" in 13 and "H" in 22 rows, "m" in 22 and "M" in 32 rows)')
  })

  it('name all spellings of a level in the query that merges it', async () => {
    const levels = { 'Cab. Franc': 4, 'cab. franc': 2, 'Cabernet Franc': 16, Merlot: 20 }
    const [spelling, likely] = await warningsOf(tableOf({ x: column(levels) }))
    expect(spelling.code).toBe('spelling')
    expect(likely.query).toContain(
      "WHEN 'Cab. Franc' THEN 'Cabernet Franc' WHEN 'cab. franc' THEN 'Cabernet Franc'",
    )
  })

  it.each([
    ['shops of several countries', { Amazon: 30, 'Amazon.de': 20, 'Amazon.fr': 20 }],
    ['a cut word of two names', { 'Cab. F': 4, 'Cabernet Franc': 25, 'Cab. S': 9, Merlot: 9 }],
    ['temperatures with commas', { '36,8': 9, '37,5º': 4, '36,5': 9, '37,8º': 3, '36.8': 4, '37,5kg': 2 }],
    ['comparatives', { low: 20, lowest: 20, high: 30, higher: 9 }],
    [
      'persons of a name',
      { 'Mr. Smith': 20, 'Mrs. Smith': 20, 'Dr. Cruz': 9, 'Dra. Cruz': 9, 'Prof. Cruz': 9 },
    ],
    ['steps of a scale', { Low: 30, 'Med Low': 20, 'Med High': 20, High: 30 }],
    ['drinks', { 'Dr Pepper': 20, Pepper: 9, Cola: 30 }],
    ['titles of men and women', { 'Mr.': 50, Miss: 18, 'Mrs.': 12, Master: 4 }],
    ['firms of several forms', { 'Müller GmbH': 20, 'Müller AG': 20 }],
    ['models', { iPhone: 20, 'iPhone SE': 9, Hotel: 30, 'Hotel Spa': 9 }],
    ['addresses of several countries', { 'Amazon.de': 20, 'Amazon.com': 20 }],
    ['codes beside a name', { US: 50, CN: 20, FR: 9, 'Utah State': 20 }],
    ['answers beside a name', { SI: 50, NO: 20, 'Nord Ovest': 9 }],
    ['gases and months', { O3: 30, '03': 9, O2: 3, '02': 8 }],
    ['codes as frequent as others', { RO1: 30, R01: 29 }],
    ['grades of a product', { A0: 20, B0: 20, C0: 10 }],
    ['countries', { Gambia: 3, Zambia: 100, Austria: 40, Australia: 3, Iran: 40, Iraq: 4, Dominica: 2 }],
    ['endings', { casado: 100, casada: 5, Latinos: 80, Latinas: 3 }],
    ['prefixes', { typical: 100, atypical: 4, moral: 60, amoral: 2 }],
    [
      'groups',
      { 'group A': 100, 'group B': 4, 'class II': 90, 'class III': 3, 'treated 1': 50, 'treated 2': 2 },
    ],
    ['Roman numerals', { I: 39, III: 55, IV: 12, 'II.': 4 }],
    ['Roman numerals beside each other', { XXVII: 100, XXVIII: 4 }],
    ['keys of music', { D: 20, d: 20, G: 20, g: 20, F: 20, f: 20, H: 9, h: 9 }],
    ['languages', { C: 20, R: 20, D: 20, Cobol: 20, Ruby: 20, Delphi: 20, Python: 9, Java: 9 }],
    ['letters of one', { A: 9, AAA: 50, D: 4, DNA: 30 }],
    ['units with a slash', { mg: 50, 'mg/l': 40, 'mg/kg': 30, kg: 20, l: 10, 'g/l': 9, g: 9 }],
    ['days', { '01/02': 50, '01/02/03': 40, '02/03': 30, '03': 20, '01': 10 }],
    ['words that are both frequent', { Hamburg: 100, Homburg: 40 }],
    ['genotypes', { AA: 90, Aa: 100, aa: 95 }],
    ['blood groups', { A: 100, 'A+': 9, 'A-': 8, AB: 60, 'AB-': 2 }],
    ['answers', { ja: 50, nein: 50, 'weiß nicht': 5 }],
    ['yes and no', { yes: 50, no: 50 }],
    ['texts with a sign', { 'Smith; John': 9, 'Jones; Ann': 9, 'Brown; Sue': 9, Smith: 20, 'n/a; n/a': 2 }],
  ])('do not remark on %s', async (_, levels: Readonly<Record<string, number>>) => {
    expect(await warningsOf(tableOf({ levels: column(levels) }))).toEqual([])
  })

  it.each([
    ['/', ['A/C/E', 'A', 'C/E', 'E', 'A/C', 'C'], ['x_A', 'x_C', 'x_E']],
    ['+', ['yoga + swim', 'yoga', 'swim', 'run + swim', 'run', 'yoga + run'], ['x_run', 'x_swim', 'x_yoga']],
    // A few combinations are lists where their items stand alone too.
    [
      ';',
      ['guichet', 'courrier; guichet', 'tél', 'appli', 'mail; tél', 'mail'],
      ['x_appli', 'x_courrier', 'x_guichet', 'x_mail', 'x_tél'],
    ],
    ['|', ['a|b', 'a', 'b', 'a', 'b', 'a'], ['x_a', 'x_b']],
  ])('name lists with %s between their items', async (sign, lists, names) => {
    const table = tableOf({ x: lists.flatMap((list) => Array<string>(5).fill(list)) })
    const [{ remedy }] = await warningsOf(table)
    expect(remedy!.set).toEqual({ split: { x: sign } })
    expect(splitLists(table, remedy!.set.split!).columns.map(({ name }) => name)).toEqual(names)
  })

  it.each([
    ['of Python', ["['mail', 'post']", "['mail']", '[]', "['fax', 'post']", '']],
    ['of JSON', ['["mail","post"]', '["mail"]', '[]', '["fax", "post"]', '']],
    ['of PostgreSQL', ['{mail,post}', '{mail}', '{}', '{fax,post}', '']],
  ])('name lists %s with a query that makes indicators of their items', async (_, lists) => {
    const text = lists.map((list, i) => `"${list.replaceAll('"', '""')}",${i}`).join('\n')
    const path = folder.write('lists.csv', `x,n\n${text}\n`)
    const source = await openSource(path)
    const { warnings } = await describeTable(source)
    source.close()
    const [{ query, remedy }] = warnings.filter(({ code }) => code === 'lists')
    expect(remedy).toBeUndefined()
    const { columns } = await readTable(path, { sql: query! })
    expect(columns.map((column) => [column.name, 'values' in column && [...column.values]])).toEqual([
      ['n', [0, 1, 2, 3, 4]],
      ['x_fax', [0, 0, 0, 1, NaN]],
      ['x_mail', [1, 1, 0, 0, NaN]],
      ['x_post', [1, 0, 0, 1, NaN]],
    ])
  })

  it('name rare stars as sums of others, and nines far above codes of their length', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`Team ${'abcdefghijkl'[i]}`, 10 + i]),
    )
    const codes = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [String(3 * i + 1).padStart(2, '0'), 10]),
    )
    const table = tableOf({ team: column({ ...many, '*': 3, '**': 1 }), dir: column({ ...codes, '99': 7 }) })
    const { warnings } = await describeTable(table)
    const found = warnings.filter(({ code }) => code === 'totals' || code === 'missing-value-code')
    expect(found.map(({ columns, message }) => [columns, message])).toEqual([
      [
        ['team'],
        `levels that may sum up others: team ("*" in 3 rows, "**" in 1 row); leave their rows out by --sql "SELECT * FROM data WHERE coalesce(team, '') NOT IN ('*', '**')"`,
      ],
      [
        ['dir'],
        `codes that may stand for a missing value, far above all others: dir ("99" in 7 rows); if they do say --sql "SELECT * REPLACE (nullif(dir, '99') AS dir) FROM data"`,
      ],
    ])
  })

  it.each(['memory', 'duckdb'] as const)('name sums that lack the target too: %s', async (engine) => {
    const rows = Array.from({ length: 20 }, (_, i) => `Team ${'abcdefghij'[i % 10]},${i},${'pq'[i % 2]}\n`)
    const path = folder.write('sums.csv', `team,n,y\n${rows.join('')}Total Team a,10,\n*,190,\n`)
    const source = await openSource(path, { source: engine })
    const { warnings } = await describeTable(source, { target: 'y' })
    source.close()
    const [{ message }, ...others] = warnings.filter(({ code }) => code === 'totals')
    expect(others).toEqual([])
    expect(message).toContain(`team ("*" in 1 row, "Total Team a" in 1 row); leave their rows out by --sql`)
  })

  it.each([
    ['stars of significance', { ns: 40, '*': 20, '**': 20, '***': 9 }],
    ['departments', { '01': 20, '13': 20, '33': 20, '59': 20, '69': 20, '75': 20, '99': 9 }],
    ['codes of other lengths', { '01': 20, '1': 20, '3': 20, '5': 20, '6': 20, '7': 20, '99': 9 }],
    ['nines once', { '01': 20, '03': 20, '13': 20, '15': 20, '26': 20, '37': 20, '99': 1 }],
  ])('name no %s', async (_, levels: Readonly<Record<string, number>>) => {
    const { warnings } = await describeTable(tableOf({ levels: column(levels) }))
    expect(warnings.filter(({ code }) => code === 'totals' || code === 'missing-value-code')).toEqual([])
  })

  it('remark on a word cut off with a full stop beside the only word that begins so', async () => {
    const table = tableOf({
      sepsi: column({ Positivo: 20, positivo: 5, Negativo: 30, 'Pos.': 6 }),
      title: column({ 'Mr.': 20, Mrs: 20, 'Dr.': 9, Miss: 12 }),
      way: column({ 'Str.': 20, Strait: 20, Street: 21 }),
    })
    const [spelling, similar, ...others] = await warningsOf(table)
    expect(others).toEqual([])
    expect([spelling.code, spelling.columns]).toEqual(['spelling', ['sepsi']])
    expect(similar.columns).toEqual(['sepsi'])
    expect(similar.message).toMatch(
      /: sepsi \("Pos\." in 6 and "Positivo" in 20 rows\);.* WHEN 'Pos\.' THEN 'Positivo' ELSE sepsi END /,
    )
  })

  it('remark on capitals of letters for the sexes and of marks, and on plurals, but not on alleles', async () => {
    const [likely, unsure, ...others] = await warningsOf(
      tableOf({
        sesso: column({ F: 38, m: 32, M: 30 }),
        sex: column({ F: 20, f: 19, M: 21, m: 22 }),
        mark: column({ '1a': 20, '1A': 21, '2b': 19 }),
        allele: column({ A: 20, a: 21, B: 22, b: 19 }),
        pastry: column({ Semmel: 56, Semmeln: 32, Brezel: 40 }),
        packed: column({ box: 20, boxes: 19, bags: 21 }),
        who: column({ Frau: 30, Frauen: 28, Mann: 31 }),
      }),
    )
    expect(others).toEqual([])
    expect(likely.columns).toEqual(['sesso', 'sex', 'mark'])
    expect(likely.query).toBe(
      "SELECT * REPLACE (CASE sesso WHEN 'M' THEN 'm' ELSE sesso END AS sesso, CASE sex WHEN 'f' THEN 'F' WHEN 'M' THEN 'm' ELSE sex END AS sex, CASE mark WHEN '1a' THEN '1A' ELSE mark END AS mark) FROM data",
    )
    expect(unsure.columns).toEqual(['pastry', 'packed', 'who'])
    expect(unsure.query).toBeUndefined()
    expect(unsure.message).toContain('"boxes" in 19 and "box" in 20 rows')
    expect(unsure.message).toContain('"Semmeln" in 32 and "Semmel" in 56 rows')
  })

  it('remark on letters beside the words that they begin', async () => {
    const [similar, ...others] = await warningsOf(
      tableOf({
        sexo: column({ F: 20, M: 20, f: 15, Femenino: 9, Masculino: 8 }),
        płeć: column({ k: 20, m: 20, kobieta: 9, mężczyzna: 8 }),
        // Grades, sizes and one letter that begins two words.
        grade: column({ A: 20, B: 20, C: 9, Absent: 8 }),
        size: column({ S: 20, M: 20, L: 9, Small: 8 }),
        status: column({ S: 20, single: 20, separated: 9 }),
      }),
    )
    expect(others).toEqual([])
    expect(similar.columns).toEqual(['sexo', 'płeć'])
    expect(similar.query).toContain(
      "WHEN 'F' THEN 'Femenino' WHEN 'M' THEN 'Masculino' WHEN 'f' THEN 'Femenino'",
    )
  })

  it('leave to a person what 0 is beside yes and no, where nothing is 1', async () => {
    const cells = { si: 26, no: 21, '0': 3 }
    const [{ message }, ...others] = await warningsOf(tableOf({ x: column(cells) }))
    expect(others).toEqual([])
    expect(message).toContain('that may be one: x ("0" in 3 and "no" in 21 rows)')
    expect(message).toContain('a letter apart, cut off, or one the plural')
    const [likely] = await warningsOf(tableOf({ x: column({ ...cells, '1': 2 }) }))
    expect(likely.message).not.toContain('a letter apart')
  })

  it('do not take decimal amounts for lists, nor names of rows for spellings', async () => {
    const cells = ['38,4', '55,3', '45,8', '47,5', '61,2', '38,4', '55,3', '58,4*']
    const table = await tableFromCsv(`y;n\n${cells.map((cell, i) => `${cell};${i}`).join('\n')}\n`)
    expect(table.columns[0].type).toBe('categorical')
    expect((await warningsOf(table)).filter(({ message }) => message.includes('lists'))).toEqual([])
    // Each but two is another: wind turbines Ho1 and Hö1 are two.
    const turbines = Array.from({ length: 40 }, (_, i) => (i < 2 ? ['Ho1', 'Hö1'][i] : `turbine ${i}`))
    expect(await warningsOf(tableOf({ turbines }))).toEqual([])
  })

  it('offer indicators of cells that are lists, with their sign', async () => {
    const table = tableOf({
      canales: column({ 'correo;web': 10, correo: 30, 'tienda;web;correo': 5, web: 20, tienda: 9 }),
      genre: column({
        'Action|Drama': 8,
        Drama: 20,
        'Comedy|Drama': 9,
        Comedy: 20,
        'Action|Comedy': 8,
        Action: 9,
      }),
      codes: column({ '1, 3': 20, '1': 20, '2, 3': 9, '1, 2, 3': 5, '2': 9, '3': 9 }),
    })
    const [warning, ...others] = await warningsOf(table)
    expect(others).toEqual([])
    expect(warning.message).toBe(
      `cells that are lists: canales ("tienda;web;correo", 3 items), genre ("Action|Comedy", 3 items), codes ("1, 2, 3", 3 items); --split 'canales=;,genre=|,codes=' makes an indicator of each item`,
    )
    expect(warning.remedy!.set).toEqual({ split: { canales: ';', genre: '|', codes: ',' } })
    const { columns } = splitLists(table, warning.remedy!.set.split!)
    expect(columns.map(({ name }) => name).join(' ')).toBe(
      'canales_correo canales_tienda canales_web genre_Action genre_Comedy genre_Drama codes_1 codes_2 codes_3',
    )
  })

  it('offer them by blanks too, where most words are a list alone and some lists have three', async () => {
    const crops = { 'maize millet': 9, millet: 9, maize: 20, 'maize millet sorghum': 5, sorghum: 4, '': 3 }
    const table = tableOf({ crops: column(crops) })
    const [warning, ...others] = await warningsOf(table)
    expect([others, warning.remedy!.set]).toEqual([[], { split: { crops: 'space' } }])
    expect(warning.remedy!.option).toBe('--split crops=space')
    const { columns } = splitLists(table, warning.remedy!.set.split!)
    const sums = columns.map((one) => [
      one.name,
      one.type === 'numeric' && one.values.reduce((a, b) => a + b),
    ])
    expect(Object.fromEntries(sums as [string, number][])).toMatchObject({
      crops_maize: 9 + 20 + 5,
      crops_millet: 9 + 9 + 5,
      crops_sorghum: 5 + 4,
    })
    const path = folder.write(
      'crops.csv',
      `crops,x\n${column(crops)
        .map((list, i) => `${list},${i}`)
        .join('\n')}\n`,
    )
    const [inMemory, inEngine] = await Promise.all(
      (['memory', 'duckdb'] as const).map(async (source) => {
        const opened = await openSource(path, { split: { crops: 'space' }, source })
        const { columns } = await describeTable(opened)
        opened.close()
        return columns
      }),
    )
    expect(inEngine.map(({ name }) => name)).toEqual(['crops_maize', 'crops_millet', 'crops_sorghum', 'x'])
    expect(inEngine).toEqual(inMemory)
  })

  it.each([
    ['words of a scale', { good: 20, 'very good': 20, bad: 20, 'very bad': 20, 'not very good': 9 }],
    ['towns', { York: 20, 'New York': 20, Jersey: 9, 'New Jersey': 20, 'New New York': 2 }],
    ['two words', { red: 20, green: 20, blue: 20, 'red green': 9, 'green blue': 9 }],
    ['names', { 'Smith, John': 30, 'Smith, Ann': 20, 'Miller, Ann': 20, Madonna: 3 }],
    ['places', { 'Berlin, Mitte': 30, 'Berlin, Wedding': 30, 'Hamburg, Altona': 20, Hamburg: 20 }],
    ['answers', { 'Yes, definitely': 30, 'Yes, maybe': 20, No: 20, 'No, never': 20 }],
    ['decimal commas', { '1,5': 20, '2,5': 20, '1,2': 20, '2': 20, '5': 10, '2,1': 9 }],
    ['decimal commas beside a word', { '1,5': 20, '2,5': 20, '1,2': 20, '<LOD': 20, '5,2': 10, '2,1': 9 }],
    ['pairs', { 'f;old': 20, 'f;young': 20, 'm;old': 20, 'm;young': 20 }],
    ['texts', { 'good, but slow; never again': 9, 'slow, slow': 9, good: 20, 'good, slow': 20 }],
    ['signs in few rows', { a: 200, b: 200, c: 200, 'a;b': 1, 'b;c': 1, 'a;b;c': 1 }],
  ])('take no %s for lists', async (_, levels: Readonly<Record<string, number>>) => {
    expect(await warningsOf(tableOf({ levels: column(levels) }))).toEqual([])
  })

  it('are the same from a file, in memory and in DuckDB', async () => {
    const sex = column({ Male: 20, male: 3, 'Female ': 1, Female: 20, M: 4, m: 1 })
    const lists = ['a;b', 'a', 'b;c', 'c', 'a;b;c', 'b', '']
    const rows = sex.map((level, i) => `${level},${lists[i % 7]},${i % 3}`)
    const path = folder.write('spellings.csv', `sex,lists,x\n${rows.join('\n')}\n`)
    const found = []
    for (const source of ['memory', 'duckdb'] as const) {
      const data = await openSource(path, { source })
      found.push((await describeTable(data, { target: 'sex' })).warnings)
      data.close()
    }
    expect(found[0].filter(({ code }) => ofLevels.includes(code)).map(({ code }) => code)).toEqual([
      'spelling',
      'similar-levels',
      'lists',
    ])
    expect(found[1]).toEqual(found[0])
  })

  it('go when the option is applied, which changes no other column', async () => {
    const level = fc.constantFrom(
      'Ja',
      'ja',
      'JA ',
      'nein',
      'Nein',
      'x-y',
      'x y',
      'X_Y',
      'é',
      'A',
      'a',
      'A1',
      'a1.',
      '1',
      '1 ',
    )
    const cells = fc.array(fc.option(level, { nil: null }), { minLength: 30, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(cells, cells, async (one, other) => {
        const table = tableOf({ one, other, x: one.map((_, i) => String(i % 2)) })
        const found = (await warningsOf(table)).find(({ code }) => code === 'spelling')
        const names = found?.remedy!.set.foldLevels ?? []
        const mended = foldLevels(table, names)
        mended.columns.forEach((column, i) => {
          if (!names.includes(column.name)) expect(column).toBe(table.columns[i])
        })
        expect((await warningsOf(mended)).filter(({ code }) => code === 'spelling')).toEqual([])
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('classes with fewer rows than folds', () => {
  const x = Array.from({ length: 63 }, (_, i) => (i * 37) % 61)
  const small = { a: 30, "b'": 30, rare: 3 }

  it('are named in the evidence, with what mends it', async () => {
    const table = tableFromColumns({ x, y: column(small) })
    const codes = async (spec: object) =>
      (await select(table, { target: 'y', ...spec })).warnings.filter(({ code }) => code === 'small-classes')
    expect(await codes({ evidence: { folds: 5 } })).toEqual([
      {
        code: 'small-classes',
        column: 'y',
        message: `y has a class with fewer rows than the 5 folds: "rare" in 3 rows; some folds have none, so that they are hardly learnt or judged: merge classes, take fewer folds, or leave such rows out: --sql "SELECT * FROM data WHERE y NOT IN ('rare')"`,
      },
    ])
    expect(await codes({ evidence: { folds: 3 } })).toEqual([])
    expect(await codes({ evidence: false })).toEqual([])
  })

  it('may be numbers', async () => {
    const y = column({ '0': 30, '1': 29, '2': 2, '3': 2 }).map(Number)
    const { warnings, data } = await select(tableFromColumns({ x, y }), {
      target: 'y',
      evidence: { folds: 4 },
    })
    expect(data.task).toBe('classification')
    const { message } = warnings.find(({ code }) => code === 'small-classes')!
    expect(message).toContain('classes with fewer rows than the 4 folds: 2 in 2 rows, 3 in 2 rows')
    expect(message).toContain('--sql "SELECT * FROM data WHERE y NOT IN (2, 3)"')
  })
})
