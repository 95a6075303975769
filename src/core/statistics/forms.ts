import { CribaError } from '../spec/error.ts'
import { keyOfVariants, numberKey, variableKey, variablesKey, viewKey, wordKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Scale, Variable } from './variable.ts'
import type { View } from './view.ts'

/**
 * Quadratic forms of columns on a graph of the rows: what the Laplacian score, SPEC and the trace ratio are
 * made of. The graph never leaves the source.
 *
 * Distances are Euclidean over all columns. The rows of the graph are those complete in all columns; where
 * the graph is that of the classes, those with a class. S has a weight s_ij for each edge, D_ii = Σ_j s_ij
 * and L = D − S.
 *
 * Squared distances that differ by less than 2⁻⁵²·(8·√(D·R) + D·(d/2 + 8)), for d columns, R the sum of the
 * squares of their greatest values and a squared distance D, are equal: more than their rounding.
 */
export interface FormsRequest {
  readonly kind: 'forms'
  /** The numeric columns that distances are measured on, and whose forms are wanted. */
  readonly columns: readonly Variable[]
  /** Classes; rows without one are unlabelled. Null where the graph needs none. */
  readonly labels: Variable | null
  readonly graph: Graph
  /** The weight of an edge: exp(−d²/σ), 1, or 1/n_c within a class of n_c rows. */
  readonly weights: 'heat' | 'binary' | 'class'
  /** σ of `heat`; null for the mean squared length of the edges. */
  readonly sigma: number | null
  /**
   * Whether each row also has an edge to itself, of weight 1; that of `class` always has one, of the weight
   * of its class.
   */
  readonly self: boolean
  readonly scale: Scale
  /** Weights are 0 or 1. */
  readonly view: View
}

/**
 * - `knn`: rows i and j have an edge if either is among the k nearest of the other. All rows tied at the k-th
 *   distance are.
 * - `epsilon`: rows at most ε apart; null for the least ε that connects all rows, the longest edge of their
 *   minimum spanning tree.
 * - `class`: all pairs of rows of one class.
 * - `labelled`: pairs of labelled rows have an edge of weight 1 if they are of one class, and none otherwise;
 *   the others are those of `knn`.
 *
 * With `supervised` edges between different classes are dropped; unlabelled rows keep theirs.
 */
export type Graph =
  | { readonly of: 'knn'; readonly k: number; readonly supervised: boolean }
  | { readonly of: 'epsilon'; readonly epsilon: number | null; readonly supervised: boolean }
  | { readonly of: 'class' }
  | { readonly of: 'labelled'; readonly k: number }

/** What a graph makes of columns; f is a column on the scale of the request. */
export interface Forms {
  /** Rows of the graph. */
  readonly n: number
  /** 1ᵀD1. */
  readonly degree: number
  /** For each column: fᵀD1 / 1ᵀD1. */
  readonly mean: Float64Array
  /** For each column: f̃ᵀDf̃ with f̃ = f − mean, which is fᵀDf − 1ᵀD1 · mean². */
  readonly squares: Float64Array
  /** For each column: fᵀLf, which is Σ s_ij (f_i − f_j)² over the edges, and fᵀDf − fᵀSf. */
  readonly roughness: Float64Array
  /** Edges between different rows. */
  readonly edges: number
  /** Connected parts of the graph, by the edges that weigh something; a row without such an edge is one. */
  readonly components: number
  /**
   * The least k of `knn`, or ε of `epsilon`, that connects all rows; null where they are, or where no such
   * number alone does.
   */
  readonly joins: number | null
  /** Rows without an edge to another, or whose edges weigh nothing. */
  readonly isolated: number
  /** σ as it was used; null where no edge has a weight by its length. */
  readonly sigma: number | null
  /** ε as it was used; null in other graphs. */
  readonly epsilon: number | null
}

const graphKey = keyOfVariants<Graph, 'of'>('of', {
  knn: { k: numberKey, supervised: wordKey },
  epsilon: { epsilon: String, supervised: wordKey },
  class: {},
  labelled: { k: numberKey },
})

export const formsKind: RequestKind<FormsRequest> = {
  views: { view: 'one' },
  variables: ({ columns, labels }) => (labels ? [...columns, labels] : columns),
  key: {
    columns: variablesKey,
    labels: (labels) => (labels ? variableKey(labels) : 'none'),
    graph: graphKey,
    weights: wordKey,
    sigma: String,
    self: wordKey,
    scale: wordKey,
    view: viewKey,
  },
  check: ({ labels, graph, weights, sigma }) => {
    if ('k' in graph && !(Number.isInteger(graph.k) && graph.k >= 1)) {
      throw new CribaError('invalid', `invalid k: ${graph.k} (needs a whole number of 1 or more)`)
    }
    if (graph.of === 'epsilon' && graph.epsilon !== null) refuseUnlessPositive('epsilon', graph.epsilon)
    if (sigma !== null) refuseUnlessPositive('sigma', sigma)
    if (!labels && needsLabels(graph)) {
      throw new CribaError('missing', `missing labels (graph ${graph.of} needs them)`)
    }
    if (weights === 'class' && graph.of !== 'class') {
      throw new CribaError('invalid', `invalid weights: class (graph ${graph.of} takes heat or binary)`)
    }
  },
}

function needsLabels(graph: Graph): boolean {
  return !('supervised' in graph) || graph.supervised
}

function refuseUnlessPositive(name: string, value: number): void {
  if (value > 0) return
  throw new CribaError('invalid', `invalid ${name}: ${value} (needs a number above 0)`)
}
