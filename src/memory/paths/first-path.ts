import { emptyMoments } from '#core'
import type { Answer, DirectRequest, Moments, MomentsOfFamily, Path, Variable, View } from '#core'
import { layOut, spansSame } from '#methods'
import type { BatchRun } from '../threads/pool.ts'
import { fitGrams, fitPath } from './fit-path.ts'
import { fitted, many, pathNeeds } from './paths.ts'
import type { FirstRequest } from './paths.ts'

/*
 * A path that ends where a few columns are in needs the products of few columns: it is fitted to those that
 * correlate most with the target. A column whose product with what they leave of the target exceeds the
 * penalty joins them, and the path is fitted again; where there is none, it is the path of all columns (the
 * active set of Osborne, Presnell and Turlach 2000).
 */

/** Fits the path from the products with the target, and those that it asks for. */
export async function fitFirst(
  request: FirstRequest,
  ofTarget: MomentsOfFamily,
  ask: Ask,
  run: BatchRun,
): Promise<Path> {
  const { features, most } = request
  const products = new ColumnProducts(request, ofTarget, ask)
  const whole = async () => fitPath(request, await ask(pathNeeds(request)), run)
  if (!areSquarable(request, ofTarget)) return whole()
  let some: readonly number[] = []
  let more = greatest(products.withTarget, fitted * most)
  while (more.length > 0) {
    some = await products.join(some, more)
    if (many * some.length > features.length) return whole()
    const own = { ...request, features: some.map((i) => features[i]), groups: some.map(() => 1) }
    const path = await fitGrams(own, [products.among(some)], run)
    more = missedBy(path, some, products, request)
    if (more.length === 0) return withAll(path, some, features.length)
  }
  return whole()
}

/** Whether all columns and the target can be squared, so that nothing is left out. */
function areSquarable(
  { targets: [target], features }: FirstRequest,
  { n, min, max }: MomentsOfFamily,
): boolean {
  const layout = layOut(target, features)
  const place = (of: Float64Array) => Float64Array.from([of[0], ...features.map((_, i) => of[2 * i + 1])])
  const moments = { n: n[0], min: place(min), max: place(max) } as Parameters<typeof layout.canSquare>[1]
  return [null, ...features].every((feature) => layout.canSquare(feature, moments))
}

/**
 * The other columns that would enter at the first penalty where any would, and as many of those that come
 * closest to it there.
 */
function missedBy(
  { penalties, weights }: Path,
  some: readonly number[],
  products: ColumnProducts,
  { penalty, most }: FirstRequest,
): readonly number[] {
  const factor = penalty.kind === 'norms' ? penalty.columns + penalty.groups : 1
  // At the first penalty no column is in.
  for (let step = 1; step < penalties.length; step++) {
    const left = products.left(some, weights.subarray(step * some.length, (step + 1) * some.length))
    for (const i of some) left[i] = 0
    const entry = penalties[step] * factor
    let missed = 0
    for (let i = 0; i < left.length; i++) if (Math.abs(left[i]) > entry) missed++
    if (missed > 0) return greatest(left, missed + most)
  }
  return []
}

/** The columns of the greatest products, at most so many; those of equal size in their order. */
function greatest(products: Float64Array, count: number): readonly number[] {
  const sizes = products.map(Math.abs)
  const places = Array.from(sizes.keys()).filter((i) => sizes[i] > 0)
  return places.sort((a, b) => sizes[b] - sizes[a] || a - b).slice(0, count)
}

/** The path of some columns as that of all: the others never enter. */
function withAll(path: Path, some: readonly number[], count: number): Path {
  const spread = (values: Float64Array) => {
    const all = new Float64Array(path.penalties.length * count)
    for (let step = 0; step < path.penalties.length; step++) {
      some.forEach((i, place) => (all[step * count + i] = values[step * some.length + place]))
    }
    return all
  }
  return {
    ...path,
    starts: Uint32Array.from({ length: count + 1 }, (_, i) => i),
    weights: spread(path.weights),
    sizes: spread(path.sizes),
  }
}

/** Answers requests for statistics. */
type Ask = (requests: readonly DirectRequest[]) => Promise<readonly Answer[]>

/** Columns whose products with all others are summed in one pass over these. */
const columnsAtOnce = 24

/**
 * Products of columns, as they are asked for: mean products about the means, with the columns that are not
 * asked for divided by their standard deviations.
 */
class ColumnProducts {
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
