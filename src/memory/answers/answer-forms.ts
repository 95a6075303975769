import { CribaError } from '#core'
import type { Forms, FormsRequest } from '#core'
import { ConnectedRows, slackOf } from '../neighbours/graph.ts'
import type { EdgeFilter } from '../neighbours/graph.ts'
import type { BatchRun } from '../threads/pool.ts'
import { connectingLength } from './connecting-length.ts'
import { graphRows, joinLists, joinNumbers, passOver } from './graph-rows.ts'
import type { GraphRows } from './graph-rows.ts'
import { sumsOverEdges, symmetricLists } from './graph-sums.ts'
import type { GraphSums, Weighing } from './graph-sums.ts'
import { preciseSum } from './precise-sum.ts'
import type { ResolvedView } from './resolved-view.ts'

/** All distances are measured once for each round. */
const mostRounds = 24

/**
 * The least k whose nearest rows connect all rows, given which are connected by k = `from`; null where that
 * takes too many rounds, or is no greater: then edges are there, but weigh nothing. By Kruskal's rule: the
 * edges of the least k that leaves a part are added, until one part is left.
 */
async function connectingNeighbours(
  given: GraphRows,
  from: number,
  parts: ConnectedRows,
  run: BatchRun,
): Promise<number | null> {
  const { rows } = given.space
  const connected = new ConnectedRows(rows)
  for (let row = 0; row < rows; row++) connected.connect(row, parts.rootOf(row))
  let most = from
  for (let round = 0; connected.parts > 1; round++) {
    if (round === mostRounds) return null
    const marks = Uint32Array.from({ length: rows }, (_, row) => connected.rootOf(row))
    const found = await passOver(given, { of: 'nearer', marks }, run)
    const nearer = joinNumbers(found, rows)
    const least = 1 + nearer.reduce((fewest, count) => Math.min(fewest, count), Infinity)
    if (round === 0 && least <= from) return null
    most = Math.max(most, least)
    let row = 0
    for (const { rows: outside } of found) {
      for (const other of outside) {
        if (nearer[row] < most) connected.connect(row, other)
        row++
      }
    }
  }
  return most
}

/** What a graph is found to be. */
interface Found extends GraphSums {
  readonly epsilon: number | null
}

/** Sums quadratic forms of columns on a graph of the rows. */
export async function answerForms(
  request: FormsRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<Forms> {
  if (resolved.rows.counted.weights) {
    throw new CribaError('unsuitable', 'unsuitable weights: neighbours need every weight to be 0 or 1')
  }
  if (request.labels) await resolved.encode([request.labels], { ...run, progress: undefined })
  const given = graphRows(request, resolved)
  const connected = new ConnectedRows(given.space.rows)
  const found = await findEdges(request, given, connected, run)
  const joins = connected.parts > 1 ? await whatJoins(request, given, connected, run) : null
  const isolated = found.degrees.reduce((sum, degree) => sum + (degree === 0 ? 1 : 0), 0)
  return {
    n: given.space.rows,
    ...moments(given, withOwnEdges(request, given, found.degrees)),
    roughness: found.roughness,
    edges: found.edges,
    components: connected.parts,
    joins,
    isolated,
    sigma: found.sigma,
    epsilon: found.epsilon,
  }
}

/** The least k or ε that connects rows that are not, where that is all that keeps them apart. */
async function whatJoins(
  { graph }: FormsRequest,
  given: GraphRows,
  connected: ConnectedRows,
  run: BatchRun,
): Promise<number | null> {
  if (graph.of === 'knn' && !graph.supervised) return connectingNeighbours(given, graph.k, connected, run)
  if (graph.of !== 'epsilon' || graph.supervised || graph.epsilon === null) return null
  const length = Math.sqrt(await connectingLength(given, run))
  return length > graph.epsilon ? length : null
}

async function findEdges(
  { graph, weights, sigma }: FormsRequest,
  given: GraphRows,
  connected: ConnectedRows,
  run: BatchRun,
): Promise<Found> {
  const weighing: Weighing = weights === 'heat' ? { of: 'heat', sigma } : { of: 'binary' }
  switch (graph.of) {
    case 'knn':
      return nearestEdges(given, graph.k, supervision(graph.supervised), weighing, connected, run)
    case 'epsilon': {
      const square =
        graph.epsilon === null ? await connectingLength(given, run) : graph.epsilon * graph.epsilon
      const reach = new Float64Array(given.space.rows).fill(square + slackOf(square, given))
      const edges = { reach, labels: given.labels, filter: supervision(graph.supervised) }
      const sums = await sumsOverEdges(given, edges, null, weighing, connected, run)
      return { ...sums, epsilon: graph.epsilon ?? Math.sqrt(square) }
    }
    case 'class': {
      if (weights !== 'heat') return { ...classSums(given, weights, connected), epsilon: null }
      const reach = new Float64Array(given.space.rows).fill(Infinity)
      const edges = { reach, labels: given.labels, filter: 'within-a-class' as const }
      return { ...(await sumsOverEdges(given, edges, null, weighing, connected, run)), epsilon: null }
    }
    case 'labelled': {
      const near = await nearestEdges(given, graph.k, 'of-unlabelled', weighing, connected, run)
      const ofClasses = classSums(given, 'binary', connected)
      return {
        ...near,
        degrees: near.degrees.map((degree, row) => degree + ofClasses.degrees[row]),
        roughness: near.roughness.map((sum, i) => sum + ofClasses.roughness[i]),
        edges: near.edges + ofClasses.edges,
        sigma: near.edges > 0 ? near.sigma : null,
      }
    }
  }
}

function supervision(isSupervised: boolean): EdgeFilter {
  return isSupervised ? 'not-across-classes' : 'all'
}

async function nearestEdges(
  given: GraphRows,
  wanted: number,
  filter: EdgeFilter,
  weighing: Weighing,
  connected: ConnectedRows,
  run: BatchRun,
): Promise<Found> {
  const { rows } = given.space
  const k = Math.min(wanted, rows - 1)
  const parts = await passOver(given, { of: 'nearest', k }, run)
  const edges = { reach: joinNumbers(parts, rows), labels: given.labels, filter }
  const lists = joinLists(parts, rows)
  const symmetric = lists && symmetricLists(lists, edges)
  return { ...(await sumsOverEdges(given, edges, symmetric, weighing, connected, run)), epsilon: null }
}

/** The degrees with the edge of each row to itself. */
function withOwnEdges({ graph, weights, self }: FormsRequest, { labels }: GraphRows, degrees: Float64Array) {
  if (graph.of === 'class') {
    if (weights !== 'class') return degrees.map((degree) => degree + 1)
    const sizes = new Map<number, number>()
    for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
    return degrees.map((degree, row) => degree + 1 / sizes.get(labels[row])!)
  }
  return self ? degrees.map((degree) => degree + 1) : degrees
}

/** Means and squares of columns, each row weighed by its degree. */
function moments(
  { space, origins }: GraphRows,
  degrees: Float64Array,
): Pick<Forms, 'degree' | 'mean' | 'squares'> {
  const degree = preciseSum(degrees)
  const squares = new Float64Array(origins.length)
  // Differences from a row that counts, so that a constant column is one to the bit.
  const first = degrees.findIndex((of) => of > 0)
  const mean = origins.map((origin, i) => {
    const { values } = space.columns[i]
    if (first < 0) return 0
    const anchor = values[first]
    let sum = 0
    for (let row = 0; row < values.length; row++) sum += degrees[row] * (values[row] - anchor)
    const middle = anchor + sum / degree
    let found = 0
    for (let row = 0; row < values.length; row++) {
      found += degrees[row] * (values[row] - middle) * (values[row] - middle)
    }
    squares[i] = found
    return middle - origin
  })
  return { degree, mean, squares }
}

/** Sums over all pairs of labelled rows of one class, from the sums of the classes: no pair is looked at. */
function classSums(
  { space, labels }: GraphRows,
  weights: 'binary' | 'class',
  connected: ConnectedRows,
): GraphSums {
  const rowsOf = new Map<number, number[]>()
  labels.forEach((label, row) => {
    if (label < 0) return
    const rows = rowsOf.get(label)
    if (rows) rows.push(row)
    else rowsOf.set(label, [row])
  })
  const classes = [...rowsOf].sort(([a], [b]) => a - b).map(([, rows]) => rows)
  const degrees = new Float64Array(space.rows)
  const roughness = new Float64Array(space.columns.length)
  let edges = 0
  for (const rows of classes) {
    const n = rows.length
    const weight = weights === 'class' ? 1 / n : 1
    edges += (n * (n - 1)) / 2
    for (const row of rows) {
      degrees[row] = weight * (n - 1)
      connected.connect(rows[0], row)
    }
    // Σ over pairs of (a − b)² is n times the squares about the mean.
    space.columns.forEach(({ values }, i) => (roughness[i] += weight * n * squaresOf(values, rows)))
  }
  return { degrees, roughness, edges, sigma: null }
}

/** The squares of some values about their mean; exactly 0 where all are equal. */
function squaresOf(values: Float64Array, rows: readonly number[]): number {
  const anchor = values[rows[0]]
  let sum = 0
  for (const row of rows) sum += values[row] - anchor
  const mean = sum / rows.length
  let squares = 0
  for (const row of rows) squares += (values[row] - anchor - mean) * (values[row] - anchor - mean)
  return squares
}
