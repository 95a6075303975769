import { spansSame } from '../measures/orthonormal-blocks.ts'
import { emptyMoments } from '../statistics/moments.ts'
import type { Moments, MomentsOfFamily } from '../statistics/moments.ts'
import type { Answer, DirectRequest } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'

/** Answers requests for statistics. */
export type Ask = (requests: readonly DirectRequest[]) => Promise<readonly Answer[]>

/** Columns whose products with all others are summed in one pass over these. */
const columnsAtOnce = 8

/** The request for the products of the target with each column. */
export function productsWithTarget(target: Variable, each: readonly Variable[], view: View): DirectRequest {
  return { kind: 'moments', family: { base: [target], each }, of: 'values', view }
}

/** Centred products of columns: those with the target, and of some columns, as they are asked for, those with all. */
export class ColumnProducts {
  /** Of each column the size of its mean product with the target, the column divided by its standard deviation. */
  readonly withTarget: Float64Array
  readonly #features: readonly Variable[]
  readonly #view: View
  readonly #ofTarget: MomentsOfFamily
  readonly #ask: Ask
  /** For each column the products of its values with themselves. */
  readonly #squares: Float64Array
  /** Of the columns asked for, by place, the products with all. */
  readonly #rows = new Map<number, Float64Array>()

  constructor(
    { features, view }: { readonly features: readonly Variable[]; readonly view: View },
    ofTarget: MomentsOfFamily,
    ask: Ask,
  ) {
    this.#features = features
    this.#view = view
    this.#ofTarget = ofTarget
    this.#ask = ask
    this.#squares = Float64Array.from(features, (_, i) => ofTarget.comoment[4 * i + 3])
    this.withTarget = this.left([], new Float64Array(0))
  }

  /** The columns of the greatest sizes, at most so many; those of equal size in their order. */
  greatest(sizes: Float64Array, count: number): readonly number[] {
    const places = Array.from(sizes.keys()).filter((i) => sizes[i] > 0)
    return places.sort((a, b) => sizes[b] - sizes[a] || a - b).slice(0, count)
  }

  /** Some columns with more, and all that span the same as one of them, in order; asks for the products of those that are new. */
  async join(some: readonly number[], more: readonly number[]): Promise<readonly number[]> {
    const all = new Set(some)
    for (let fresh = more; fresh.length > 0;) {
      await this.#fetch(fresh)
      fresh.forEach((i) => all.add(i))
      fresh = fresh
        .flatMap((i) => this.#copiesOf(i))
        .filter((copy, at, list) => !all.has(copy) && list.indexOf(copy) === at)
    }
    return [...all].sort((a, b) => a - b)
  }

  /** The moments of the target and of some columns that were asked for. */
  among(some: readonly number[]): Moments {
    const { n, mean, meanLow, min, max, comoment } = this.#ofTarget
    const width = some.length + 1
    const moments = emptyMoments(width)
    const put = (place: number, from: number) => {
      moments.mean[place] = mean[from]
      moments.meanLow[place] = meanLow[from]
      moments.min[place] = min[from]
      moments.max[place] = max[from]
    }
    put(0, 0)
    moments.comoment[0] = comoment[0]
    some.forEach((i, a) => {
      put(a + 1, 2 * i + 1)
      moments.comoment[a + 1] = comoment[4 * i + 1]
      moments.comoment[(a + 1) * width] = comoment[4 * i + 1]
      const row = this.#rows.get(i)!
      some.forEach((j, b) => (moments.comoment[(a + 1) * width + b + 1] = row[j]))
    })
    return { ...moments, n: n[0] }
  }

  /** Of each column the size of its mean product with what weights of some columns leave of the target, the column divided by its standard deviation. */
  left(some: readonly number[], weights: Float64Array): Float64Array {
    const { comoment, n } = this.#ofTarget
    const left = Float64Array.from(this.#squares, (_, i) => comoment[4 * i + 1])
    some.forEach((column, place) => {
      const weight = weights[place]
      if (weight === 0) return
      const row = this.#rows.get(column)!
      for (let i = 0; i < left.length; i++) left[i] -= weight * row[i]
    })
    return left.map((product, i) => {
      const square = this.#squares[i] / n[0]
      return square > 0 ? Math.abs(product / n[0] / Math.sqrt(square)) : 0
    })
  }

  #copiesOf(column: number): readonly number[] {
    const row = this.#rows.get(column)!
    const own = this.#squares[column]
    return Array.from(row.keys()).filter(
      (i) =>
        i !== column && this.#squares[i] > 0 && spansSame((row[i] / own) * (row[i] / this.#squares[i]), 1),
    )
  }

  async #fetch(columns: readonly number[]): Promise<void> {
    const fresh = columns.filter((i) => !this.#rows.has(i))
    const groups = Array.from({ length: Math.ceil(fresh.length / columnsAtOnce) }, (_, i) =>
      fresh.slice(i * columnsAtOnce, (i + 1) * columnsAtOnce),
    )
    const others = groups.map((own) => [...this.#features.keys()].filter((i) => !own.includes(i)))
    const answers = await this.#ask(
      groups.map((own, group) => ({
        kind: 'moments',
        family: {
          base: own.map((i) => this.#features[i]),
          each: others[group].map((i) => this.#features[i]),
        },
        of: 'values',
        view: this.#view,
      })),
    )
    groups.forEach((own, group) => {
      const { comoment, width } = answers[group] as MomentsOfFamily
      own.forEach((column, place) => {
        const row = new Float64Array(this.#features.length)
        own.forEach((other, b) => (row[other] = comoment[place * width + b]))
        others[group].forEach((other, member) => {
          row[other] = comoment[(member * width + place) * width + width - 1]
        })
        this.#rows.set(column, row)
      })
    })
  }
}
