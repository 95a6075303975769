import { concatenate } from './concatenate.ts'
import { columnAt } from './coded-list.ts'
import type { CodedList } from './coded-list.ts'
import type { CodedColumn } from './coded-room.ts'
import { sumsOfSet } from './entropies-job.ts'
import type { EntropiesPart } from './entropies-job.ts'
import type { Job } from './job.ts'
import { padded } from './room.ts'

/** Columns of levels without holes over rows sorted into strata, and the tables of count·log₂ count. */
export interface StrataGiven {
  readonly columns: CodedList
  /** The rows that count, those of a stratum together. */
  readonly order: Uint32Array
  /** How many rows each stratum has. */
  readonly strata: Uint32Array
  /** The most cells in a table of two columns. */
  readonly cells: number
  readonly high: Float64Array
  readonly low: Float64Array
}

/** A column beside each of several; null: each by itself. */
export interface StrataTask {
  readonly first: number | null
  readonly lasts: Uint32Array
  /** The entropies with the stratum are not wanted. */
  readonly isAlone: boolean
}

/** At most so many columns in one call. */
const mostInCall = 1024
/** Columns stay in the room until they take more bytes than this. */
const keptBytes = 48 << 20

/** For each set the sums of its entropy, then of that with the stratum: twice six numbers, as of `entropiesJob`. */
export const strataJob: Job<StrataGiven, StrataTask, EntropiesPart> = {
  name: 'strata',
  open: (kernels, given) => {
    const { order, strata, columns } = given
    const room = kernels.room()
    const bytes = Uint32Array.from(strata, (rows) => padded(Math.ceil(rows / 8)))
    const stride = bytes.reduce((sum, length) => sum + length, 0)
    const high = room.copyOf(given.high)
    const low = room.copyOf(given.low)
    const rows = room.integers(order.length)
    const codes = room.bytes(columnAt(columns, 0).codes.length)
    const sizes = room.integers(strata.length)
    const lengths = room.integers(strata.length)
    const scratch = room.bytes(stride * 8)
    const cells = room.integers(given.cells * (strata.length + 1))
    const others = room.integers(mostInCall)
    const sums = room.numbers(mostInCall * 2 * sumsOfSet)
    const restOfSet = 2 * Math.floor(order.length / given.high.length)
    const rest = room.numbers(mostInCall * restOfSet)
    // See `Strata` and `Counting` in assembly/.
    const shape = room.record(strata.length, sizes.address, lengths.address, rows.address)
    const counting = room.record(
      ...[order.length, stride, 0, cells.address, high.address, low.address],
      ...[given.high.length, sums.address, rest.address],
    )
    sizes.view.set(strata)
    lengths.view.set(bytes)
    rows.view.set(order)
    // What no row of a stratum stands at has a level beyond all planes.
    scratch.view.fill(0xff)
    const whole = layOut({ codes: new Uint8Array(0), count: 1, hasHoles: false })
    const { top } = room
    const addresses = new Uint32Array(columns.length)

    return ({ first, lasts, isAlone }) => {
      const parts: Float64Array[] = []
      const left: Float64Array[] = []
      for (let from = 0; from < lasts.length; from += mostInCall) {
        if (room.top - top > keptBytes) forget()
        const a = first === null ? whole : addressOf(first)
        const count = Math.min(mostInCall, lasts.length - from)
        for (let i = 0; i < count; i++) addressOf(lasts[from + i])
        const { view } = others
        for (let i = 0; i < count; i++) view[i] = addresses[lasts[from + i]]
        const over = kernels.run.strataEntropies(counting, shape, a, others.address, count, isAlone)
        parts.push(sums.view.slice(0, count * 2 * sumsOfSet))
        left.push(rest.view.slice(0, over))
      }
      return { sums: concatenate(parts), rest: concatenate(left) }
    }

    function forget(): void {
      addresses.fill(0)
      room.release(top)
    }

    function addressOf(column: number): number {
      if (addresses[column] === 0) addresses[column] = layOut(columnAt(columns, column))
      return addresses[column]
    }

    /** Lays out the planes of a column, its rows in the order of the strata. */
    function layOut(column: CodedColumn): number {
      const planes = column.count - 1
      const head = room.integers(6)
      const bits = room.bytes(stride * planes)
      const margins = room.integers(planes * strata.length)
      head.view.set([scratch.address, 1, column.count, 0, bits.address, margins.address])
      if (planes > 0) {
        codes.view.set(column.codes)
        kernels.run.packStrata(head.address, codes.address, shape, stride)
      }
      return head.address
    }
  },
}
