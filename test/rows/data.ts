import type { ColumnType } from 'criba'

/** The value of a cell; `null` if missing. */
export type Cell = number | string | null

/** The kind of a column: its values, and how its cells are written. */
export type Kind = keyof typeof kinds

/** A column as every file should give it; its cells are a pure function of the row and of the column's index. */
export interface TrueColumn {
  readonly name: string
  readonly kind: Kind
  readonly type: ColumnType
  readonly cells: readonly Cell[]
}

/** A table whose cells never passed through a reader or an engine. */
export interface TrueTable {
  readonly rows: number
  readonly columns: readonly TrueColumn[]
  /** The types that a reader needs: categorical for whole numbers that are labels. */
  readonly types: Readonly<Record<string, ColumnType>>
}

interface MadeKind {
  readonly type: ColumnType
  /** The value in a row; `random` returns numbers in [0, 1). */
  readonly at: (row: number, random: () => number, rows: number) => Cell
  /** Without missing values. */
  readonly isComplete?: boolean
}

const levels = ['red', 'green', 'blue', 'dark red', 'ochre', 'white', 'x']
const pieces = ['north', 'O’Neil', 'né', 'ß 𝒳', '漢字', ' pad ', 'a  b', "it's", '(1)', '#']
const oddPieces = [
  ...pieces,
  'say "hi"',
  '""',
  ',',
  ';',
  'tab\there',
  'line\nbreak',
  'two\r\nbreaks',
  '|',
  '\\',
]
const pick = <T>(from: readonly T[], random: () => number) => from[Math.floor(random() * from.length)]
const whole = (random: () => number, below: number) => Math.floor(random() * below)
const words = (from: readonly string[], random: () => number) =>
  `${pick(levels, random)}${pick(from, random)}${whole(random, 4)}${pick(from, random)}.`

const kinds = {
  /** The index of the row, from 0. */
  row: { type: 'numeric', isComplete: true, at: (row) => row },
  /** How often the row counts. */
  weight: { type: 'numeric', isComplete: true, at: (_, random) => whole(random, 4) },
  /** Three classes, mostly determined by the index of the row. */
  class: {
    type: 'categorical',
    isComplete: true,
    at: (row, random) => (random() < 0.5 ? ['up', 'down', 'level'][row % 3] : pick(['up', 'down'], random)),
  },
  /** 15 to 17 digits. */
  double: { type: 'numeric', at: (_, random) => (random() - 0.5) * 1000 + random() / 1e6 },
  /** Written with an exponent. */
  exponent: {
    type: 'numeric',
    at: (_, random) => Number(`${(random() - 0.5).toFixed(17)}e${whole(random, 40) - 20}`),
  },
  /** Written with two decimals, including zeros. */
  price: { type: 'numeric', at: (_, random) => whole(random, 100_000) / 100 },
  integer: { type: 'numeric', at: (_, random) => whole(random, 199) - 99 },
  digit: { type: 'numeric', at: (_, random) => whole(random, 10) },
  large: { type: 'numeric', at: (_, random) => (random() < 0.5 ? -1 : 1) * whole(random, 9007199254740991) },
  level: { type: 'categorical', at: (_, random) => pick(levels, random) },
  letter: { type: 'categorical', at: (_, random) => pick(['p', 'q', 'r', 's'], random) },
  /** Texts without quotes. */
  text: { type: 'categorical', at: (_, random) => words(pieces, random) },
  /** Texts with quotes, separators and line breaks. */
  odd: { type: 'categorical', at: (_, random) => words(oddPieces, random) },
  id: { type: 'categorical', at: (row) => `id-${(row * 7919) % 1_000_003}` },
  /** Whole numbers, and in the last tenth of the rows also texts. */
  late: {
    type: 'categorical',
    at: (row, random, rows) => (row > 0.9 * rows && random() < 0.5 ? 'none yet' : String(whole(random, 90))),
  },
  flag: { type: 'categorical', at: (_, random) => (random() < 0.3 ? 'true' : 'false') },
  /** Labels that are whole numbers too large for a double. */
  big: { type: 'categorical', at: (_, random) => `90071992547409${10_001 + 2 * whole(random, 50)}` },
} as const satisfies Readonly<Record<string, MadeKind>>

/** 60 columns of every kind, with texts of any characters. */
export const mixed: readonly Kind[] = [
  'row',
  'weight',
  'id',
  ...Array.from({ length: 14 }, (): Kind[] => ['double', 'level']).flat(),
  ...(['exponent', 'price', 'integer', 'large', 'odd', 'late', 'flag', 'big', 'double'] as const),
  ...(['exponent', 'price', 'integer', 'large', 'odd', 'late', 'flag', 'big', 'double'] as const),
  ...(['exponent', 'price', 'integer', 'large', 'odd', 'late', 'flag', 'big', 'double'] as const),
  'id',
  'class',
]

/** The same, with texts that need no quotes. */
export const unquoted: readonly Kind[] = mixed.map((kind) => (kind === 'odd' ? 'text' : kind))

/** 52 columns of single letters or digits: many rows in a file of a few megabytes. */
export const narrow: readonly Kind[] = [
  'row',
  'weight',
  ...Array.from({ length: 49 }, (_, i): Kind => (i % 7 === 3 ? 'letter' : 'digit')),
  'class',
]

/** Makes the columns; about one cell in twenty is missing. */
export function makeTruth(rows: number, made: readonly Kind[]): TrueTable {
  const columns = made.map((kind, place): TrueColumn => {
    const { type, at, isComplete }: MadeKind = kinds[kind]
    const name = ['row', 'weight', 'class'].includes(kind) ? kind : `${kind}${place}`
    const cells = Array.from({ length: rows }, (_, row) => {
      const random = randomAt(row, place)
      return !isComplete && random() < 0.05 ? null : at(row, random, rows)
    })
    return { name, kind, type, cells }
  })
  const labels = columns.filter(({ kind }) => kind === 'big')
  return { rows, columns, types: Object.fromEntries(labels.map(({ name }) => [name, 'categorical'])) }
}

/** Some rows of a table. */
export function rowsFrom({ columns, types }: TrueTable, from: number, to: number): TrueTable {
  const cut = columns.map((column) => ({ ...column, cells: column.cells.slice(from, to) }))
  return { rows: cut[0].cells.length, columns: cut, types }
}

/** The table with texts on one line, for formats without line breaks in cells. */
export function inOneLine(truth: TrueTable): TrueTable {
  const flat = (cell: Cell) => (typeof cell === 'string' ? cell.replace(/\r?\n/g, ' / ') : cell)
  return { ...truth, columns: truth.columns.map((column) => ({ ...column, cells: column.cells.map(flat) })) }
}

/** Numbers in [0, 1) that depend only on the row and the column. */
function randomAt(row: number, column: number): () => number {
  let state = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(column + 1, 0x85ebca6b)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  // 53 bits, so that numbers use all digits of a double.
  return () => (next() * 2097152 + (next() >>> 11)) / 9007199254740992
}
