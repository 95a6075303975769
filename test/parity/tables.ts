import { tableFromColumns } from 'criba'
import type { Coding, Level, Table, Variable } from 'criba'

/** The index of each column in every random table. */
export const columns = {
  target: 0,
  smooth: 1,
  tied: 2,
  gaps: 3,
  counts: 4,
  text: 5,
  gappyText: 6,
  many: 7,
  constant: 8,
  whole: 9,
  fractional: 10,
  empty: 11,
  huge: 12,
  folds: 13,
} as const

/** Texts that sort differently by code point, by UTF-16 unit and by locale, and that break careless quoting. */
export const oddTexts = [
  '',
  ' a',
  "O'Neil",
  '"x"',
  'É',
  'Z',
  'a',
  'z',
  'é',
  '\uFF5E',
  '😀',
  '𝔸',
  'a\tb',
  '-- ;',
  'NULL x',
]

/** A stream of numbers in [0, 1) from a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A table with every kind of column that statistics are computed for. */
export function randomTable(rows: number, seed: number): Table {
  const random = randomNumbers(seed)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]
  const column = (at: (row: number) => unknown) => Array.from({ length: rows }, (_, row) => at(row))
  const gappy = (at: (row: number) => unknown) => column((row) => (random() < 0.2 ? null : at(row)))
  return tableFromColumns(
    [
      ['target "y"', gappy(() => Math.floor(random() * 3))],
      ["smooth; '", column(() => random() * 100 - 50)],
      ['tied', column(() => Math.round(random() * 8) / 4 - 1)],
      ['gaps', gappy(() => Math.round(random() * 40))],
      ['Counts', column(() => Math.floor(random() * 5) * 1e6)],
      ['text', column(() => pick(oddTexts))],
      ['counts', gappy(() => pick(oddTexts.slice(3, 8)))],
      ['many 😀', gappy(() => `level ${Math.floor(random() * 400)}`)],
      ['constant', column(() => 0.1)],
      ['whole', column(() => Math.floor(random() * 4))],
      ['fractional', column(() => Math.floor(random() * 9) / 4)],
      ['empty', column(() => null)],
      ['huge', column(() => 1e9 + random())],
      ['folds', column(() => Math.floor(random() * 2))],
    ],
    { empty: 'numeric' },
  )
}

/** The numbers of a column, without a coding. */
export function numbers(column: number, fill?: number): Variable {
  return { column, coding: null, ...(fill !== undefined && { fill }) }
}

/** A column under a coding. */
export function coded(column: number, coding: Coding, fill?: Level): Variable {
  return { column, coding, ...(fill !== undefined && { fill }) }
}
