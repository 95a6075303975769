import { CribaError, firstFew, singles } from '#core'
import type { Entropies, EntropyAnswer, MomentsOfFamily, Request, Similarity, View } from '#core'
import { bits, canSquare, correlations, entropy, ratio } from '#methods'
import { resolution } from '../information/pair-entropies.ts'
import type { PairedColumn } from '../information/pair-entropies.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { placeOfPair } from './tree.ts'

/**
 * The similarity of two columns of levels from their entropies over the same rows; 0 where both are constant
 * there.
 *
 * - symmetrical uncertainty: 2·I(X;Y) / (H(X) + H(Y));
 * - information distance: I(X;Y) / H(X,Y). The distance is H(X|Y) + H(Y|X) as a share of H(X,Y), a metric.
 */
const similarityOfLevels: Readonly<
  Record<Exclude<Similarity, 'correlation'>, (x: number, y: number, information: number) => number>
> = {
  'symmetrical-uncertainty': (x, y, information) => ratio(2 * information, x + y),
  'information-distance': (x, y, information) => ratio(information, x + y - information),
}

/** The largest number of pairs, that of 5,793 columns: their similarities and distances take 256 MiB. */
const mostPairs = 1 << 24
/** Pairs are requested in batches of about so many, which bounds the memory of the answers. */
const pairsAtOnce = 1 << 18

/** Refuses more pairs than fit in memory. */
export function refuseManyPairs(columns: number): void {
  const pairs = (columns * (columns - 1)) / 2
  if (pairs <= mostPairs) return
  throw new CribaError(
    'too-large',
    `too many columns: ${columns} have ${pairs} pairs (at most ${mostPairs}; rank them first, and drop the others)`,
  )
}

/** Similarities, and the total weight of the rows behind each: those that are complete in both columns. */
export interface Similarities {
  readonly similarity: Float64Array
  readonly n: Float64Array
}

/** The similarities of all pairs of columns: (0,1), (0,2), (1,2), (0,3) … */
export async function similaritiesOfPairs(
  batcher: RequestBatcher,
  columns: readonly PairedColumn[],
  by: Similarity,
  view: View,
  progress: (share: number) => void,
): Promise<Similarities> {
  const pairs = (columns.length * (columns.length - 1)) / 2
  const all = { similarity: new Float64Array(pairs), n: new Float64Array(pairs) }
  const alone = await entropiesAlone(batcher, columns, by, view)
  for (let from = 1, to = from; from < columns.length; from = to) {
    const done = placeOfPair(0, from)
    while (to < columns.length && (to === from || placeOfPair(0, to + 1) - done <= pairsAtOnce)) to++
    const places = Array.from({ length: to - from }, (_, i) => from + i)
    const needs = places.map((place) => needsOf(columns[place], columns.slice(0, place), by, view))
    const answers = await batcher.requestOnce(needs.flat(), (share) =>
      progress((done + share * (placeOfPair(0, to) - done)) / pairs),
    )
    let next = 0
    places.forEach((place, i) => {
      const own = answers.slice(next, (next += needs[i].length))
      const { similarity, n } = similaritiesFrom(own, place, columns.slice(0, place), by, alone)
      all.similarity.set(similarity, placeOfPair(0, place))
      all.n.set(n, placeOfPair(0, place))
    })
  }
  return all
}

/** The similarity of a column, such as the target, to each of others. */
export async function similaritiesTo(
  batcher: RequestBatcher,
  column: PairedColumn,
  others: readonly PairedColumn[],
  by: Similarity,
  view: View,
): Promise<Similarities> {
  const all = [...others, column]
  const alone = await entropiesAlone(batcher, all, by, view)
  const answers = await batcher.requestOnce(needsOf(column, others, by, view))
  return similaritiesFrom(answers, others.length, others, by, alone)
}

/**
 * The entropy of each column over its own rows; null for correlation, which needs none but refuses what it
 * cannot square.
 */
async function entropiesAlone(
  batcher: RequestBatcher,
  columns: readonly PairedColumn[],
  by: Similarity,
  view: View,
): Promise<Entropies | null> {
  const family = singles(columns.map(({ variable }) => variable))
  if (by === 'correlation') {
    const [{ n, min, max }] = await batcher.requestOnce([{ kind: 'moments', family, of: 'values', view }])
    refuseUnsquarable(
      columns.filter((_, i) => n[i] > 0 && !canSquare(min[i], max[i])).map(({ name }) => name),
    )
    return null
  }
  const [alone] = await batcher.requestOnce([{ kind: 'entropy', family, view }])
  return alone
}

function refuseUnsquarable(names: readonly string[]): void {
  if (names.length === 0) return
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for correlation: ${firstFew(names, 10)} (values too large, or too close together, to square: rescale or drop them)`,
  )
}

/**
 * What the similarities of a column to others need: entropies or moments of the pairs, and where rows are
 * missing the entropies of the others over the rows of the column, and that of the column over the rows of
 * others.
 */
function needsOf(
  { variable, hasGaps }: PairedColumn,
  others: readonly PairedColumn[],
  by: Similarity,
  view: View,
): readonly Request[] {
  const pairsWith = (some: readonly PairedColumn[]) => ({
    base: [variable],
    each: some.map((other) => other.variable),
  })
  const family = pairsWith(others)
  if (by === 'correlation') return [{ kind: 'moments', family, of: 'values', view }]
  const gaps = others.filter((other) => other.hasGaps)
  const alone = [variable]
  return [
    hasGaps
      ? { kind: 'entropy', family: singles(family.each), within: family, also: variable, view }
      : { kind: 'entropy', family, view },
    ...(gaps.length > 0
      ? [
          {
            kind: 'entropy',
            family: { list: gaps.map(() => alone) },
            within: pairsWith(gaps),
            view,
          } as const,
        ]
      : []),
  ]
}

/** The similarities of the column at a place to others from the answers; the others stand from place 0 on. */
function similaritiesFrom(
  answers: readonly unknown[],
  place: number,
  others: readonly PairedColumn[],
  by: Similarity,
  alone: Entropies | null,
): Similarities {
  if (by === 'correlation' || alone === null) {
    const found = correlations(answers[0] as MomentsOfFamily)
    return {
      // NaN if the rows of the pair are too close together to square.
      similarity: Float64Array.from(found, ({ rho }) => Math.abs(rho) || 0),
      n: Float64Array.from(found, ({ n }) => n),
    }
  }
  const [first, ofColumn] = answers as readonly EntropyAnswer[]
  const [joint, ofOthers] = first.also ? [first.also, first] : [first, alone]
  const similarityOf = similarityOfLevels[by]
  const similarity = new Float64Array(others.length)
  let gap = 0
  others.forEach(({ hasGaps }, other) => {
    const [own, at] = hasGaps ? [ofColumn, gap++] : [alone, place]
    const n = joint.n[other]
    if (n === 0) return
    const information = bits(
      own.high[at] + ofOthers.high[other] - joint.high[other],
      own.low[at] + ofOthers.low[other] - joint.low[other],
      n,
    )
    if (information < resolution) return
    similarity[other] = similarityOf(entropy(own, at), entropy(ofOthers, other), information)
  })
  return { similarity, n: joint.n }
}
