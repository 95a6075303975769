import { emptyMoments } from '#core'
import type { Answer, DirectRequest, Moments, MomentsOfFamily, Variable, View } from '#core'
import { spansSame } from '#methods'

/** Answers requests for statistics. */
export type Ask = (requests: readonly DirectRequest[]) => Promise<readonly Answer[]>

/** Columns whose products with all others are summed in one pass over these. */
const columnsAtOnce = 24

/**
 * Products of columns, as they are asked for: mean products about the means, with the columns that are not
 * asked for divided by their standard deviations.
 */
export class ColumnProducts {
  /** Of each column that with the target. */
  readonly withTarget: Float64Array
  readonly #features: readonly Variable[]
  readonly #view: View
  readonly #ofTarget: MomentsOfFamily
  readonly #ask: Ask
  /**
   * For each column the divisor of its sums: the rows, and its standard deviation; infinite where it is
   * constant.
   */
  readonly #divisors: Float64Array
  /** Of the columns asked for, by place, the sums of products with all, and these divided. */
  readonly #sums = new Map<number, Float64Array>()
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
    const [n] = ofTarget.n
    this.#divisors = Float64Array.from(features, (_, i) => {
      const deviation = Math.sqrt(ofTarget.comoment[4 * i + 3] / n)
      return deviation > 0 ? n * deviation : Infinity
    })
    this.withTarget = this.#divided(Float64Array.from(features, (_, i) => ofTarget.comoment[4 * i + 1]))
  }

  /**
   * Some columns with more, and all that span the same as one of them, in order; asks for the products of
   * those that are new.
   */
  async join(some: readonly number[], more: readonly number[]): Promise<readonly number[]> {
    const all = new Set(some)
    for (let fresh = more; fresh.length > 0;) {
      await this.#fetch(fresh)
      for (const i of fresh) all.add(i)
      fresh = [...new Set(fresh.flatMap((i) => this.#copiesOf(i)))].filter((copy) => !all.has(copy))
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
      const sums = this.#sums.get(i)!
      some.forEach((j, b) => (moments.comoment[(a + 1) * width + b + 1] = sums[j]))
    })
    return { ...moments, n: n[0] }
  }

  /** Of each column the product with what weights of some columns leave of the target. */
  left(some: readonly number[], weights: Float64Array): Float64Array {
    const left = this.withTarget.slice()
    for (let place = 0; place < some.length; place++) {
      const weight = weights[place]
      if (weight === 0) continue
      const row = this.#rows.get(some[place])!
      for (let i = 0; i < left.length; i++) left[i] -= weight * row[i]
    }
    return left
  }

  #divided(sums: Float64Array): Float64Array {
    return sums.map((sum, i) => sum / this.#divisors[i])
  }

  #copiesOf(column: number): readonly number[] {
    const row = this.#rows.get(column)!
    const deviation = this.#divisors[column] / this.#ofTarget.n[0]
    const copies: number[] = []
    for (let i = 0; i < row.length; i++) {
      const correlation = row[i] / deviation
      if (i !== column && spansSame(correlation * correlation, 1)) copies.push(i)
    }
    return copies
  }

  async #fetch(columns: readonly number[]): Promise<void> {
    const fresh = columns.filter((i) => !this.#sums.has(i))
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
        const sums = new Float64Array(this.#features.length)
        own.forEach((other, b) => (sums[other] = comoment[place * width + b]))
        others[group].forEach((other, member) => {
          sums[other] = comoment[(member * width + place) * width + width - 1]
        })
        this.#sums.set(column, sums)
        this.#rows.set(column, this.#divided(sums))
      })
    })
  }
}
