import { blockRows } from './blocks.ts'
import type { Kernels } from './kernels.ts'
import type { NearestGiven } from './nearest-job.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** A search laid out for the kernels; what it finds of some rows can then be read. */
export interface NearestSearch {
  /** Where it lies: see `Search` in assembly/. */
  readonly address: number
  /** Rows looked at in one go, at most. */
  readonly mostRows: number
  /** Numbers for each row, row after row. */
  readonly values: ArenaBlock<Float64Array>
  readonly marks: ArenaBlock<Uint8Array>
  /** Asks for the neighbours of some rows. */
  findRange(from: number, to: number): void
}

/** Every metric, and what the kernels call it: see `nearest-metric` in assembly/. */
export const metricCodes = { euclidean: 0, manhattan: 1, chebyshev: 2 } as const
export type DistanceMetric = keyof typeof metricCodes

/** Bits of a row's mark: its k-th neighbour lies at distance 0; more than k rows lie within its distance. */
export const atZero = 1
export const tiedAtLast = 2

/** Room for so many numbers is made for the rows looked at in one go. */
const mostValues = 1 << 20

/** How many numbers a row gets: squared differences and squared distances for k places, or a distance. */
export function widthOfRow({ k, wanted }: NearestGiven): number {
  return wanted.of === 'differences' ? 2 * k : 1
}

export function openSearch(arena: Arena, given: NearestGiven): NearestSearch {
  const { rows, k, metric, wanted } = given
  const width = widthOfRow(given)
  const mostRows = Math.max(1, Math.min(blockRows, rows, Math.floor(mostValues / width)))
  const fields = arena.integers(20)
  const values = arena.numbers(mostRows * width)
  const marks = arena.bytes(mostRows)
  const best = arena.numbers(2 * k)
  const distances = arena.numbers(rows + 4)
  const found = arena.integers(rows)
  const ties = arena.integers(rows)
  const bits = arena.numbers(Math.ceil(rows / 64))
  const target = wanted.of === 'differences' ? arena.copyOf(wanted.target).address : 0
  bits.view.fill(0)
  const isFirst = wanted.of === 'differences' && wanted.ties === 'first'
  return {
    address: fields.address,
    mostRows,
    values,
    marks,
    findRange(from, to) {
      // The first number of 64 bits is the kernels' own.
      const asked = [rows, k, from, to, target, isFirst ? 1 : 0, metric === 'euclidean' ? 1 : 0]
      const blocks = [values, marks, best, distances, found, ties, bits]
      fields.view.set([...asked, ...blocks.map(({ address }) => address)], 2)
    },
  }
}

/** The columns of a set one after the other, `stride` bytes apart. */
interface LaidColumns {
  readonly address: number
  readonly stride: number
  readonly count: number
  /** Where they were copied from. */
  readonly columns: readonly Float64Array[]
}

/** Lays out the columns of a set; a set without any is a column of zeros, on which all rows coincide. */
export function layColumns(arena: Arena, columns: readonly Float64Array[], rows: number): LaidColumns {
  if (columns.length === 0) return layColumns(arena, [new Float64Array(rows)], rows)
  const laid = arena.numbers(columns.length * rows)
  columns.forEach((column, i) => laid.view.set(column, i * rows))
  return { address: laid.address, stride: rows * 8, count: columns.length, columns }
}

export type Find = (search: NearestSearch) => void
export type OpenStructure = (kernels: Kernels, arena: Arena, laid: LaidColumns, given: NearestGiven) => Find
