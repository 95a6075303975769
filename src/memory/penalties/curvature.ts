import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { RowNumbers } from './coordinates.ts'
import { sumOf } from './likelihood.ts'
import type { Likelihood, RowCurvature } from './likelihood.ts'
import type { RowTrainingSet } from './training-set.ts'

/**
 * The curvature of the loss at some sums. Products of coordinates are kept, so that one that joins costs its
 * own alone: the curvature changes little along a path.
 */
export class Curvature {
  readonly #set: RowTrainingSet
  readonly #lists: number
  /** For each pair of lists the numbers of rows, and their sum: 0 where rows share a loss. */
  readonly #ofRows: readonly RowNumbers[]
  /** How slopes change along a direction, where rows share a loss. */
  #along: Extract<RowCurvature, { along: unknown }>['along'] | null = null
  #sums: readonly number[] = []
  #isMade = false
  /** The coordinates whose products are known, and the place of each among them. */
  readonly #known: ArenaBlock<Uint32Array>
  #count = 0
  readonly #placeOf: Int32Array
  /** For each pair of lists and known coordinate its sum. */
  #ofOnes: number[][] = []
  /** For each pair of lists a triangle: the products of known coordinates with those up to themselves. */
  #triangles: readonly ArenaBlock<Float64Array>[] = []
  /** So many known coordinates have room. */
  #room = 0
  readonly #places: ArenaBlock<Uint32Array>
  readonly #arena: Arena
  readonly #run: Kernels['run']

  constructor({ run }: Kernels, arena: Arena, set: RowTrainingSet) {
    this.#run = run
    this.#arena = arena
    this.#set = set
    this.#lists = set.target.lists
    const pairs = (this.#lists * (this.#lists + 1)) / 2
    this.#ofRows = Array.from({ length: pairs }, () => set.coordinates.rowNumbers(arena))
    this.#known = arena.integers(set.coordinates.count)
    this.#places = arena.integers(set.coordinates.count)
    this.#placeOf = new Int32Array(set.coordinates.count)
  }

  /** Whether it is that of some sums. */
  get isMade(): boolean {
    return this.#isMade
  }

  /** Forgets it: what a task finds must not depend on the tasks before it. */
  forget(): void {
    this.#isMade = false
  }

  /** Makes it that of other sums. */
  renew(likelihood: Likelihood): void {
    const curvature = likelihood.curvature()
    this.#along = 'along' in curvature ? curvature.along : null
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        if ('ofRows' in curvature) this.#ofRows[pair].view.set(curvature.ofRows(a, b))
      }
    }
    this.#isMade = true
    this.#sums = this.#ofRows.map(({ view }) => sumOf(view))
    this.#count = 0
    this.#placeOf.fill(-1)
    this.#ofOnes = this.#ofRows.map(() => [])
  }

  /** Writes it, along the intercept and some coordinates of each list, row by row. */
  write(coordinates: readonly number[], to: ArenaBlock<Float64Array>): void {
    this.#add(coordinates.filter((coordinate) => this.#placeOf[coordinate] < 0))
    const places = this.#places.view.subarray(0, coordinates.length)
    places.set(coordinates.map((coordinate) => this.#placeOf[coordinate]))
    const each = coordinates.length + 1
    const size = this.#lists * each
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        const [down, right] = [a * each, b * each]
        this.#writeOnes(pair, places, { down, right, size }, to.view)
        this.#spread(pair, places.length, (down + 1) * size + right + 1, size, to)
        if (a > b) this.#spread(pair, places.length, (right + 1) * size + down + 1, size, to)
      }
    }
  }

  /** Writes what belongs to the intercepts of a pair of lists. */
  #writeOnes(
    pair: number,
    places: Uint32Array,
    { down, right, size }: { readonly down: number; readonly right: number; readonly size: number },
    to: Float64Array,
  ): void {
    const ofOnes = this.#ofOnes[pair]
    to[down * size + right] = to[right * size + down] = this.#sums[pair]
    for (let i = 0; i < places.length; i++) {
      const value = ofOnes[places[i]]
      const [row, mirrored] = [down + i + 1, right + i + 1]
      to[row * size + right] = to[right * size + row] = value
      to[mirrored * size + down] = to[down * size + mirrored] = value
    }
  }

  #spread(pair: number, count: number, at: number, size: number, to: ArenaBlock<Float64Array>): void {
    // Where only intercepts move there may be no triangle yet.
    if (count === 0) return
    const triangle = this.#triangles[pair].address
    this.#run.spreadTriangle(triangle, this.#places.address, count, to.address + 8 * at, size)
  }

  #add(joining: readonly number[]): void {
    if (joining.length === 0) return
    const { coordinates } = this.#set
    this.#ofRows.forEach(({ view }, pair) => {
      this.#ofOnes[pair].push(...coordinates.productsWith(view, joining))
    })
    const first = this.#count
    for (const coordinate of joining) {
      this.#placeOf[coordinate] = this.#count
      this.#known.view[this.#count++] = coordinate
    }
    this.#makeRoom()
    if (!this.#along) {
      this.#ofRows.forEach((ofRows, pair) =>
        coordinates.addToTriangle(this.#known, [first, this.#count], ofRows, this.#triangles[pair]),
      )
      return
    }
    for (let place = first; place < this.#count; place++) {
      const along = this.#along(coordinates.of(this.#known.view[place]))
      const products = coordinates.productsWith(along, this.#known.view.subarray(0, place + 1))
      this.#triangles[0].view.set(products, sizeOf(place))
    }
  }

  /** Room for all that is known; triangles that move are copied. */
  #makeRoom(): void {
    if (this.#count <= this.#room) return
    this.#room = Math.min(this.#placeOf.length, Math.ceil(1.5 * this.#count))
    const before = this.#triangles
    this.#triangles = this.#ofRows.map((_, pair) => {
      const triangle = this.#arena.numbers(sizeOf(this.#room))
      if (before.length > 0) triangle.view.set(before[pair].view)
      return triangle
    })
  }
}

/** How many products so many coordinates have. */
function sizeOf(count: number): number {
  return (count * (count + 1)) / 2
}
