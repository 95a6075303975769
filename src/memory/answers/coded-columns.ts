import { absorbsMissing, sharedBuffer } from '#core'
import type { Variable } from '#core'
import { codedList } from '../tables/coded-list.ts'
import type { ArenaColumn, CodedInput } from '../tables/coded-list.ts'
import { bytesOfPack, mostPackedLevels, packOf } from '../tables/packed-job.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The arena has room for sets of at least this many columns. */
const leastWidth = 3

/**
 * The coded columns of a view, as the input of jobs. A column keeps its index, and the input stays the same
 * object until a column is added, so that threads reuse what they have laid out in memory.
 */
export class CodedColumns {
  readonly #resolved: ResolvedView
  readonly #columns: ArenaColumn[] = []
  readonly #places = new Map<Variable | Uint8Array, number>()
  /** The indices of lists of variables. */
  readonly #placesByList = new WeakMap<readonly Variable[], Uint32Array>()
  readonly #mostLevels = new WeakMap<readonly Variable[], number>()
  readonly #packCounts = new WeakMap<readonly Variable[], number>()
  /** The number of levels of each column; Infinity if an included row has none. */
  readonly #levels: number[] = []
  /** The most levels of any column that can be packed. */
  #mostPacked = 1
  #codedRows: CodedInput | null = null

  constructor(resolved: ResolvedView) {
    this.#resolved = resolved
  }

  /** Whether one of the variables was added before. */
  hasAny(variables: readonly Variable[]): boolean {
    return variables.some((variable) => this.#places.has(variable))
  }

  /** Whether rows have weights other than 0 and 1. */
  get areWeighted(): boolean {
    return this.#resolved.rows.counted.weights !== null
  }

  /** The index of a variable, which must be encoded. */
  placeOf(variable: Variable): number {
    return (
      this.#places.get(variable) ??
      this.#add(variable, () => {
        const { codes, count, hasMissing } = this.#resolved.codesOf(variable)
        this.#levels[this.#columns.length] = this.#resolved.hasIncludedHoles(variable) ? Infinity : count
        return { codes, count, hasMissing }
      })
    )
  }

  /** The indices of several variables. */
  placesOf(variables: readonly Variable[]): Uint32Array {
    let places = this.#placesByList.get(variables)
    if (!places) {
      places = new Uint32Array(variables.length)
      for (let i = 0; i < places.length; i++) places[i] = this.placeOf(variables[i])
      this.#placesByList.set(variables, places)
    }
    return places
  }

  /** The most levels of any of these variables; Infinity if an included row has none. */
  mostLevelsOf(variables: readonly Variable[]): number {
    let most = this.#mostLevels.get(variables)
    if (most === undefined) {
      most = this.placesOf(variables).reduce((levels, place) => Math.max(levels, this.#levels[place]), 0)
      this.#mostLevels.set(variables, most)
    }
    return most
  }

  /** The number of packs that contain these variables, if the variables of each pack are adjacent. */
  countPacks(variables: readonly Variable[]): number {
    let packs = this.#packCounts.get(variables)
    if (packs === undefined) {
      const places = this.placesOf(variables)
      const isFirst = (place: number, i: number) => i === 0 || packOf(place) !== packOf(places[i - 1])
      packs = places.reduce((sum, place, i) => sum + (isFirst(place, i) ? 1 : 0), 0)
      this.#packCounts.set(variables, packs)
    }
    return packs
  }

  /** The most bytes that a pack of these columns may take. */
  get bytesOfPack(): number {
    return bytesOfPack(this.#resolved.rows.length, this.#mostPacked)
  }

  /** The number of levels of a column, by its index; Infinity if an included row has none. */
  levelsIfComplete(place: number): number {
    return this.#levels[place]
  }

  /** Whether a variable is one of these columns. */
  isAmong(variable: Variable, columns: readonly number[]): boolean {
    const place = this.#places.get(variable)
    return place !== undefined && columns.includes(place)
  }

  /** The index of a mask as a column: a marked row has no level, any other row has the only level. */
  placeOfMask(mask: Uint8Array): number {
    return this.#places.get(mask) ?? this.#add(mask, () => ({ codes: mask, count: 1, hasMissing: true }))
  }

  /** The index of the mask of rows without a value of a variable; `null` if every row has one. */
  maskOf(variable: Variable): number | null {
    const { missing } = this.#resolved.columns[variable.column]
    return missing && !absorbsMissing(variable) ? this.placeOfMask(missing) : null
  }

  /** Whether every row has a value of each of these variables. */
  areComplete(variables: readonly Variable[]): boolean {
    return variables.every(
      (variable) => !this.#resolved.columns[variable.column].missing || absorbsMissing(variable),
    )
  }

  /** The index of the mask of excluded rows; `null` if no row is excluded. */
  maskOfRows(): number | null {
    const { excluded } = this.#resolved.rows.counted
    return excluded && this.placeOfMask(excluded)
  }

  /** The mean number of levels of these variables. */
  meanLevelsOf(variables: readonly Variable[]): number {
    const sum = this.placesOf(variables).reduce((all, place) => all + this.#columns[place].count, 0)
    return sum / Math.max(1, variables.length)
  }

  /** The input of jobs for sets of at most `width` columns. */
  codedRows(width: number): CodedInput {
    const cached = this.#codedRows
    if (cached?.columns.length === this.#columns.length && cached.width >= width) return cached
    const { length, counted } = this.#resolved.rows
    const isListed = cached?.columns.length === this.#columns.length
    this.#codedRows = {
      rows: length,
      columns: isListed ? cached.columns : codedList(this.#columns, sharedBuffer),
      width: Math.max(leastWidth, width, cached?.width ?? 0),
      weights: counted.weights,
    }
    return this.#codedRows
  }

  #add(of: Variable | Uint8Array, column: () => ArenaColumn): number {
    const place = this.#columns.length
    const added = column()
    this.#columns.push(added)
    if (added.count <= mostPackedLevels) this.#mostPacked = Math.max(this.#mostPacked, added.count)
    this.#places.set(of, place)
    return place
  }
}
