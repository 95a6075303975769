import { MemorySource, tableFromColumns } from 'criba'
import type { Answers, Family, Request, Run, Source, Table, Variable, View } from 'criba'
import { expect } from 'vitest'
import { randomNumbers } from '../parity/tables.ts'

export type NearestRequest = Extract<Request, { kind: 'nearest' }>
export type Nearest = Answers<[NearestRequest]>[0]
/** What is asked besides the sets. */
export type Asked = Omit<NearestRequest, 'kind' | 'family' | 'view'> & { readonly view?: View }
export type Columns = Readonly<Record<string, readonly (number | string | null)[]>>

/** A stream of standard normal numbers. */
export function normalNumbers(seed: number): () => number {
  const random = randomNumbers(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Six columns a … f, a target y that follows some of them, and levels, of every kind that ties or does not. */
export const kinds = {
  continuous: (random) => 10 * random() - 5,
  'of few decimals': (random) => Math.round(40 * random()) / 10,
  rounded: (random) => Math.floor(4 * random()),
  'far from 0': (random) => 1e6 + Math.round(1000 * random()) / 1000,
} satisfies Record<string, (random: () => number) => number>

const names = ['a', 'b', 'c', 'd', 'e', 'f']

export function columnsOf(kind: keyof typeof kinds, rows: number, seed: number): Columns {
  const random = randomNumbers(seed)
  const column = () => Array.from({ length: rows }, () => kinds[kind](random))
  const features = names.map(() => column())
  const y = features[0].map((x, row) => Math.round(8 * (x + features[1][row] + random())) / 8)
  const level = y.map((_, row) => 'uvw'[Math.floor(3 * random() * (row === 0 ? 0 : 1))])
  return { ...Object.fromEntries(names.map((name, i) => [name, features[i]])), y, level }
}

/** The same tables with rows that stand several times, and with columns of one value. */
export function tablesOf(rows: number): readonly (readonly [title: string, columns: Columns])[] {
  const plain = Object.keys(kinds).map((kind, i) => {
    return [kind, columnsOf(kind as keyof typeof kinds, rows, i + 1)] as const
  })
  const repeated = takeRows(
    columnsOf('continuous', rows, 11),
    Array.from({ length: rows }, (_, row) => Math.floor(row / 3)),
  )
  const constant = (value: number) => Array.from({ length: rows }, () => value)
  const flat = { ...columnsOf('continuous', rows, 12), b: constant(7), e: constant(0.1) }
  return [...plain, ['rows three times', repeated], ['constant columns', flat]]
}

export function takeRows(columns: Columns, places: readonly number[]): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, cells]) => [name, places.map((place) => cells[place])]),
  )
}

export function rowsOf(columns: Columns): readonly number[] {
  return Object.values(columns)[0].map((_, row) => row)
}

export function tableOf(columns: Columns): Table {
  return tableFromColumns(columns)
}

/** Columns as variables, by name, each the same object wherever it is used. */
export function variablesOf(columns: Columns): (name: string) => Variable {
  const known = new Map(
    Object.keys(columns).map((name, column): [string, Variable] => [
      name,
      { column, coding: name === 'level' ? { kind: 'values' } : null },
    ]),
  )
  return (name) => known.get(name)!
}

/** All subsets of a to f with so many members, by ascending mask. */
export function subsetsOf<T>(of: readonly T[], [from, to]: readonly [number, number]): readonly T[][] {
  return Array.from({ length: 2 ** of.length }, (_, mask) => of.filter((_, bit) => (mask >> bit) & 1)).filter(
    ({ length }) => length >= from && length <= to,
  )
}

export async function askNearest(
  data: Table | Source,
  family: Family,
  { view = {}, ...asked }: Asked,
  run: Run = {},
): Promise<Nearest> {
  const source = 'answer' in data ? data : new MemorySource(data)
  const [answer] = await source.answer([{ kind: 'nearest', family, ...asked, view }], run)
  return answer
}

const fields = [
  'n',
  'squaredDifferences',
  'targetSpread',
  'squaredDistances',
  'logDistances',
  'digammas',
  'zeros',
  'tied',
] as const

/** The part of an answer that is about one member. */
export function memberOf(answer: Nearest, member: number, members: number): Nearest {
  const part = (all: Float64Array) => {
    const width = all.length / members
    return all.slice(member * width, (member + 1) * width)
  }
  return Object.fromEntries(fields.map((field) => [field, part(answer[field])])) as unknown as Nearest
}

function haveSameBits(a: Float64Array, b: Float64Array): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: Float64Array) =>
    Buffer.from(buffer, byteOffset, byteLength)
  return bytes(a).equals(bytes(b))
}

/** The same bits, field by field. */
export function expectSame(actual: Nearest, expected: Nearest, what = ''): void {
  for (const field of fields) {
    // An expectation over thousands of sets takes longer than their answers.
    if (!haveSameBits(actual[field], expected[field]))
      expect(actual[field], `${field} ${what}`).toEqual(expected[field])
  }
}

/** The same up to rounding; counts are the same. */
export function expectClose(actual: Nearest, expected: Nearest, tolerance: number): void {
  for (const field of ['n', 'zeros', 'tied'] as const) expect(actual[field], field).toEqual(expected[field])
  for (const field of fields) {
    expect(actual[field]).toHaveLength(expected[field].length)
    expected[field].forEach((value, i) => {
      const allowed = tolerance * Math.max(1, Math.abs(value))
      if (!(Math.abs(actual[field][i] - value) <= allowed))
        expect.fail(`${field} ${i}: ${actual[field][i]} for ${value}`)
    })
  }
}
