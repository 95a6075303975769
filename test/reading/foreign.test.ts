import { mkdirSync } from 'node:fs'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'
import { zip } from './sheet-files.ts'

const folder = testFolder()

/** The message of the error of a file, paths and all, as its line contains them. */
async function failure(read: Promise<unknown>): Promise<string> {
  return read.then(
    () => 'no error',
    (error: Error) => error.message,
  )
}

const binary = '\0\x01\x02'
const olds = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('a format that criba does not read', () => {
  it.each([
    ['sav', '$FL2@(#) SPSS DATA FILE', 'pd.read_spss('],
    ['dta', '<stata_dta><header>', 'pd.read_stata('],
    ['npy', '\x93NUMPY\x01\0', 'np.load('],
    ['mat', 'MATLAB 5.0 MAT-file, Platform', 'io.loadmat('],
    ['sas7bdat', '\0'.repeat(12) + '\xc2\xea\x81\x60\xb3', 'pd.read_sas('],
    ['xpt', 'HEADER RECORD*******LIBRARY HEADER', 'pd.read_sas('],
    ['rds', 'X\n\0\0\0\x03\0', 'write.csv(readRDS('],
    ['rda', 'RDX3\nX\n\0', 'load('],
    ['h5', '\x89HDF\r\n\x1a\n\0', 'pd.read_hdf('],
    ['pkl', '\x80\x04\x95\0', 'pd.read_pickle('],
    ['xls', `${olds}\0\0`, 'pd.read_excel('],
    ['sqlite', 'SQLite format 3\0', 'sqlite3 -header -csv'],
    ['bz2', 'BZh91AY&SY\0', 'bzip2 -dk'],
    ['xz', '\xfd7zXZ\0\0', 'xz -dk'],
  ])(
    '.%s is refused with the line that converts it, by its name and by its bytes',
    async (extension, start, line) => {
      const byName = await failure(readTable(folder.write(`my data.${extension}`, bytes(binary))))
      expect(byName).toContain(line)
      const byBytes = await failure(readTable(folder.write(`${extension}-file`, bytes(start))))
      expect(byBytes).toContain(line)
      expect(byBytes).toMatch(/^unreadable file: .* is .*, which criba does not read \(convert it: /)
      const packed = await failure(readTable(folder.write(`${extension}.gz`, bytes(start))))
      expect(packed).toContain(line)
      // A text is not read under the name of a text alone.
      expect(await failure(readTable(folder.write(`${extension}.csv`, bytes(start))))).toContain(line)
    },
  )

  it.each([
    ['npz', { 'a.npy': 'x' }, 'np.load('],
    ['xlsb', { '[Content_Types].xml': '<a/>', 'xl/workbook.bin': 'x' }, 'pyxlsb'],
  ])('.%s is told from other archives', async (extension, parts, line) => {
    expect(await failure(readTable(folder.write(`a.${extension}`, zip(parts))))).toContain(line)
    expect(await failure(readTable(folder.write(`${extension}.zip`, zip(parts))))).toContain(line)
  })

  it('gives a line that a shell takes as it stands', async () => {
    const message = await failure(readTable(folder.write(`it's "1".dta`, bytes(binary))))
    expect(message).toContain(`'import pandas as pd; pd.read_stata("`)
    expect(message).toContain(String.raw`it'\''s \"1\".dta").to_csv("`)
  })

  it.each([
    ['a.xls', 'a\tb\n1\t2\n'],
    ['a.mat', 'a b\n1 2\n3 4\n'],
    ['a.dta', 'a,b\n1,2\n'],
    ['R.csv', 'A\n2\n3\n'],
    ['orc', 'ORC\n1\n2\n'],
    ['b.csv', 'MATLAB score,b\n1,2\n'],
    ['c.csv', 'RDX3,b\n1,2\n'],
    ['d.csv', 'X\n3\n4\n'],
    ['e.csv', 'BZh91,b\n1,2\n'],
    ['f.csv', '<stata,b\n1,2\n'],
  ])('is not taken for %s of plain text', async (name, text) => {
    expect((await readTable(folder.write(name, text))).columns[0].type).toBe('numeric')
  })
})

describe('a folder', () => {
  it('is an error that lists at most ten of its data files, with a command', async () => {
    mkdirSync(folder.path('few/deeper.csv'), { recursive: true })
    mkdirSync(folder.path('many'))
    expect(await failure(readTable(folder.path('few')))).toMatch(/few is a folder \(it has no data/)
    folder.write('few/b.parquet', 'x')
    folder.write('few/a b.csv.gz', 'x')
    folder.write('few/notes.md', 'x')
    folder.write('few/.hidden.csv', 'x')
    expect(await failure(readTable(folder.path('few')))).toMatch(
      /few is a folder \(it has a b\.csv\.gz, b\.parquet; name one: criba describe .*a b\.csv\.gz'\)/,
    )
    for (let i = 10; i < 22; i++) folder.write(`many/p${i}.xlsx`, 'x')
    expect(await failure(readTable(folder.path('many')))).toMatch(
      /it has p10\.xlsx, .*, p19\.xlsx and 2 more; name one: criba describe \S*many\/p10\.xlsx\)/,
    )
  })
})
