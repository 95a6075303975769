import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { ApplyResult, SelectResult } from 'criba'
import { readTable } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

const penguins = 'examples/penguins.csv'
const lines = readFileSync(new URL('../../examples/penguins.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

let folder: string
let saved: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
  saved = join(folder, 'saved.json')
  const kept = ['-o', join(folder, 'kept.csv'), '--save', saved]
  const { code } = await criba(['select', penguins, '-t', 'species', '-k', '4', '--no-evidence', ...kept])
  expect(code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of penguins whose cells, and those of the header, are changed. */
function penguinsWith(name: string, change: (cells: string[], row: number) => readonly string[]): string {
  const path = join(folder, name)
  const changed = lines.map((line, row) => change(line.split(','), row).join(','))
  writeFileSync(path, `${changed.join('\n')}\n`)
  return path
}

/** A file of penguins in which one column is changed. */
function withColumn(file: string, column: string, change: (cell: string, row: number) => string): string {
  const place = lines[0].split(',').indexOf(column)
  return penguinsWith(file, (cells, row) =>
    cells.map((cell, i) => (i === place && row > 0 ? change(cell, row) : cell)),
  )
}

describe('criba apply', () => {
  it.each(['memory', 'duckdb'])('writes the file of select again for its own data, in %s', async (source) => {
    const path = join(folder, `again-${source}.csv`)
    const { code, out, err } = await criba(['apply', saved, penguins, '-o', path, '--source', source])
    expect([code, err]).toEqual([0, `wrote ${path}: 344 rows × 5 columns\n`])
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(join(folder, 'kept.csv'), 'utf8'))
    expect(out).toMatch(
      new RegExp(`^${penguins}  344 rows \\(selected from 344\\) × 4 chosen columns · ${source}\n`),
    )
    expect(out).toMatch(/^flipper_length_mm +0\.6 % +0\.6 % +0 +0 +0 +1\.000 {2}stable$/m)
    expect(out).toMatch(/^ {2}flipper_length_mm: 172 to 231, cuts 189 \| 196 \| 197 \| 213$/m)
    expect(out).toMatch(/^ {2}island: levels Biscoe, Dream, Torgersen$/m)
  })

  it('copies the cells of columns in another order, without the target', async () => {
    const turned = penguinsWith('turned.csv', (cells, row) => {
      const [, island, length, ...others] = cells
      return [...others.reverse(), row === 0 ? 'more' : `${row}`, row === 1 ? '39.10' : length, island]
    })
    const path = join(folder, 'turned-kept.csv')
    const { code, err } = await criba(['apply', saved, turned, '-o', path])
    expect([code, err]).toEqual([0, `wrote ${path}: 344 rows × 4 columns\n`])
    const [header, first] = readFileSync(path, 'utf8').split('\n')
    expect(header).toBe('flipper_length_mm,bill_depth_mm,bill_length_mm,island')
    expect(first).toBe('181,18.7,39.10,Torgersen')
  })

  it('writes Parquet, and replaces a file only with --force', async () => {
    const path = join(folder, 'kept.parquet')
    expect((await criba(['apply', saved, penguins, '-o', path, '--quiet'])).err).toBe('')
    expect((await readTable(path)).columns).toHaveLength(5)
    const again = ['apply', saved, penguins, '-o', path]
    expect((await criba(again)).err).toBe(
      `criba: invalid output: ${path} exists already (--force replaces it)\n`,
    )
    expect((await criba([...again, '--force'])).code).toBe(0)
  })

  it('refuses data without a column, and names the nearest', async () => {
    const renamed = penguinsWith('renamed.csv', (cells, row) =>
      row === 0 ? cells.map((name) => name.replace('bill_depth_mm', 'bill_depth')) : cells,
    )
    const { code, err } = await criba(['apply', saved, renamed, '-o', join(folder, 'none.csv')])
    const message = `missing column in ${renamed}: bill_depth_mm (did you mean bill_depth? rename it)`
    expect([code, err]).toEqual([1, `criba: ${message}\n`])
  })

  it('refuses a column of another type, and says how to read it', async () => {
    const codes = withColumn('codes.csv', 'island', (_, row) => String(row % 3))
    const { code, err } = await criba(['apply', saved, codes])
    const message = `invalid type of column in ${codes}: island is numeric, but was categorical (--types island=categorical reads the same type)`
    expect([code, err]).toEqual([1, `criba: ${message}\n`])
    const read = await criba(['apply', saved, codes, '--types', 'island=categorical'])
    expect(read.code).toBe(0)
    expect(read.err).toBe(
      'warning: column island has levels that the data of the selection did not have: "1" in 115 rows, "2" in 115 rows, "0" in 114 rows\n',
    )
    const words = withColumn('words.csv', 'bill_depth_mm', (cell) => `${cell} wide`)
    expect((await criba(['apply', saved, words])).err).toMatch(
      /bill_depth_mm is categorical, but was numeric/,
    )
  })

  it('names the options of reading that it has from the selection, if a column is missing', async () => {
    const titled = join(folder, 'titled.csv')
    writeFileSync(titled, `Penguins\n${lines.join('\n')}\n`)
    const result = join(folder, 'titled.json')
    await criba([
      'select',
      titled,
      '-t',
      'species',
      '-k',
      '2',
      '--no-evidence',
      '--skip',
      '1',
      '--save',
      result,
    ])
    const { err, code } = await criba(['apply', result, penguins])
    expect(code).toBe(1)
    expect(err).toMatch(
      /missing column in examples\/penguins.csv: .* \(read with --skip 1, which the selection was saved with: if this file is otherwise, say how\)/,
    )
    expect((await criba(['apply', result, penguins, '--skip', '0'])).code).toBe(0)
  })

  it('tells of unseen levels and gaps, as text, JSON and CSV', async () => {
    const path = withColumn('shifted.csv', 'island', (cell, row) =>
      row < 8 ? `new ${row}` : row < 150 ? '' : cell,
    )
    const { out, err } = await criba(['apply', saved, path])
    expect(err).toBe(
      'warning: column island has levels that the data of the selection did not have: "new 1" in 1 row, "new 2" in 1 row, "new 3" in 1 row, "new 4" in 1 row, "new 5" in 1 row, and 2 more\n',
    )
    expect(out).toMatch(/^island +41\.3 % +0 +7 +\d\.\d+ +major$/m)
    const json = JSON.parse((await criba(['apply', saved, path, '--format', 'json'])).out) as ApplyResult
    expect(isValid(json), JSON.stringify(isValid.errors)).toBe(true)
    const island = json.columns.find(({ feature }) => feature === 'island')!
    expect(island).toMatchObject({ rows: 344, missing: 142, training: { rows: 344, missing: 0 } })
    expect(island.unseen).toMatchObject({ count: 7, rows: 7 })
    const csv = (await criba(['apply', saved, path, '--format', 'csv', '--quiet'])).out.split('\n')
    expect(csv[0]).toBe(
      'feature,type,rows,missing,trainingRows,trainingMissing,unseenLevels,unseenRows,below,above,psi,ks,pValue,shift,role',
    )
    expect(csv).toContain(`island,categorical,344,142,344,0,7,7,,,${island.psi},,,major,chosen`)
  })

  it('reads the data as those of the selection were read', async () => {
    const coded = join(folder, 'coded.csv')
    writeFileSync(
      coded,
      `# a note\na,b,y\n${Array.from({ length: 60 }, (_, i) => `${i % 7 === 0 ? -9 : i % 5},${i % 3},${i % 2}\n`).join('')}`,
    )
    const run = join(folder, 'coded.json')
    const how = ['--comment', '#', '--missing-words', '-9', '--types', 'b=categorical']
    const chosen = ['--as-is', '--stop', 'none']
    expect((await criba(['select', coded, '-t', 'y', ...how, ...chosen, '--save', run])).code).toBe(0)
    const { code, out } = await criba(['apply', run, coded, '--format', 'json'])
    expect(code).toBe(0)
    const { columns } = JSON.parse(out) as ApplyResult
    const ofSelection = JSON.parse(readFileSync(run, 'utf8')) as SelectResult
    expect(columns.map(({ feature }) => feature)).toEqual(ofSelection.selected)
    expect(columns.find(({ feature }) => feature === 'a')).toMatchObject({ missing: 9, psi: 0 })
    expect(columns.find(({ feature }) => feature === 'b')).toMatchObject({ type: 'categorical', psi: 0 })
    const others = (await criba(['apply', run, coded, '--missing-words', 'none', '--format', 'json'])).out
    expect((JSON.parse(others) as ApplyResult).columns.find(({ feature }) => feature === 'a')!.missing).toBe(
      0,
    )
  })

  it('applies a result without distributions, and says that drift cannot be computed', async () => {
    const older = join(folder, 'older.json')
    const { training: _, ...result } = JSON.parse(readFileSync(saved, 'utf8')) as SelectResult
    writeFileSync(older, JSON.stringify(result))
    const { code, out, err } = await criba(['apply', older, penguins])
    expect(code).toBe(0)
    expect(err).toMatch(
      /^warning: the result does not contain .* drift cannot be computed: select again to add them\n$/,
    )
    expect(out).toMatch(/^column +missing\nflipper_length_mm +0\.6 %$/m)
  })

  it.each([
    ['x', 'it is not JSON'],
    ['null', 'it is not a result of criba select'],
    ['{"command":"rank","spec":{},"columns":[]}', 'it is not a result of criba select'],
    ['{"command":"select","spec":{}}', 'it is not a result of criba select'],
  ])('refuses the result %s', async (text, why) => {
    const path = join(folder, 'wrong.json')
    writeFileSync(path, text)
    const { code, err } = await criba(['apply', path, penguins])
    expect([code, err]).toEqual([1, `criba: unreadable result: ${path} (${why})\n`])
  })

  it('refuses a result of a later major version, and an absent one', async () => {
    const path = join(folder, 'later.json')
    const result = JSON.parse(readFileSync(saved, 'utf8')) as SelectResult
    writeFileSync(path, JSON.stringify({ ...result, criba: '12.0.1' }))
    expect((await criba(['apply', path, penguins])).err).toMatch(
      /^criba: unreadable result: .* \(criba 12\.0\.1 wrote it; this is criba .*: update it\)\n$/,
    )
    const absent = await criba(['apply', join(folder, 'absent.json'), penguins])
    expect([absent.code, absent.err]).toEqual([
      1,
      expect.stringMatching(/^criba: unreadable result: .*ENOENT/),
    ])
    expect(await criba(['apply', saved])).toMatchObject({
      code: 1,
      err: "criba: missing required argument 'data'\n",
    })
  })

  it.each(['memory', 'duckdb'])(
    'compares the target: its classes and their shares, in %s',
    async (source) => {
      const path = withColumn('fewer-gentoos.csv', 'species', (cell, row) =>
        cell === 'Gentoo' && row % 2 === 0 ? 'Adelie' : cell,
      )
      const { out, err } = await criba(['apply', saved, path, '--source', source, '--format', 'json'])
      expect(err).toBe('')
      const result = JSON.parse(out) as ApplyResult
      expect(isValid(result)).toBe(true)
      const { target } = result
      // 152, 68 and 124 penguins, of which every second Gentoo has become an Adelie.
      expect(target).toMatchObject({
        feature: 'species',
        unseen: { count: 0, rows: 0 },
        classes: [
          { level: 'Adelie', before: 152, now: 152 + 62 },
          { level: 'Chinstrap', before: 68, now: 68 },
          { level: 'Gentoo', before: 124, now: 62 },
        ],
        shift: 'moderate',
      })
      const shares = [152, 68, 124].map((rows, i) => [rows / 344, [214, 68, 62][i] / 344])
      const psi = shares.reduce((sum, [p, q]) => sum + (q - p) * Math.log(q / p), 0)
      expect(target!.psi).toBeCloseTo(psi, 12)
      const { out: text } = await criba(['apply', saved, path, '--source', source])
      expect(text).toMatch(/^species \(target\) +0 +0 .* moderate$/m)
      expect(text).toContain(
        'rows of each species, before → now: Adelie 44.2 % → 62.2 %, Chinstrap 19.8 % → 19.8 %, Gentoo 36.0 % → 18.0 %',
      )
    },
  )

  it.each(['memory', 'duckdb'])(
    'names classes that are other spellings of known ones, and reads them as these, in %s',
    async (source) => {
      const path = penguinsWith('spelled.csv', (cells, row) =>
        row === 0
          ? cells
          : cells.map((cell) => (['Adelie', 'Gentoo', 'Dream'].includes(cell) ? `${cell}.` : cell)),
      )
      const { err } = await criba(['apply', saved, path, '--source', source])
      expect(err).toBe(
        [
          'warning: the target species has classes that the data of the selection did not have: "Adelie." in 152 rows, "Gentoo." in 124 rows',
          'warning: column island has levels that the data of the selection did not have: "Dream." in 124 rows',
          'warning: levels that differ only in spelling from those of the selection: species ("Adelie." for "Adelie", "Gentoo." for "Gentoo"), island ("Dream." for "Dream"); --fold-levels species,island reads them as these',
          '',
        ].join('\n'),
      )
      const written = join(folder, `spelled-${source}.csv`)
      const fold = ['--fold-levels', 'species,island', '-o', written, '--format', 'json', '--source', source]
      const mended = JSON.parse((await criba(['apply', saved, path, ...fold])).out) as ApplyResult
      expect(mended.warnings.map(({ code }) => code)).toEqual(['merged-spellings'])
      expect(mended.target).toMatchObject({ psi: 0, unseen: { rows: 0 } })
      expect(mended.columns.map(({ psi }) => psi)).toEqual([0, 0, 0, 0])
      expect(readFileSync(written, 'utf8')).toContain('Adelie.')
    },
  )

  it('compares a target of numbers by its range, and says if it holds texts', async () => {
    const result = join(folder, 'numbers.json')
    const flags = ['-t', 'body_mass_g', '-k', '2', '--no-evidence', '--save', result]
    expect((await criba(['select', penguins, ...flags])).code).toBe(0)
    const heavy = withColumn('heavy.csv', 'body_mass_g', (cell, row) => (row === 1 ? '9000' : cell))
    const { target } = JSON.parse(
      (await criba(['apply', result, heavy, '--format', 'json'])).out,
    ) as ApplyResult
    expect(target!.outside).toEqual({ min: 2700, max: 6300, below: 0, above: 1 })
    const words = withColumn('words.csv', 'body_mass_g', (cell, row) => (row % 2 ? 'heavy' : cell))
    const { code, err } = await criba(['apply', result, words])
    expect(code).toBe(0)
    expect(err).toContain('warning: the target body_mass_g holds texts, but held numbers: it is not compared')
  })

  it('makes the chosen indicators of lists, also of items that the data lack', async () => {
    const lists = ['mail;web', 'mail', 'web', 'shop;mail', 'shop']
    const rows = Array.from({ length: 60 }, (_, i) => `${lists[i % 5]},${i % 7},${i % 5 > 2 ? 'yes' : 'no'}`)
    const path = join(folder, 'lists.csv')
    writeFileSync(path, `channels,x,y\n${rows.join('\n')}\n`)
    const result = join(folder, 'lists.json')
    const flags = ['-t', 'y', '-k', '2', '--no-evidence', '--save', result, '--split', 'channels=;']
    const { code, err } = await criba(['select', path, ...flags, '-o', join(folder, 'lists-kept.csv')])
    expect(code).toBe(0)
    expect(err).toContain(`wrote ${join(folder, 'lists-kept.csv')}: 60 rows × 2 columns\n`)
    const { selected } = JSON.parse(readFileSync(result, 'utf8')) as SelectResult
    expect(selected).toContain('channels_web')
    const other = join(folder, 'lists-other.csv')
    writeFileSync(other, 'y,channels\nno,mail\nno,shop;mail\nno,shop\n')
    const applied = JSON.parse((await criba(['apply', result, other, '--format', 'json'])).out) as ApplyResult
    const web = applied.columns.find(({ feature }) => feature === 'channels_web')!
    expect([web.rows, web.missing, web.outside]).toEqual([3, 0, { min: 0, max: 1, below: 0, above: 0 }])
  })
})
