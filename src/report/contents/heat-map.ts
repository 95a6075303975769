import type { GroupsSpec, MatrixChart, Run, Similarity, Source, TreeMerge } from '#core'
import { similarityMatrix } from '#analyses'
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
