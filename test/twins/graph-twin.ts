import type { Request } from 'criba'

type FormsRequest = Extract<Request, { readonly kind: 'forms' }>

/** What the twin is given: columns without missing values, and a class for each row, or null. */
export interface GraphCase extends Pick<FormsRequest, 'graph' | 'weights' | 'sigma' | 'self' | 'scale'> {
  readonly columns: readonly (readonly number[])[]
  readonly labels: readonly (string | null)[]
}

/** The weights of all pairs, and what follows from them. */
export interface PlainGraph {
  readonly s: readonly (readonly number[])[]
  readonly d: readonly number[]
  readonly values: readonly (readonly number[])[]
  readonly edges: number
  readonly components: number
  readonly isolated: number
  readonly sigma: number | null
  readonly epsilon: number | null
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function scaled(values: readonly number[], scale: FormsRequest['scale']): readonly number[] {
  if (values.every((value) => value === values[0])) return scale === 'none' ? values : values.map(() => 0)
  if (scale === 'none') return values
  const least = Math.min(...values)
  if (scale === 'minmax') return values.map((value) => (value - least) / (Math.max(...values) - least))
  const mean = sum(values) / values.length
  const deviation = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length)
  return values.map((value) => (value - mean) / deviation)
}

/** A graph by its definition, with all pairs of rows in dense matrices. */
export function plainGraph(given: GraphCase): PlainGraph {
  const { graph, weights, self, labels } = given
  const values = given.columns.map((column) => scaled(column, given.scale))
  const n = labels.length
  const rows = Array.from({ length: n }, (_, row) => row)
  // Rounded, so that equal distances are equal.
  const squares = rows.map((i) =>
    rows.map((j) => Number(sum(values.map((column) => (column[i] - column[j]) ** 2)).toPrecision(11))),
  )
  const others = (i: number) => rows.filter((j) => j !== i)
  const isNear = (k: number) => {
    const reach = rows.map((i) => {
      const sorted = others(i)
        .map((j) => squares[i][j])
        .sort((a, b) => a - b)
      return sorted[Math.min(k, n - 1) - 1]
    })
    return (i: number, j: number) => squares[i][j] <= Math.max(reach[i], reach[j])
  }
  const epsilon = graph.of === 'epsilon' ? (graph.epsilon ?? Math.sqrt(longestOfTree(squares))) : null
  const isSame = (i: number, j: number) => labels[i] !== null && labels[i] === labels[j]
  const isFree = (i: number, j: number) => labels[i] === null || labels[j] === null
  const near = 'k' in graph ? isNear(graph.k) : () => false
  const isEdge = (i: number, j: number): boolean => {
    if ('supervised' in graph && graph.supervised && !isSame(i, j) && !isFree(i, j)) return false
    switch (graph.of) {
      case 'knn':
        return near(i, j)
      case 'epsilon':
        return squares[i][j] <= Number((epsilon! ** 2).toPrecision(11))
      case 'class':
        return isSame(i, j)
      case 'labelled':
        return isFree(i, j) ? near(i, j) : isSame(i, j)
    }
  }
  const isWeighed = (i: number, j: number) => isEdge(i, j) && (graph.of !== 'labelled' || isFree(i, j))
  const lengths = rows.flatMap((i) => rows.filter((j) => j > i && isWeighed(i, j)).map((j) => squares[i][j]))
  const mean = lengths.length > 0 ? sum(lengths) / lengths.length : graph.of === 'labelled' ? null : 0
  const sigma =
    weights !== 'heat' || (graph.of === 'labelled' && lengths.length === 0) ? null : (given.sigma ?? mean)
  const sizeOf = (i: number) => labels.filter((label) => label === labels[i]).length
  const weight = (i: number, j: number): number => {
    if (weights === 'class') return 1 / sizeOf(i)
    if (weights === 'binary' || !isWeighed(i, j) || squares[i][j] === 0) return 1
    return Math.exp(-squares[i][j] / sigma!)
  }
  const ofItself = (i: number) =>
    graph.of === 'class' ? (weights === 'class' ? 1 / sizeOf(i) : 1) : self ? 1 : 0
  const s = rows.map((i) => rows.map((j) => (i === j ? ofItself(i) : isEdge(i, j) ? weight(i, j) : 0)))
  const parts = connect(n, (i, j) => s[i][j] > 0)
  return {
    s,
    d: s.map(sum),
    values,
    edges: sum(rows.map((i) => rows.filter((j) => j > i && isEdge(i, j)).length)),
    components: parts,
    isolated: rows.filter((i) => others(i).every((j) => !isEdge(i, j))).length,
    sigma,
    epsilon,
  }
}

/** How many parts some pairs connect rows into. */
function connect(n: number, isEdge: (i: number, j: number) => boolean): number {
  const seen = new Set<number>()
  let parts = 0
  for (let start = 0; start < n; start++) {
    if (seen.has(start)) continue
    parts++
    const queue = [start]
    seen.add(start)
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      for (let j = 0; j < n; j++) {
        if (j === i || seen.has(j) || !isEdge(i, j)) continue
        seen.add(j)
        queue.push(j)
      }
    }
  }
  return parts
}

/** The longest edge of a minimum spanning tree, by Kruskal: pairs by length, until all rows are connected. */
export function longestOfTree(squares: readonly (readonly number[])[]): number {
  const n = squares.length
  const pairs = squares
    .flatMap((of, i) => of.slice(0, i).map((square, j) => ({ i, j, square })))
    .sort((a, b) => a.square - b.square)
  const parts = Array.from({ length: n }, (_, row) => row)
  let longest = 0
  for (const { i, j, square } of pairs) {
    const [from, to] = [parts[i], parts[j]]
    if (from === to) continue
    longest = square
    parts.forEach((part, row) => (parts[row] = part === from ? to : part))
  }
  return longest
}

/** fᵀMf. */
export function quadratic(m: readonly (readonly number[])[], f: readonly number[]): number {
  return sum(f.map((a, i) => a * sum(f.map((b, j) => m[i][j] * b))))
}
