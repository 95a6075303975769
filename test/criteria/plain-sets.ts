/* Criteria of sets from their definitions, row by row, with nothing shared with those of criba. */

export type Cell = string | number
export type Column = readonly Cell[]

function entropy(columns: readonly Column[]): number {
  const counts = new Map<string, number>()
  const rows = columns[0].length
  for (let row = 0; row < rows; row++) {
    const key = columns.map((column) => column[row]).join('|')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts.values()].reduce((sum, count) => sum - (count / rows) * Math.log2(count / rows), 0)
}

function information(a: Column, b: Column, given: readonly Column[] = []): number {
  const without = given.length > 0 ? entropy(given) : 0
  return entropy([a, ...given]) + entropy([b, ...given]) - entropy([a, b, ...given]) - without
}

function uncertainty(a: Column, b: Column): number {
  const both = entropy([a]) + entropy([b])
  return both === 0 ? 0 : (2 * information(a, b)) / both
}

function correlation(a: Column, b: Column): number {
  const centred = (column: Column) => {
    const mean = column.reduce<number>((sum, x) => sum + Number(x), 0) / column.length
    return column.map((x) => Number(x) - mean)
  }
  const [x, y] = [centred(a), centred(b)]
  const dot = (u: readonly number[], v: readonly number[]) => u.reduce((sum, one, i) => sum + one * v[i], 0)
  const size = Math.sqrt(dot(x, x) * dot(y, y))
  return size === 0 ? 0 : Math.abs(dot(x, y)) / size
}

/** The sum over all pairs in both orders. */
function ofPairs(set: readonly Column[], relation: (a: Column, b: Column) => number): number {
  return set.reduce(
    (sum, a, i) => sum + set.reduce((inner, b, j) => inner + (i === j ? 0 : relation(a, b)), 0),
    0,
  )
}

function hall(set: readonly Column[], y: Column, relation: (a: Column, b: Column) => number): number {
  const k = set.length
  const toTarget = set.reduce((sum, x) => sum + relation(x, y), 0) / k
  const among = k > 1 ? ofPairs(set, relation) / (k * (k - 1)) : 0
  return (k * toTarget) / Math.sqrt(k + k * (k - 1) * among)
}

type Distance = (a: readonly number[], b: readonly number[]) => number

const distances: Readonly<Record<string, Distance>> = {
  euclidean: (a, b) => Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0)),
  manhattan: (a, b) => a.reduce((sum, x, i) => sum + Math.abs(x - b[i]), 0),
  cosine: (a, b) => {
    const dot = (u: readonly number[], v: readonly number[]) => u.reduce((sum, x, i) => sum + x * v[i], 0)
    const size = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b))
    if (size === 0) return dot(a, a) === dot(b, b) ? 0 : 1
    // Rows of one direction are at no distance, though rounding may say 1e-16 or less than nothing.
    const distance = 1 - dot(a, b) / size
    return distance < 1e-12 ? 0 : distance
  },
}

function classDistance(set: readonly Column[], y: Column, metric: string): number {
  const distance = distances[metric]
  const sums = { within: [0, 0], between: [0, 0] }
  for (let a = 0; a < y.length; a++) {
    for (let b = 0; b < a; b++) {
      const at = (row: number) => set.map((column) => Number(column[row]))
      const sum = sums[y[a] === y[b] ? 'within' : 'between']
      sum[0] += distance(at(a), at(b))
      sum[1]++
    }
  }
  const { within, between } = sums
  if (within[1] === 0) return NaN
  return between[0] === 0 ? 0 : between[0] / between[1] / (within[0] / within[1])
}

function consistency(set: readonly Column[], y: Column): number {
  const groups = new Map<string, Map<Cell, number>>()
  y.forEach((label, row) => {
    const key = set.map((column) => column[row]).join('|')
    const group = groups.get(key) ?? new Map<Cell, number>()
    groups.set(key, group.set(label, (group.get(label) ?? 0) + 1))
  })
  const wrong = [...groups.values()].reduce((sum, group) => {
    const counts = [...group.values()]
    return sum + counts.reduce((all, count) => all + count, 0) - Math.max(...counts)
  }, 0)
  return 1 - wrong / y.length
}

/** J of a set, by what is asked for. */
export const plainSets: Readonly<Record<string, (set: readonly Column[], y: Column) => number>> = {
  'sum-mi': (set, y) => set.reduce((sum, x) => sum + information(x, y), 0),
  'mean-mi': (set, y) => set.reduce((sum, x) => sum + information(x, y), 0) / set.length,
  'quadratic-mi': (set, y) =>
    set.reduce((sum, x) => sum + information(x, y), 0) - ofPairs(set, information) / set.length,
  'quadratic-mi:beta=0.3,gamma=1/s': (set, y) =>
    set.reduce((sum, x) => sum + information(x, y), 0) -
    0.3 * ofPairs(set, information) +
    ofPairs(set, (a, b) => information(a, b, [y])) / set.length,
  'quadratic-mi:beta=0,gamma=0.5': (set, y) =>
    set.reduce((sum, x) => sum + information(x, y), 0) + 0.5 * ofPairs(set, (a, b) => information(a, b, [y])),
  cfs: (set, y) => hall(set, y, typeof y[0] === 'number' ? correlation : uncertainty),
  'class-distance:scale=none': (set, y) => classDistance(set, y, 'euclidean'),
  'class-distance:scale=none,metric=manhattan': (set, y) => classDistance(set, y, 'manhattan'),
  'class-distance:scale=none,metric=cosine': (set, y) => classDistance(set, y, 'cosine'),
  consistency,
}
