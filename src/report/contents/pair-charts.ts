import { similarityMatrix } from '#analyses'
import type {
  GraphChart,
  GroupsSpec,
  MatrixChart,
  PairInteraction,
  Run,
  Similarity,
  Source,
  TreeMerge,
} from '#core'
import { clean } from '../text.ts'
import { firstOf } from './report-run.ts'
import { sentence, shownOf } from './wording.ts'

/** The most columns of a heat map. */
export const mostInMap = 40

const words: Readonly<Record<Similarity, string>> = {
  'symmetrical-uncertainty':
    'share of their information that two columns have in common (symmetrical uncertainty)',
  correlation: 'absolute correlation of two columns, |ρ|',
  'information-distance': 'information that two columns share, of all they have together',
}

/** The similarities of columns in the order of their tree, and the tree. */
export async function heatMap(source: Source, spec: GroupsSpec, all: number, run: Run): Promise<MatrixChart> {
  const { features, values, merges } = await similarityMatrix(source, spec, run)
  const by = spec.by ?? 'symmetrical-uncertainty'
  const { order, tree } = inOrderOfTree(features.length, merges)
  return {
    kind: 'matrix',
    name: 'redundancy',
    title: 'Which columns share information',
    caption: sentence(
      `the ${words[by]}: 0 for none, 1 for the same information; ${shownOf(features.length, all, 'column')}, in the order of their tree, whose heights are 1 − similarity`,
    ),
    labels: order.map((leaf) => features[leaf]),
    values: order.map((a) => order.map((b) => values[a][b])),
    value: { label: by, from: 0, to: 1 },
    tree,
  }
}

/**
 * The leaves of a tree from one end to the other, the larger branch first, and the tree with the leaves
 * numbered in this order.
 */
function inOrderOfTree(
  leaves: number,
  merges: readonly TreeMerge[],
): { readonly order: readonly number[]; readonly tree: readonly TreeMerge[] } {
  const clusters: (readonly number[])[] = Array.from({ length: leaves }, (_, leaf) => [leaf])
  for (const { a, b } of merges) {
    const [x, y] = [clusters[a], clusters[b]]
    clusters.push(y.length > x.length ? [...y, ...x] : [...x, ...y])
  }
  const order = clusters[clusters.length - 1] ?? []
  const places = new Map(order.map((leaf, place) => [leaf, place]))
  const placeOf = (cluster: number) => places.get(cluster) ?? cluster
  return { order, tree: merges.map(({ a, b, height }) => ({ a: placeOf(a), b: placeOf(b), height })) }
}

/** The most columns of a graph, and the most pairs drawn as edges. */
export const mostNodes = 25
const mostEdges = 60

/**
 * The strongest pairs, half of them above 0 and half below, the strongest first; more of the one where the
 * other has fewer.
 */
export function strongestPairs(pairs: readonly PairInteraction[], most: number): readonly PairInteraction[] {
  const sorted = pairs.toSorted((a, b) => Math.abs(b.interaction) - Math.abs(a.interaction))
  const above = sorted.filter(({ interaction }) => interaction > 0)
  const below = sorted.filter(({ interaction }) => interaction < 0)
  const half = Math.ceil(most / 2)
  const kept = new Set([
    ...above.slice(0, Math.max(half, most - below.length)),
    ...below.slice(0, Math.max(most - half, most - above.length)),
  ])
  return sorted.filter((pair) => kept.has(pair))
}

/** The columns of the strongest pairs, in turn of one above 0 and of one below. */
export function columnsOfPairs(pairs: readonly PairInteraction[], most: number): readonly string[] {
  const sorted = strongestPairs(pairs, pairs.length)
  const above = sorted.filter(({ interaction }) => interaction > 0)
  const below = sorted.filter(({ interaction }) => interaction < 0)
  const inTurn = sorted.flatMap((_, i) => [above[i], below[i]].filter((pair) => pair !== undefined))
  return firstOf(
    most,
    [...inTurn, ...pairs].flatMap(({ a, b }) => [a, b]),
  )
}

/**
 * The interactions of pairs as a graph: the columns with their own information, and the strongest pairs
 * between them.
 */
export function synergyGraph(
  pairs: readonly PairInteraction[],
  {
    target,
    units,
    all,
    chosen = new Set(),
  }: {
    readonly target: string
    readonly units: string
    /** How many columns there are. */
    readonly all: number
    readonly chosen?: ReadonlySet<string>
  },
): GraphChart {
  const own = new Map<string, number>()
  for (const { a, b, iA, iB } of pairs) {
    // Where values are missing a column has another number in each pair: that of its most informative one is
    // shown.
    own.set(a, Math.max(own.get(a) ?? -Infinity, iA))
    own.set(b, Math.max(own.get(b) ?? -Infinity, iB))
  }
  const drawn = strongestPairs(pairs, mostEdges)
  return {
    kind: 'graph',
    name: 'synergy',
    title: `Synergy and redundancy of pairs about ${clean(target)}`,
    caption: sentence(
      `an edge is I(a,b;Y) − I(a;Y) − I(b;Y) in ${units}: above 0 two columns tell more together than apart, below 0 they repeat each other; a node is the information of the column alone; ${shownOf(own.size, all, 'column')} and ${shownOf(drawn.length, pairs.length, 'pair')}, the strongest above and below 0`,
    ),
    value: { label: `interaction (${units})` },
    nodes: [...own].map(([name, value]) => ({
      name,
      value,
      ...(chosen.has(name) && { chosen: true as const }),
    })),
    edges: drawn.map(({ a, b, interaction }) => ({ a, b, value: interaction })),
  }
}
