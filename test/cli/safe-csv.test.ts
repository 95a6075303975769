import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { openReducible } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { criba } from './criba.ts'

/* Cells of CSV that a spreadsheet would compute, read back by a reader of its own. */

const folder = mkdtempSync(join(tmpdir(), 'criba-safe-'))
const path = (name: string) => join(folder, name)
const file = path('data.csv')

const name = '=HYPERLINK("http://evil","x")'
const levels = [
  '=1+1',
  '+49 30 1',
  '-a',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '-1.5',
  '+2',
  '-,5',
  '-1e-3',
  '-inf',
  '-1,234.50',
  "+1'000'000",
  '-5%',
  ' -2',
  '－５',
  'plain',
  '－ plain',
  ' =1+1',
  '\u2060=1+1',
  '\u200b@x',
  '\u3000=1',
  '＝1+1',
  '＋x',
  '－x',
  '＠x',
  "'q",
]
const guarded = new Set([
  ...['=1+1', '+49 30 1', '-a', '@SUM(A1)', '\tx', '\rx', ' =1+1', '\u2060=1+1', '\u200b@x', '\u3000=1'],
  ...['＝1+1', '＋x', '－x', '＠x', '－ plain'],
])
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

beforeAll(async () => {
  const rows = Array.from({ length: 260 }, (_, i) =>
    [(i % 2) + (i % 7) / 10 - 0.5, levels[i % levels.length], i % 2 ? '=p' : 'q'].map((cell) =>
      quote(String(cell)),
    ),
  )
  writeFileSync(file, [[name, 'kind', 'y'].map(quote), ...rows].map((cells) => cells.join(',')).join('\n'))
  const engine = await DuckEngine.start()
  await engine.rows(
    `COPY (SELECT * FROM read_csv('${file}', all_varchar = true, new_line = '\\n')) TO '${path('data.parquet')}' (FORMAT parquet)`,
  )
  engine.close()
  writeFileSync(
    path('data.json'),
    JSON.stringify(
      rows.map((_, i) => ({ [name]: i % 7, kind: levels[i % levels.length], y: i % 2 ? '=p' : 'q' })),
    ),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The cells of a CSV text, by its definition (RFC 4180). */
function cellsOf(text: string, separator = ','): string[][] {
  const records: string[][] = [['']]
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const record = records[records.length - 1]
    const sign = text[i]
    if (isQuoted && sign === '"' && text[i + 1] === '"') record[record.length - 1] += text[i++]
    else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) record[record.length - 1] += sign
    else if (sign === separator) record.push('')
    else if (sign === '\n') records.push([''])
    else record[record.length - 1] += sign
  }
  return records.filter((cells) => cells.length > 1)
}

/** Cells that Excel or LibreOffice would compute. */
const computed = (cells: string[][]) =>
  cells
    .flat()
    .filter(
      (cell) =>
        /^[\s\p{DI}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) &&
        !/^ *[+\-－](?:[\d.,'５]+(?:e-\d)?%?|inf)$/.test(cell),
    )

describe('--safe-csv', () => {
  const commands = [
    ['describe', file],
    ['rank', file, '-t', 'y'],
    ['select', file, '-t', 'y', '--no-evidence'],
    ['groups', file],
    ['interactions', file, '-t', 'y', '--permutations', '0'],
  ]
  it.each(commands)('guards what %s %s %s %s prints, and leaves the rest', async (...given) => {
    const words = [...given.filter((word) => word !== undefined), '--format', 'csv']
    const plain = cellsOf((await criba(words)).out)
    expect(computed(plain)).not.toEqual([])
    const { out, code, err } = await criba([...words, '--safe-csv'])
    expect(code, err).toBe(0)
    const safe = cellsOf(out)
    expect(computed(safe)).toEqual([])
    const open = (cells: string[][]) =>
      cells.map((row) => row.map((cell) => cell.replace(/^'(?=[\s\p{DI}]*[=+\-@＝＋－＠\t\r\n])/u, '')))
    expect(open(safe)).toEqual(plain)
  })

  it.each(['data.csv', 'data.parquet', 'data.json'])(
    'guards the file that select and apply write from %s',
    async (data) => {
      const [reduced, again, run] = ['reduced.csv', 'again.tsv', 'run.json'].map((end) =>
        path(`${data}-${end}`),
      )
      const keep = ['-t', 'y', '--keep', 'kind', '--no-evidence', '--save', run]
      const types = ['--types', 'kind=categorical,y=categorical']
      const chosen = await criba([
        'select',
        path(data),
        ...keep,
        ...types,
        '-o',
        reduced,
        '--safe-csv',
        '--quiet',
      ])
      expect(chosen.code, chosen.err).toBe(0)
      const applied = await criba(['apply', run, path(data), '-o', again, '--safe-csv', '--quiet'])
      expect(applied.code, applied.err).toBe(0)
      for (const written of [
        cellsOf(readFileSync(reduced, 'utf8')),
        cellsOf(readFileSync(again, 'utf8'), '\t'),
      ]) {
        const [header, ...rows] = written
        expect(header).toEqual(expect.arrayContaining(['kind', 'y']))
        const [kind, y] = [header.indexOf('kind'), header.indexOf('y')]
        const shown = (cell: string) => (guarded.has(cell) ? `'${cell}` : cell)
        expect(rows.map((row) => row[kind])).toEqual(
          Array.from({ length: 260 }, (_, i) => shown(levels[i % levels.length])),
        )
        expect(rows.map((row) => row[y])).toEqual(
          Array.from({ length: 260 }, (_, i) => (i % 2 ? "'=p" : 'q')),
        )
      }
    },
  )

  it('is off by default, and has its name in the library', async () => {
    const written = async (options: { readonly safeCsv?: boolean }) => {
      const source = await openReducible(file, path('library.csv'), options)
      await source.reduce([name, 'kind'])
      source.close()
      return cellsOf(readFileSync(path('library.csv'), 'utf8'))
    }
    expect(await written({})).toEqual(cellsOf(readFileSync(file, 'utf8')).map((row) => row.slice(0, 2)))
    const safe = await written({ safeCsv: true })
    expect(safe[0]).toEqual([`'${name}`, 'kind'])
    expect(computed(safe)).toEqual([])
  })

  it('guards the groups of -o and the CSV files of a report', async () => {
    const [out, page] = [path('groups.csv'), path('page.html')]
    const { code, err } = await criba(['groups', file, '-o', out, '--report', page, '--safe-csv', '--quiet'])
    expect(code, err).toBe(0)
    expect(computed(cellsOf(readFileSync(out, 'utf8')))).toEqual([])
    const { document } = parseHTML(readFileSync(page, 'utf8'))
    const files = [...document.querySelectorAll('a[download$=".csv"]')].map((link) =>
      decodeURIComponent(link.getAttribute('href')!.replace(/^[^,]*,/, '')),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const text of files) expect(computed(cellsOf(text))).toEqual([])
    expect(files.join()).toContain('HYPERLINK')
  })

  it.each([
    ['generate', 'xor'],
    ['generate', 'list', '--format', 'csv'],
    ['methods', '--format', 'csv'],
  ])('guards what %s %s %s %s prints', async (...words) => {
    const { code, out } = await criba([...words.filter((word) => word !== undefined), '--safe-csv'])
    expect(code).toBe(0)
    expect(computed(cellsOf(out))).toEqual([])
  })

  it.each([
    ['rank', file, '-t', 'y'],
    ['rank', file, '-t', 'y', '--format', 'json'],
    ['rank', file, '-t', 'y', '--format', 'markdown'],
    ['select', file, '-t', 'y', '-o', 'reduced.parquet'],
    ['groups', file, '-o', 'groups.json'],
    ['apply', 'run.json', file],
    ['methods'],
    ['generate', 'list'],
    ['generate', 'xor', '--format', 'json'],
    ['experiment', 'list'],
  ])('is refused where %s %s %s %s %s %s writes no CSV', async (...words) => {
    const { code, err, out } = await criba([...words.filter((word) => word !== undefined), '--safe-csv'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(
      'criba: missing CSV: --safe-csv needs --format csv, --report, or an output that is - or ends in .csv or .tsv\n',
    )
  })
})
