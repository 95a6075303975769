import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { blockRows } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import { placesOfColumn } from './model.ts'
import { scaled, scaleOf } from './scaled-column.ts'
import type { ColumnScale } from './scaled-column.ts'

/** The most values of training rows that stay in memory; of more each pass reads every block anew. */
const mostResident = 1 << 24

/** Some training rows in kernel memory. */
interface DesignBlock {
  /** How many, and the place of the first among the training rows. */
  readonly rows: number
  readonly from: number
  /** Addresses of the numbers, column after column, and of the codes of each column of levels. */
  readonly numbers: number
  readonly codes: readonly number[]
}

/**
 * The columns of training rows as a matrix: numbers at mean 0 and standard deviation 1, an indicator for each
 * level. Rows are in blocks; a row of numbers takes `stride` bytes, padded by 0.
 */
export class DesignMatrix {
  readonly rows: number
  /** Places of the matrix: the numbers come first, then the levels. */
  readonly width: number
  readonly stride: number
  /** The total weight of the rows. */
  readonly total: number
  /** The first place of each column. */
  readonly starts: readonly number[]
  readonly scales: readonly (ColumnScale | null)[]
  readonly #run: Kernels['run']
  readonly training: TrainingRows
  readonly #numbers: readonly number[]
  readonly #coded: readonly number[]
  readonly #memory: readonly {
    readonly numbers: ArenaBlock<Float64Array>
    readonly codes: readonly ArenaBlock<Uint32Array>[]
  }[]
  readonly #weights: readonly ArenaBlock<Float64Array>[]
  #loaded = -1

  /** `scales`: those of other rows, instead of its own. */
  constructor(
    kernels: Kernels,
    arena: Arena,
    training: TrainingRows,
    scales?: readonly (ColumnScale | null)[],
  ) {
    const { columns, rows, weights } = training
    this.#run = kernels.run
    this.training = training
    this.rows = rows.length
    this.scales =
      scales ?? columns.map((column) => ('values' in column ? scaleOf(column, rows, weights) : null))
    const places = columns.map((_, i) => i)
    this.#numbers = places.filter((i) => 'values' in columns[i])
    this.#coded = places.filter((i) => 'codes' in columns[i])
    const starts = new Array<number>(columns.length)
    let width = 0
    for (const i of [...this.#numbers, ...this.#coded]) {
      starts[i] = width
      width += placesOfColumn(columns[i])
    }
    this.starts = starts
    this.width = width
    const most = Math.min(blockRows, rows.length)
    const padded = most + (most & 1)
    this.stride = padded * 8
    const isResident = rows.length * columns.length <= mostResident
    const blocks = Math.ceil(rows.length / blockRows)
    this.#memory = Array.from({ length: isResident ? blocks : 1 }, () => ({
      numbers: arena.numbers(this.#numbers.length * padded),
      codes: this.#coded.map(() => arena.integers(padded)),
    }))
    this.#weights = Array.from({ length: blocks }, () => arena.numbers(padded))
    let total = 0
    for (let block = 0; block < blocks; block++) {
      const { view } = this.#weights[block]
      view.fill(0)
      for (let i = 0; i < this.#rowsOf(block); i++) {
        view[i] = weights ? weights[rows[block * blockRows + i]] : 1
        total += view[i]
      }
    }
    this.total = total
    if (isResident) for (let block = 0; block < blocks; block++) this.#load(block, block)
  }

  get blocks(): number {
    return this.#weights.length
  }

  /** The address of the weights of the rows of a block; 0 beyond the rows. */
  weightsOf(block: number): number {
    return this.#weights[block].address
  }

  /** Writes what each training row has into the numbers of a block. */
  fillRows(block: number, to: ArenaBlock<Float64Array>, of: (row: number) => number): void {
    const { view } = to
    const { rows } = this.training
    view.fill(0)
    for (let i = 0; i < this.#rowsOf(block); i++) view[i] = of(rows[block * blockRows + i])
  }

  /** The rows of a block. */
  open(block: number): DesignBlock {
    const slot = this.#memory.length === 1 ? 0 : block
    if (this.#memory.length === 1 && this.#loaded !== block) this.#load(block, 0)
    const { numbers, codes } = this.#memory[slot]
    return {
      rows: this.#rowsOf(block),
      from: block * blockRows,
      numbers: numbers.address,
      codes: codes.map(({ address }) => address),
    }
  }

  /** Adds to each row of a block the sum of its places times their weights. */
  addTo({ rows, numbers, codes }: DesignBlock, weights: number, to: number): void {
    this.#run.addColumns(numbers, this.stride, this.#numbers.length, rows, weights, to)
    codes.forEach((address, i) => {
      this.#run.addLevelWeights(address, rows, weights + 8 * this.starts[this.#coded[i]], to)
    })
  }

  /** Adds to each place the sum over the rows of a block of what it has there times the value of the row. */
  project({ rows, numbers, codes }: DesignBlock, values: number, to: number): void {
    this.#run.addProjections(numbers, this.stride, this.#numbers.length, rows, values, to)
    codes.forEach((address, i) => {
      this.#run.addLevelSums(address, rows, values, to + 8 * this.starts[this.#coded[i]])
    })
  }

  /**
   * The mean products of the columns of the matrix and of a column of ones before them, row by row, over at
   * most so many blocks.
   */
  products(arena: Arena, most = this.blocks): Float64Array {
    const each = this.width + 1
    const [column, sums] = [arena.numbers(this.stride / 8), arena.numbers(each)]
    const products = new Float64Array(each * each)
    const step = Math.ceil(this.blocks / most)
    let total = 0
    for (let block = 0; block < this.blocks; block += step) {
      total += this.#weights[block].view.reduce((sum, weight) => sum + weight, 0)
      const opened = this.open(block)
      for (let place = -1; place < this.width; place++) {
        this.#writeWeighted(opened, block, place, column)
        sums.view.fill(0)
        this.project(opened, column.address, sums.address + 8)
        const { view } = sums
        for (let i = 0; i < opened.rows; i++) view[0] += column.view[i]
        for (let i = 0; i < each; i++) products[(place + 1) * each + i] += view[i]
      }
    }
    for (let i = 0; i < products.length; i++) products[i] /= total
    return products
  }

  /** The mean squares of the columns of the matrix, and before them 1, that of a column of ones. */
  squares(): Float64Array {
    const squares = new Float64Array(this.width + 1).fill(1)
    const { columns, rows, weights } = this.training
    columns.forEach((column, i) => {
      const start = 1 + this.starts[i]
      if ('values' in column) {
        if (this.scales[i]!.factor === 0) squares[start] = 0
        return
      }
      squares.fill(0, start, start + column.levels)
      for (let row = 0; row < rows.length; row++) {
        squares[start + column.codes[rows[row]]] += (weights ? weights[rows[row]] : 1) / this.total
      }
    })
    return squares
  }

  /** Writes a column of the matrix, or that of ones (−1), times the weights of the rows. */
  #writeWeighted(
    { rows, numbers }: DesignBlock,
    block: number,
    place: number,
    to: ArenaBlock<Float64Array>,
  ): void {
    const weights = this.weightsOf(block)
    if (place >= 0 && place < this.#numbers.length) {
      this.#run.multiplyRows(numbers + place * this.stride, weights, rows, to.address)
      return
    }
    const ofRows = this.#weights[block].view
    const own = this.#coded.findLastIndex((i) => this.starts[i] <= place)
    const { view } = to
    if (place < 0) {
      view.set(ofRows)
      return
    }
    const codes = this.#memory[this.#memory.length === 1 ? 0 : block].codes[own].view
    const level = place - this.starts[this.#coded[own]]
    for (let i = 0; i < view.length; i++) view[i] = i < rows && codes[i] === level ? ofRows[i] : 0
  }

  #rowsOf(block: number): number {
    return Math.min(blockRows, this.rows - block * blockRows)
  }

  #load(block: number, slot: number): void {
    const { columns, rows } = this.training
    const { numbers, codes } = this.#memory[slot]
    const count = this.#rowsOf(block)
    const from = block * blockRows
    const padded = this.stride / 8
    const { view } = numbers
    view.fill(0)
    this.#numbers.forEach((place, i) => {
      const column = columns[place]
      if (!('values' in column)) return
      const scale = this.scales[place]!
      const start = i * padded
      for (let row = 0; row < count; row++) view[start + row] = scaled(column.values[rows[from + row]], scale)
    })
    this.#coded.forEach((place, i) => {
      const column = columns[place]
      if (!('codes' in column)) return
      const own = codes[i].view
      for (let row = 0; row < count; row++) own[row] = column.codes[rows[from + row]]
    })
    this.#loaded = block
  }
}
