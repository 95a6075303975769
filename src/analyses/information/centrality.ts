import { CribaError, givenNames, isNear, objectIn, textIn, tiedRuns, unknownName } from '#core'
import { infinitePaths, matrixProduct, perronOf } from '#methods'

/** How `centrality` scores the nodes of a graph. */
export interface CentralitySpec {
  /** The names of the nodes, in the order of the matrix. */
  readonly names: readonly string[]
  /** By the principal eigenvector, which is the default, or by all paths from a node. */
  readonly method?: CentralityMethod
}

/** By the principal eigenvector, or by all paths from a node. */
export type CentralityMethod = (typeof centralityMethods)[number]

/** A node with its score; nodes that tie share a rank. */
export interface NodeScore {
  readonly feature: string
  readonly score: number
  readonly rank: number
}

const centralityMethods = ['eigenvector-centrality', 'infinite-fs'] as const

/**
 * Ranks columns by how central they are in a graph of one's own, best first: `affinity` is a symmetric matrix
 * without negative entries, as an array of rows or row by row in one array. `eigenvector-centrality` is the
 * principal eigenvector, v ≥ 0, ‖v‖ = 1; of several, as where unconnected parts are alike, the one nearest to
 * equal weights. A part with a smaller eigenvalue has 0. `infinite-fs` is the row sums of (I − rA)⁻¹ − I, r =
 * 0.9/λ: the weight of all paths from a node.
 *
 * @example centrality([[0, 1, 0], [1, 0, 1], [0, 1, 0]], { names: ['a', 'b', 'c'] })
 * @throws CribaError where the matrix is not square or symmetric, or has an entry that is negative or no
 * number
 */
export function centrality(
  affinity: readonly ArrayLike<number>[] | Float64Array,
  spec: CentralitySpec,
): readonly NodeScore[] {
  const { method = 'eigenvector-centrality', ...given } = objectIn('spec', spec) as CentralitySpec
  const names = givenNames('names', given.names)
  if (!centralityMethods.includes(method))
    throw unknownName('method', textIn('method', method, 'a name') ?? '', centralityMethods)
  const width = names.length
  const product = matrixProduct(scaledMatrix(affinity, width), width)
  const perron = perronOf(product, width)
  const score = method === 'infinite-fs' ? infinitePaths(product, perron, width) : perron.vector
  const order = [...score.keys()].sort((a, b) => score[b] - score[a] || a - b)
  const ranked: NodeScore[] = []
  for (const run of tiedRuns(order, (a, b) => isNear(score[a], score[b]))) {
    const rank = ranked.length + 1
    for (const i of run.toSorted((a, b) => a - b)) ranked.push({ feature: names[i], score: score[i], rank })
  }
  return ranked
}

/** The matrix row by row, its greatest entry 1, which changes no score and leaves no square out of range. */
function scaledMatrix(affinity: readonly ArrayLike<number>[] | Float64Array, width: number): Float64Array {
  const rows = affinity instanceof Float64Array ? rowsOf(affinity, width) : affinity
  if (!(rows instanceof Array)) throw invalid('no list (needs a list of rows)')
  if (rows.length !== width) throw invalid(`${rows.length} rows (needs ${width}, one for each name)`)
  const matrix = new Float64Array(width * width)
  let most = 0
  for (let i = 0; i < width; i++) {
    if (rows[i]?.length !== width)
      throw invalid(`${rows[i]?.length ?? 'no'} entries in row ${i + 1} (needs ${width})`)
    for (let j = 0; j < width; j++) {
      const entry = rows[i][j]
      if (!(entry >= 0 && entry < Infinity)) throw invalid(`${entry} ${placeOf(i, j)} (needs 0 or more)`)
      if (j < i && !isNear(entry, rows[j][i])) {
        throw invalid(`${entry} ${placeOf(i, j)}, ${rows[j][i]} ${placeOf(j, i)} (needs a symmetric matrix)`)
      }
      matrix[i * width + j] = entry
      most = Math.max(most, entry)
    }
  }
  return most > 0 ? matrix.map((entry) => entry / most) : matrix
}

function rowsOf(matrix: Float64Array, width: number): readonly Float64Array[] {
  if (matrix.length !== width * width)
    throw invalid(`${matrix.length} entries (needs ${width * width} for ${width} names)`)
  return Array.from({ length: width }, (_, i) => matrix.subarray(i * width, (i + 1) * width))
}

function placeOf(i: number, j: number): string {
  return `in row ${i + 1}, column ${j + 1}`
}

function invalid(what: string): CribaError {
  return new CribaError('invalid', `invalid affinity: ${what}`)
}
