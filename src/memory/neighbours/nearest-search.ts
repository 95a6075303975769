import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { blockRows } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { NearestInput } from './nearest-job.ts'
import { writeRoundings } from './rounding.ts'

/** A search in kernel memory, and its results for some rows. */
export interface NearestSearch {
  /** Its address: see `Search` in assembly/. */
  readonly address: number
  /** The most rows of one call. */
  readonly mostRows: number
  /** The results of each row. */
  readonly values: ArenaBlock<Float64Array>
  readonly marks: ArenaBlock<Uint8Array>
  /** Sets the columns in which distances are measured, given by number and as copied, still in row order. */
  setColumns(set: readonly number[], copied: SetColumns): void
  /** Sets the rows whose neighbours are searched. */
  setRange(from: number, to: number): void
}

/** Bits of a row's mark: its k-th neighbour is at distance 0; more than k rows are within its distance. */
export const atZero = 1
export const tiedAtLast = 2

/** The most results of one call. */
const mostValues = 1 << 20

/**
 * The number of results of a row: squared differences and squared distances for k places, or one distance.
 */
export function widthOfRow({ k, wanted }: NearestInput): number {
  return wanted.of === 'differences' ? 2 * k : 1
}

export function openSearch(kernels: Kernels, arena: Arena, input: NearestInput): NearestSearch {
  const { rows, origins, k, metric, wanted } = input
  const width = widthOfRow(input)
  const mostRows = Math.max(1, Math.min(blockRows, rows, Math.floor(mostValues / width)))
  const fields = arena.integers(32)
  const values = arena.numbers(mostRows * width)
  const marks = arena.bytes(mostRows)
  const best = arena.numbers(2 * k)
  const distances = arena.numbers(rows + 4)
  const found = arena.integers(rows)
  const ties = arena.integers(rows)
  const bits = arena.numbers(Math.ceil(rows / 64))
  const tieDistances = arena.numbers(rows)
  const slack = origins ? arena.numbers(rows) : null
  const target = wanted.of === 'differences' ? arena.copyOf(wanted.target).address : 0
  bits.view.fill(0)
  const isFirst = wanted.of === 'differences' && wanted.ties === 'first'
  return {
    address: fields.address,
    mostRows,
    values,
    marks,
    setColumns(set, { address, stride }) {
      if (!slack || !origins) return
      const placed = set.map((column, i) => ({ address: address + i * stride, origin: origins[column] }))
      writeRoundings(kernels, slack, placed, metric)
    },
    setRange(from, to) {
      // The first six numbers of 64 bits are internal.
      const parameters = [rows, k, from, to, target, isFirst ? 1 : 0, metric === 'euclidean' ? 1 : 0]
      const blocks = [values, marks, best, distances, found, ties, bits, tieDistances]
      fields.view.set([...parameters, ...blocks.map(({ address }) => address), slack?.address ?? 0], 12)
    },
  }
}

/** The columns of a set, contiguous, `stride` bytes apart. */
interface SetColumns {
  readonly address: number
  readonly stride: number
  readonly count: number
  /** The source columns. */
  readonly columns: readonly Float64Array[]
}

/**
 * Copies the columns of a set into kernel memory; the empty set becomes a column of zeros, in which all rows
 * coincide.
 */
export function copyColumns(arena: Arena, columns: readonly Float64Array[], rows: number): SetColumns {
  if (columns.length === 0) return copyColumns(arena, [new Float64Array(rows)], rows)
  const copied = arena.numbers(columns.length * rows + 1)
  columns.forEach((column, i) => copied.view.set(column, i * rows))
  return { address: copied.address, stride: rows * 8, count: columns.length, columns }
}

export type Find = (search: NearestSearch) => void
export type OpenStructure = (kernels: Kernels, arena: Arena, copied: SetColumns, input: NearestInput) => Find
