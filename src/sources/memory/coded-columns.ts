import { sharedBuffer } from '../../columns/allocate.ts'
import { packOf, bytesOfPack, mostPackedLevels } from '../../kernel/packed-columns.ts'
import { codedList } from '../../kernel/coded-list.ts'
import type { ArenaColumn, CodedInput } from '../../kernel/coded-arena.ts'
import { absorbsMissing } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The fewest columns of a set that room is made for. */
const leastWidth = 3

/**
 * The coded columns of a view as jobs are given them. A column keeps its number, and what jobs are given stays the same
 * object while no column joins: so threads find laid out what they laid out before.
 */
export class CodedColumns {
  readonly #resolved: ResolvedView
  readonly #columns: ArenaColumn[] = []
  readonly #places = new Map<Variable | Uint8Array, number>()
  /** The numbers of variables that were asked for together. */
  readonly #together = new WeakMap<readonly Variable[], Uint32Array>()
  readonly #most = new WeakMap<readonly Variable[], number>()
  readonly #packs = new WeakMap<readonly Variable[], number>()
  /** For each column its levels, or Infinity where a row in play has none. */
  readonly #levels: number[] = []
  /** The most levels that a column has which can be in a bundle. */
  #mostPacked = 1
  #given: CodedInput | null = null

  constructor(resolved: ResolvedView) {
    this.#resolved = resolved
  }

  /** Whether one of the variables has its place. */
  knowsAny(variables: readonly Variable[]): boolean {
    return variables.some((variable) => this.#places.has(variable))
  }

  /** Whether rows count other than once. */
  get areWeighted(): boolean {
    return this.#resolved.rows.counted.weights !== null
  }

  /** The number of a variable, which was read by levels before. */
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

  /** The numbers of several variables. */
  placesOf(variables: readonly Variable[]): Uint32Array {
    let places = this.#together.get(variables)
    if (!places) {
      places = new Uint32Array(variables.length)
      for (let i = 0; i < places.length; i++) places[i] = this.placeOf(variables[i])
      this.#together.set(variables, places)
    }
    return places
  }

  /** The most levels that one of some variables has; Infinity where a row in play has none of them. */
  mostLevelsOf(variables: readonly Variable[]): number {
    let most = this.#most.get(variables)
    if (most === undefined) {
      most = this.placesOf(variables).reduce((levels, place) => Math.max(levels, this.#levels[place]), 0)
      this.#most.set(variables, most)
    }
    return most
  }

  /** In how many bundles some variables lie, where those of one stand together. */
  bundlesOf(variables: readonly Variable[]): number {
    let bundles = this.#packs.get(variables)
    if (bundles === undefined) {
      const places = this.placesOf(variables)
      const isFirst = (place: number, i: number) => i === 0 || packOf(place) !== packOf(places[i - 1])
      bundles = places.reduce((sum, place, i) => sum + (isFirst(place, i) ? 1 : 0), 0)
      this.#packs.set(variables, bundles)
    }
    return bundles
  }

  /** Bytes that a bundle of these columns may take. */
  get bytesOfPack(): number {
    return bytesOfPack(this.#resolved.rows.length, this.#mostPacked)
  }

  /** How many levels a column has, by its number; Infinity where a row in play has none of them. */
  wholeLevelsOf(place: number): number {
    return this.#levels[place]
  }

  /** Whether a variable is one of some columns. */
  isAmong(variable: Variable, columns: readonly number[]): boolean {
    const place = this.#places.get(variable)
    return place !== undefined && columns.includes(place)
  }

  /** The number of a mask: a row that is marked has no level, any other the only one. */
  placeOfMask(mask: Uint8Array): number {
    return this.#places.get(mask) ?? this.#add(mask, () => ({ codes: mask, count: 1, hasMissing: true }))
  }

  /** The mask of the rows that have no value of a variable; null where every row has one. */
  maskOf(variable: Variable): number | null {
    const { missing } = this.#resolved.columns[variable.column]
    return missing && !absorbsMissing(variable) ? this.placeOfMask(missing) : null
  }

  /** The mask of the rows that do not count; null where all do. */
  maskOfRows(): number | null {
    const { excluded } = this.#resolved.rows.counted
    return excluded && this.placeOfMask(excluded)
  }

  /** The mean number of levels of some columns. */
  levelsOf(variables: readonly Variable[]): number {
    const sum = this.placesOf(variables).reduce((all, place) => all + this.#columns[place].count, 0)
    return sum / Math.max(1, variables.length)
  }

  /** What jobs are given for sets of at most so many columns. */
  given(width: number): CodedInput {
    const known = this.#given
    if (known?.columns.length === this.#columns.length && known.width >= width) return known
    const { length, counted } = this.#resolved.rows
    this.#given = {
      rows: length,
      columns: codedList(this.#columns, sharedBuffer),
      width: Math.max(leastWidth, width, known?.width ?? 0),
      weights: counted.weights,
    }
    return this.#given
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
