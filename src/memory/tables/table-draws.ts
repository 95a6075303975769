import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { nLog2n } from '#core'
import type { RandomStream } from '#core'
import { degreesOf, marginTerms, plainDraws, sumOfLogs } from '#methods'
import type { Strata, TableDraws, TableSamples } from '#methods'
import { kernelModule, Kernels } from '../threads/kernels.ts'

/** Tables of more rows are drawn without the kernel: to fill its tables of counts would take longer. */
const mostRows = 1 << 17
/** So many tables are drawn ahead at most: as many as were asked for before. */
const mostAhead = 256

let opening: Promise<DrawKernel> | null = null

/**
 * Draws tables from a stream of random numbers, which begins when the first is asked for: the kernel's are
 * those of `drawTable`.
 */
export async function openTableDraws(): Promise<(begin: () => RandomStream) => TableDraws> {
  opening ??= kernelModule().then(async (module) => new DrawKernel(await Kernels.load(module)))
  const kernel = await opening
  return (begin) => new StreamDraws(kernel, begin)
}

/** The margins of strata, as the kernel reads them. */
interface PackedMargins {
  readonly tables: number
  readonly sizes: Uint32Array
  readonly margins: Float64Array
  readonly mostColumns: number
  readonly cells: number
  readonly greatest: number
}

function packMargins({ tables }: Strata): PackedMargins {
  let [size, mostColumns, cells, greatest] = [0, 0, 0, 0]
  for (const { n, rows, columns } of tables) {
    size += 1 + rows.length + columns.length
    mostColumns = Math.max(mostColumns, columns.length)
    cells += rows.length * columns.length
    greatest = Math.max(greatest, n)
  }
  const sizes = new Uint32Array(2 * tables.length)
  const margins = new Float64Array(size)
  let at = 0
  tables.forEach(({ n, rows, columns }, table) => {
    sizes[2 * table] = rows.length
    sizes[2 * table + 1] = columns.length
    margins[at] = n
    margins.set(rows, at + 1)
    margins.set(columns, at + 1 + rows.length)
    at += 1 + rows.length + columns.length
  })
  return { tables: tables.length, sizes, margins, mostColumns, cells, greatest }
}

function isLarge({ tables }: Strata): boolean {
  return tables.some(({ n }) => n > mostRows)
}

/** What stays in the kernel's memory; the arena is free from `top` on. */
type Lasting = ReturnType<typeof layTables>

/** Addresses of margins, and of room for the columns of one table. */
interface PutMargins {
  readonly tables: number
  readonly left: number
}

/** The kernel, with a memory of its own: tables of counts stay there, and the margins that were put last. */
class DrawKernel {
  readonly run: Kernels['run']
  readonly #kernels: Kernels
  #lasting: Lasting | null = null
  #last: (PutMargins & { readonly of: PackedMargins; readonly top: number }) | null = null

  constructor(kernels: Kernels) {
    this.#kernels = kernels
    this.run = kernels.run
  }

  /** Puts margins into memory; what was put there before, and after it, is gone. */
  put(of: PackedMargins): Lasting & PutMargins {
    if (!this.#lasting || of.greatest > this.#lasting.greatest) {
      const greatest = Math.max(1023, of.greatest, 2 * (this.#lasting?.greatest ?? 0))
      this.#lasting = layTables(this.#kernels, greatest)
      this.#last = null
    }
    const { arena, top } = this.#lasting
    if (this.#last?.of !== of) {
      arena.release(top)
      const sizes = arena.integers(of.sizes.length)
      const margins = arena.copyOf(of.margins)
      sizes.view.set(of.sizes)
      const tables = arena.record(of.tables, sizes.address, margins.address)
      this.#last = { of, tables, left: arena.numbers(of.mostColumns).address, top: arena.top }
    }
    const { tables, left } = this.#last
    arena.release(this.#last.top)
    return { ...this.#lasting, tables, left }
  }
}

/**
 * Lays out what stays in memory: factorials and logarithms of counts up to the greatest, and what is drawn.
 */
function layTables(kernels: Kernels, greatest: number) {
  const arena = kernels.arena()
  const state = arena.integers(4)
  const fractions = arena.numbers(greatest + 1)
  const exponents = arena.integers(greatest + 1)
  const logs = arena.numbers(greatest + 1)
  const sums = arena.numbers(mostAhead)
  const states = arena.integers(4 * mostAhead)
  kernels.run.fillFactorials(fractions.address, exponents.address, greatest)
  for (let n = 0; n <= greatest; n++) logs.view[n] = nLog2n(n)
  const draws = arena.record(state.address, fractions.address, exponents.address, logs.address)
  return { greatest, arena, state, sums, states, draws, top: arena.top }
}

/** Draws from one stream. What was drawn ahead and is not asked for is drawn again for who asks next. */
class StreamDraws implements TableDraws {
  readonly #kernel: DrawKernel
  readonly #begin: () => RandomStream
  /** Where the stream is: a generator, or the state that the kernel left; at its beginning neither. */
  #random: RandomStream | null = null
  #state: Uint32Array | null = null
  /**
   * Moves the stream back to the last draw that was asked for: called by who draws next, if that is another.
   */
  #settle = () => {}

  constructor(kernel: DrawKernel, begin: () => RandomStream) {
    this.#kernel = kernel
    this.#begin = begin
  }

  readonly uniform = (): number => {
    this.#settle()
    if (!this.#random) {
      this.#random = this.#state
        ? xoroshiro128plusFromState(Array.from(this.#state, (word) => word | 0))
        : this.#begin()
      this.#state = null
    }
    return uniformFloat64(this.#random)
  }

  readonly informationOf = (strata: Strata): (() => number) => {
    if (isLarge(strata)) return plainDraws(this.uniform).informationOf(strata)
    let packed: PackedMargins | null = null
    let [start, drawn, ahead, place] = [0, 0, 0, 0]
    let [sums, states] = [new Float64Array(0), new Uint32Array(0)]
    const settle = () => {
      if (place < ahead) this.#state = states.slice(4 * place - 4, 4 * place)
      ahead = place = 0
    }
    const drawAhead = () => {
      if (!packed) {
        packed = packMargins(strata)
        start = strata.tables.reduce((sum, table) => sum + marginTerms(table), 0)
      }
      ahead = Math.min(mostAhead, Math.max(2, drawn))
      place = 0
      this.#inKernel(packed, ({ tables, draws, left, ...drawnTo }) => {
        const [toSums, toStates] = [drawnTo.sums.address, drawnTo.states.address]
        this.#kernel.run.drawTables(tables, draws, ahead, start, left, toSums, toStates)
        sums = drawnTo.sums.view.slice(0, ahead)
        states = drawnTo.states.view.slice(0, 4 * ahead)
      })
    }
    return () => {
      if (this.#settle !== settle) {
        this.#settle()
        this.#settle = settle
      }
      if (place === ahead) drawAhead()
      drawn++
      return sums[place++]
    }
  }

  readonly samplesOf = (strata: Strata, count: number): TableSamples => {
    if (isLarge(strata)) return plainDraws(this.uniform).samplesOf(strata, count)
    const packed = packMargins(strata)
    const degrees = strata.tables.reduce((sum, table) => sum + degreesOf(table), 0)
    const { run } = this.#kernel
    const sums = new Float64Array(count)
    const samples = new Float64Array(count * packed.cells)
    const cellsOf = (sample: number) => samples.subarray(sample * packed.cells, (sample + 1) * packed.cells)
    const forEach = (work: (memory: Lasting & PutMargins, sample: number, cells: number) => void) => {
      this.#settle()
      this.#inKernel(packed, (memory) => {
        const all = memory.arena.copyOf(samples)
        for (let i = 0; i < count; i++) work(memory, i, all.address + 8 * packed.cells * i)
        samples.set(all.view)
      })
    }
    forEach(({ tables, draws, left }, _, cells) => {
      run.drawCells(tables, draws, left, cells)
    })
    for (let i = 0; i < count; i++) sums[i] = sumOfLogs(cellsOf(i))
    return {
      sums,
      climb: (survivors, steps, least) => {
        const [before, sumsBefore] = [samples.slice(), sums.slice()]
        for (let i = 0; i < count; i++) {
          const from = survivors[i % survivors.length]
          cellsOf(i).set(before.subarray(from * packed.cells, (from + 1) * packed.cells))
          sums[i] = sumsBefore[from]
        }
        forEach(({ tables, draws }, i, cells) => {
          sums[i] = run.moveTables(tables, draws, cells, degrees, steps, sums[i], least)
        })
      },
    }
  }

  /** Draws with the kernel, from where the stream is. */
  #inKernel(packed: PackedMargins, draw: (memory: Lasting & PutMargins) => void): void {
    const memory = this.#kernel.put(packed)
    memory.state.view.set(this.#state ?? (this.#random ?? this.#begin()).getState())
    draw(memory)
    this.#state = memory.state.view.slice()
    this.#random = null
  }
}
