import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { nLog2n } from '#core'
import type { RandomStream } from '#core'
import { degreesOf, marginTerms, sumOfLogs } from '#methods'
import type { Strata, TableDraws, TableSamples } from '#methods'
import { kernelModule, Kernels } from '../threads/kernels.ts'

/** So many tables are drawn ahead at most: as many as were asked for before. */
const mostAhead = 256

let opening: Promise<DrawKernel> | null = null

/** Draws tables from a stream of random numbers: the kernel's are those of `drawTable`. */
export async function openTableDraws(): Promise<(random: RandomStream) => TableDraws> {
  opening ??= kernelModule().then(async (module) => new DrawKernel(await Kernels.load(module)))
  const kernel = await opening
  return (random) => new StreamDraws(kernel, random)
}

/** The margins of strata, as the kernel reads them. */
interface PackedMargins {
  readonly tables: number
  readonly sizes: readonly number[]
  readonly margins: readonly number[]
  readonly mostColumns: number
  readonly cells: number
  readonly greatest: number
}

function packMargins({ tables }: Strata): PackedMargins {
  return {
    tables: tables.length,
    sizes: tables.flatMap(({ rows, columns }) => [rows.length, columns.length]),
    margins: tables.flatMap(({ n, rows, columns }) => [n, ...rows, ...columns]),
    mostColumns: tables.reduce((most, { columns }) => Math.max(most, columns.length), 0),
    cells: tables.reduce((sum, { cells }) => sum + cells.length, 0),
    greatest: tables.reduce((most, { n }) => Math.max(most, n), 0),
  }
}

/** The kernel, with a memory of its own: tables of counts stay there. */
class DrawKernel {
  readonly run: Kernels['run']
  readonly #kernels: Kernels
  #lasting: ReturnType<typeof layTables> | null = null

  constructor(kernels: Kernels) {
    this.#kernels = kernels
    this.run = kernels.run
  }

  /** Puts margins and the state of a generator into memory; what was put there before is gone. */
  put({ tables, sizes, margins, mostColumns, greatest }: PackedMargins, state: readonly number[]) {
    if (!this.#lasting || greatest > this.#lasting.greatest) {
      this.#lasting = layTables(this.#kernels, Math.max(1023, greatest, 2 * (this.#lasting?.greatest ?? 0)))
    }
    const { arena, draws, words, top } = this.#lasting
    arena.release(top)
    words.view.set(state)
    const [ofSizes, ofMargins] = [arena.integers(sizes.length), arena.numbers(margins.length)]
    ofSizes.view.set(sizes)
    ofMargins.view.set(margins)
    return {
      arena,
      draws,
      state: () => Array.from(words.view),
      tables: arena.record(tables, ofSizes.address, ofMargins.address),
      left: arena.numbers(mostColumns).address,
    }
  }
}

/** Lays out what stays in memory: factorials and logarithms of counts up to the greatest. */
function layTables(kernels: Kernels, greatest: number) {
  const arena = kernels.arena()
  const words = arena.integers(4)
  const fractions = arena.numbers(greatest + 1)
  const exponents = arena.integers(greatest + 1)
  const logs = arena.numbers(greatest + 1)
  kernels.run.fillFactorials(fractions.address, exponents.address, greatest)
  for (let n = 0; n <= greatest; n++) logs.view[n] = nLog2n(n)
  const draws = arena.record(words.address, fractions.address, exponents.address, logs.address)
  return { greatest, arena, words, draws, top: arena.top }
}

/** Draws from one stream. What was drawn ahead and is not asked for is drawn again for who asks next. */
class StreamDraws implements TableDraws {
  readonly #kernel: DrawKernel
  #random: RandomStream
  /** Moves the stream back to the last draw that was asked for. */
  #settle = () => {}

  constructor(kernel: DrawKernel, random: RandomStream) {
    this.#kernel = kernel
    this.#random = random
  }

  readonly uniform = (): number => {
    this.#settle()
    return uniformFloat64(this.#random)
  }

  readonly informationOf = (strata: Strata): (() => number) => {
    const packed = packMargins(strata)
    const start = strata.tables.reduce((sum, table) => sum + marginTerms(table), 0)
    let [drawn, place] = [0, 0]
    let sums = new Float64Array(0)
    let states = new Int32Array(0)
    const settle = () => {
      if (place < sums.length) this.#random = generatorIn(states.subarray(4 * place, 4 * place + 4))
      sums = sums.subarray(0, 0)
      place = 0
    }
    const drawAhead = () => {
      const times = Math.min(mostAhead, Math.max(2, drawn))
      const before = this.#random.getState()
      const { arena, draws, tables, left, state } = this.#kernel.put(packed, before)
      const [ofSums, ofStates] = [arena.numbers(times), arena.integers(4 * times)]
      this.#kernel.run.drawTables(tables, draws, times, start, left, ofSums.address, ofStates.address)
      sums = ofSums.view.slice()
      states = Int32Array.from([...before, ...ofStates.view])
      place = 0
      this.#random = generatorIn(state())
    }
    return () => {
      if (this.#settle !== settle) {
        this.#settle()
        this.#settle = settle
      }
      if (place === sums.length) drawAhead()
      drawn++
      return sums[place++]
    }
  }

  readonly samplesOf = (strata: Strata, count: number): TableSamples => {
    const packed = packMargins(strata)
    const degrees = strata.tables.reduce((sum, table) => sum + degreesOf(table), 0)
    const { run } = this.#kernel
    const sums = new Float64Array(count)
    const samples = new Float64Array(count * packed.cells)
    const cellsOf = (sample: number) => samples.subarray(sample * packed.cells, (sample + 1) * packed.cells)
    const inKernel = (work: (at: ReturnType<DrawKernel['put']>, sample: number, cells: number) => void) => {
      this.#settle()
      const at = this.#kernel.put(packed, this.#random.getState())
      const all = at.arena.copyOf(samples)
      for (let i = 0; i < count; i++) work(at, i, all.address + 8 * packed.cells * i)
      samples.set(all.view)
      this.#random = generatorIn(at.state())
    }
    inKernel(({ tables, draws, left }, _, cells) => {
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
        inKernel(({ tables, draws }, i, cells) => {
          sums[i] = run.moveTables(tables, draws, cells, degrees, steps, sums[i], least)
        })
      },
    }
  }
}

function generatorIn(state: ArrayLike<number>): RandomStream {
  return xoroshiro128plusFromState(Array.from(state, (word) => word | 0))
}
