import { extname } from 'node:path'
import { CribaError, shellWord } from '#core'

/** A format that criba does not read, and the line that converts it, or the words instead of it. */
interface ForeignFormat {
  readonly name: string
  readonly extensions: readonly string[]
  /** What the file may start with, one character for each byte. */
  readonly starts?: readonly string[]
  readonly convert: (from: string, to: string) => string
}

/** A line of Python with pandas; names as JSON are literals of Python too. */
function pandas(read: string, more = '', imported = ''): ForeignFormat['convert'] {
  return (from, to) => {
    const table = `${read.replace('FILE', JSON.stringify(from))}${more}`
    const code = `import pandas as pd${imported}; ${table}.to_csv(${JSON.stringify(to)}, index=False)`
    return `python3 -c ${shellWord(code)}`
  }
}

function inR(table: string): ForeignFormat['convert'] {
  return (from, to) => {
    const read = table.replace('FILE', JSON.stringify(from))
    return `Rscript -e ${shellWord(`write.csv(${read}, ${JSON.stringify(to)}, row.names = FALSE)`)}`
  }
}

const formats: readonly ForeignFormat[] = [
  {
    name: 'SPSS',
    extensions: ['sav', 'zsav'],
    starts: ['$FL2@(#)', '$FL3@(#)'],
    convert: pandas('pd.read_spss(FILE)'),
  },
  {
    name: 'Stata',
    extensions: ['dta'],
    starts: ['<stata_dta>'],
    convert: pandas('pd.read_stata(FILE)'),
  },
  {
    name: 'NumPy',
    extensions: ['npy'],
    starts: ['\x93NUMPY'],
    convert: pandas('pd.DataFrame(np.load(FILE)).add_prefix("x")', '', ', numpy as np'),
  },
  {
    name: 'NumPy',
    extensions: ['npz'],
    convert: pandas('pd.DataFrame(next(iter(np.load(FILE).values()))).add_prefix("x")', '', ', numpy as np'),
  },
  {
    name: 'MATLAB',
    extensions: ['mat'],
    starts: ['MATLAB 5.0 MAT-file', 'MATLAB 7.3 MAT-file'],
    convert: (from, to) =>
      `${pandas('pd.DataFrame(io.loadmat(FILE)["X"]).add_prefix("x")', '', '; from scipy import io')(from, to)} for its variable X`,
  },
  {
    name: 'SAS',
    extensions: ['sas7bdat', 'xpt'],
    starts: ['\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60', 'HEADER RECORD*******LIB'],
    convert: pandas('pd.read_sas(FILE, encoding="latin-1")'),
  },
  {
    name: 'R data',
    extensions: ['rds'],
    starts: ['X\n\0\0\0\x02', 'X\n\0\0\0\x03'],
    convert: inR('readRDS(FILE)'),
  },
  {
    name: 'R data',
    extensions: ['rda', 'rdata'],
    starts: ['RDX2\n', 'RDX3\n'],
    convert: inR('{ e <- new.env(); get(load(FILE, e)[1], e) }'),
  },
  {
    name: 'HDF5',
    extensions: ['h5', 'hdf5', 'hdf'],
    starts: ['\x89HDF\r\n\x1a\n'],
    convert: pandas('pd.read_hdf(FILE)'),
  },
  {
    name: 'a Python pickle',
    extensions: ['pkl', 'pickle'],
    starts: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'],
    convert: pandas('pd.read_pickle(FILE)'),
  },
  {
    name: 'a workbook in the format of Excel before 2007',
    extensions: ['xls'],
    starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    convert: (from, to) => `save it as .xlsx, or ${pandas('pd.read_excel(FILE)')(from, to)}`,
  },
  {
    name: 'a binary workbook',
    extensions: ['xlsb'],
    convert: (from, to) => `save it as .xlsx, or ${pandas('pd.read_excel(FILE, engine="pyxlsb")')(from, to)}`,
  },
  {
    name: 'SQLite',
    extensions: ['sqlite', 'sqlite3', 'db'],
    starts: ['SQLite format 3\0'],
    convert: (from, to) =>
      `sqlite3 -header -csv ${shellWord(from)} ${shellWord('SELECT * FROM t')} > ${shellWord(to)} for its table t`,
  },
  {
    name: 'ORC',
    extensions: ['orc'],
    convert: pandas('pd.read_orc(FILE)'),
  },
  {
    name: 'compressed by bzip2',
    extensions: ['bz2'],
    starts: ['BZh91AY&SY'],
    convert: (from) => `bzip2 -dk ${shellWord(from)}`,
  },
  {
    name: 'compressed by xz',
    extensions: ['xz'],
    starts: ['\xfd7zXZ\0'],
    convert: (from) => `xz -dk ${shellWord(from)}`,
  },
]

/** Refuses a format of others by the name of the file. */
export function refuseForeignName(label: string, extension: string): void {
  const found = formats.find(({ extensions }) => extensions.includes(extension))
  if (found) throw foreign(label, found)
}

/** Refuses a format of others by the first bytes of a file. */
export function refuseForeignBytes(label: string, start: string): void {
  const found = formats.find(({ starts = [] }) => starts.some((one) => start.startsWith(one)))
  if (found) throw foreign(label, found)
}

function foreign(label: string, { name, extensions, convert }: ForeignFormat): CribaError {
  const from = label === 'standard input' ? `data.${extensions[0]}` : label
  const bare = from.slice(0, from.length - extname(from).length)
  const to = `${from.endsWith('.csv') ? from : bare}.csv`
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} is ${name}, which criba does not read (convert it: ${convert(from, to)})`,
  )
}
