import type { MomentsOfFamily, Path } from '#core'
import { layOut } from '#methods'
import type { BatchRun } from '../threads/pool.ts'
import { ColumnProducts } from './column-products.ts'
import type { Ask } from './column-products.ts'
import { fitGrams, fitPath } from './fit-path.ts'
import { fitted, many, pathNeeds } from './path-needs.ts'
import type { FirstRequest } from './path-needs.ts'

/*
 * A path that ends where a few columns are in needs the products of few columns: it is fitted to those that correlate most with the
 * target. A column whose product with what they leave of the target exceeds the penalty joins them, and the path is fitted again; where
 * there is none, it is the path of all columns (the active set of Osborne, Presnell and Turlach 2000).
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
function areSquarable({ target, features }: FirstRequest, { n, min, max }: MomentsOfFamily): boolean {
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
