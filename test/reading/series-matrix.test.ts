// A series matrix of GEO: samples in columns, their traits in lines above the values.
import { openSource, readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { named } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()
const text = [
  '!Series_title\t"Expression"',
  '!Series_sample_id\t"GSM1 GSM2 GSM3 GSM4 "',
  '',
  '!Sample_title\t"a"\t"b"\t"c"\t"d"',
  '!Sample_characteristics_ch1\t"disease: tumor"\t"disease: normal"\t"disease: tumor"\t"disease: normal"',
  '!Sample_characteristics_ch1\t"age: 51"\t"age: 62"\t""\t"age: 48"',
  '!Sample_characteristics_ch1\t"sex: f"\t"batch: 2"\t"sex: m"\t"sex: f"',
  '!series_matrix_table_begin',
  '"ID_REF"\t"GSM1"\t"GSM2"\t"GSM3"\t"GSM4"',
  '"1007_s_at"\t8.5\t7.25\t8.75\t7',
  '"1053_at"\t1\t2\t3\t4',
  '!series_matrix_table_end',
  '',
].join('\n')

it('is refused with the options that read it, applied where nothing is lost', async () => {
  const path = folder.write('series_matrix.txt', text)
  await expect(readTable(path)).rejects.toThrow(/samples in columns.*: --skip 3 --transpose --ragged skip$/)
  const tables = []
  for (const source of ['memory', 'duckdb'] as const) {
    const opened = await openSource(path, { source, mends: 'apply' })
    tables.push(opened.columns.map(({ name, type }) => [name, type]))
    opened.close()
  }
  expect(tables[1]).toEqual(tables[0])
  expect(tables[0]).toContainEqual(['disease', 'categorical'])
  const table = named(await readTable(path, { skip: 3, transpose: true, ragged: 'skip' }))
  expect(table.disease).toEqual(['tumor', 'normal', 'tumor', 'normal'])
  expect(table['1007_s_at']).toEqual([8.5, 7.25, 8.75, 7])
})

it('has the traits of samples as columns by their names, and says so', async () => {
  const path = folder.write('traits.txt', text)
  const table = await readTable(path, { skip: 3, transpose: true, ragged: 'skip' })
  expect(named(table)).toMatchObject({
    age: [51, 62, null, 48],
    // Of several traits in a line none is its name.
    '!Sample_characteristics_ch1': ['sex: f', 'batch: 2', 'sex: m', 'sex: f'],
  })
  expect(table.warnings.map(({ message }) => message)).toContain(
    'traits of samples are columns by the names in their cells: disease, age',
  )
})

it('as the data of a target names the options that read it, with which the target is known', async () => {
  const path = folder.write('target.txt', text)
  const refused = await criba(['rank', path, '-t', 'disease'])
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toMatch(/: --skip 3 --transpose --ragged skip\n$/)
  const ranked = await criba([
    'rank',
    path,
    '-t',
    'disease',
    '--skip',
    '3',
    '--transpose',
    '--ragged',
    'skip',
  ])
  expect(ranked.out).toContain('target disease')
})
