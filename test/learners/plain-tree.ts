// A decision tree by its definition: at each node every column, every cut and every side is tried anew from the rows.

export type PlainCell = number | string | null

export interface PlainTable {
  /** Numbers, or levels as texts; null is missing. */
  readonly columns: readonly (readonly PlainCell[])[]
  /** Numbers, or the codes of classes. */
  readonly target: readonly number[]
  /** How many classes; 0 of numbers. */
  readonly classes: number
  readonly weights: readonly number[]
  readonly train: readonly number[]
  /** What numbers are taken relative to; half way between those of the rows to learn from, if not given. */
  readonly middle?: number
}

export interface PlainOptions {
  readonly split: 'gini' | 'entropy' | 'gain-ratio'
  readonly depth: number
  readonly leaf: number
  readonly gain: number
}

/** Puts the columns to try first, and says how many. */
export type Draw = (order: number[]) => number

interface Division {
  readonly column: number
  readonly score: number
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly goesLeft: (cell: PlainCell) => boolean
}

interface PlainNode {
  readonly weight: number
  readonly value: readonly number[]
  readonly division: Division | null
  readonly gain: number
  readonly children: readonly PlainNode[]
}

export interface PlainTree {
  /** What it predicts of a row, or of what each column holds instead. */
  predict(row: number, cellOf?: (column: number) => PlainCell): readonly number[]
  /** Whether a row passes a split of a column. */
  passes(row: number, column: number): boolean
  /** The leaf of a row. */
  leafOf(row: number): object
  /**
   * What it predicts of a row where cuts of columns that are not `known` go both ways, by the weight of the rows on each side.
   */
  expect(row: number, isKnown: (column: number) => boolean): readonly number[]
  /** For each column what its splits take away of the impurity, as a share of that of all rows. */
  readonly importances: readonly number[]
  /** Every node that is divided: by which column, and whether a cell goes left. */
  readonly divisions: readonly Pick<Division, 'column' | 'goesLeft'>[]
}

export function plainTree(table: PlainTable, options: PlainOptions, draw: Draw | null = null): PlainTree {
  const { columns, target, classes, weights, train } = table
  const isSquares = classes === 0 || (classes === 2 && options.split === 'gini')
  const isEntropy = classes > 0 && options.split !== 'gini'
  const values = train.map((row) => target[row])
  const middle = table.middle ?? middleOf(values, classes)
  const order = columns.map((_, i) => i)
  const binOf = columns.map((cells) => binsOf(cells, train, weights))
  const root = nodeOf(train, 0)
  const importances = columns.map(() => 0)
  const divisions: Division[] = []
  addGains(root)
  return {
    importances,
    divisions,
    predict: (row, cellOf = (column) => columns[column][row]) => leafOf(cellOf).value,
    passes: (row, column) => {
      let node = root
      while (node.division) {
        if (node.division.column === column) return true
        node = node.children[node.division.goesLeft(columns[node.division.column][row]) ? 0 : 1]
      }
      return false
    },
    leafOf: (row) => leafOf((column) => columns[column][row]),
    expect: (row, isKnown) => expectIn(root, row, isKnown),
  }

  function leafOf(cellOf: (column: number) => PlainCell): PlainNode {
    let node = root
    while (node.division) {
      const { column, goesLeft } = node.division
      node = node.children[goesLeft(cellOf(column)) ? 0 : 1]
    }
    return node
  }

  function expectIn(
    { division, children, value, weight }: PlainNode,
    row: number,
    isKnown: (column: number) => boolean,
  ): readonly number[] {
    if (!division) return value
    const [left, right] = children.map((child) => expectIn(child, row, isKnown))
    if (isKnown(division.column)) return division.goesLeft(columns[division.column][row]) ? left : right
    return left.map((of, i) => (of * children[0].weight + right[i] * children[1].weight) / weight)
  }

  function addGains({ division, gain, children }: PlainNode): void {
    if (division) {
      importances[division.column] += gain
      divisions.push(division)
    }
    children.forEach(addGains)
  }

  function nodeOf(rows: readonly number[], depth: number): PlainNode {
    const value = valueOf(rows)
    const isPure = rows.every((row) => target[row] === target[rows[0]])
    const isOver =
      isPure || (options.depth > 0 && depth >= options.depth) || weightOf(rows) < 2 * options.leaf
    const division = isOver ? null : bestOf(rows)
    const gain = division ? gainOf(division.score, rows) / impurityOf(train) : 0
    const weight = weightOf(rows)
    // A share that is the least but for rounding is enough.
    if (!division || gain < options.gain * (1 - 1e-12))
      return { weight, value, division: null, gain: 0, children: [] }
    // All on the left before what is right: random draws come in this order.
    const left = nodeOf(division.left, depth + 1)
    return { weight, value, division, gain, children: [left, nodeOf(division.right, depth + 1)] }
  }

  function weightOf(rows: readonly number[]): number {
    return rows.reduce((sum, row) => sum + weights[row], 0)
  }

  function sumOf(rows: readonly number[]): number {
    return rows.reduce((sum, row) => sum + weights[row] * (target[row] - middle), 0)
  }

  function countsOf(rows: readonly number[]): number[] {
    return Array.from({ length: classes }, (_, one) => weightOf(rows.filter((row) => target[row] === one)))
  }

  function valueOf(rows: readonly number[]): readonly number[] {
    if (classes > 0) return countsOf(rows).map((count) => count / weightOf(rows))
    return [middle + sumOf(rows) / weightOf(rows)]
  }

  /** Minus the weight times the impurity, but for a constant. */
  function sideScore(rows: readonly number[]): number {
    const counts = countsOf(rows)
    if (isEntropy) return counts.reduce((sum, count) => sum + timesLog(count), 0) - timesLog(weightOf(rows))
    return counts.reduce((sum, count) => sum + count * count, 0) / weightOf(rows)
  }

  function scoreOf(left: readonly number[], right: readonly number[]): number {
    if (!isSquares) return sideScore(left) + sideScore(right)
    const [n, m] = [weightOf(left), weightOf(right)]
    return (sumOf(left) * m - sumOf(right) * n) ** 2 / (n * m)
  }

  function gainOf(score: number, rows: readonly number[]): number {
    return Math.max(0, isSquares ? score / weightOf(rows) : score - sideScore(rows))
  }

  function impurityOf(rows: readonly number[]): number {
    if (isEntropy) return -sideScore(rows)
    if (!isSquares) return weightOf(rows) - sideScore(rows)
    const mean = sumOf(rows) / weightOf(rows)
    return rows.reduce((sum, row) => sum + weights[row] * (target[row] - middle - mean) ** 2, 0)
  }

  function bestOf(rows: readonly number[]): Division | null {
    const tried = draw ? draw(order) : columns.length
    let best: Division | null = null
    const all: Division[] = []
    order.forEach((column, i) => {
      if (i >= tried && (best ?? all[0])) return
      if (options.split !== 'gain-ratio' || classes === 0) best = bestIn(column, rows, best)
      else {
        const one = bestIn(column, rows, null)
        if (one) all.push(one)
      }
    })
    if (all.length === 0) return best
    const gains = all.map(({ score }) => score - sideScore(rows))
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
    let greatest = -Infinity
    all.forEach((one, i) => {
      const information =
        timesLog(weightOf(rows)) - timesLog(weightOf(one.left)) - timesLog(weightOf(one.right))
      if (gains[i] < mean * (1 - 1e-12) || gains[i] / information <= greatest) return
      greatest = gains[i] / information
      best = one
    })
    return best
  }

  function bestIn(column: number, rows: readonly number[], before: Division | null): Division | null {
    let best = before
    for (const goesLeft of divisionsOf(column, rows)) {
      const left = rows.filter((row) => goesLeft(columns[column][row]))
      const right = rows.filter((row) => !goesLeft(columns[column][row]))
      if (left.length === 0 || right.length === 0) continue
      if (weightOf(left) < options.leaf || weightOf(right) < options.leaf) continue
      const score = scoreOf(left, right)
      if (!best || score > best.score) best = { column, score, left, right, goesLeft }
    }
    return best
  }

  /** Every way to divide the rows of a node by a column, in order. */
  function divisionsOf(column: number, rows: readonly number[]): ((cell: PlainCell) => boolean)[] {
    const cells = columns[column]
    // What a node has not seen goes where most of its rows go.
    const unseen = (known: (cell: PlainCell) => boolean, isKnown: (cell: PlainCell) => boolean) => {
      const left = rows.filter((row) => known(cells[row]))
      const isLeft = 2 * weightOf(left) >= weightOf(rows)
      return (cell: PlainCell) => (isKnown(cell) ? known(cell) : isLeft)
    }
    if (cells.some((cell) => typeof cell === 'string')) {
      const levels = [...new Set(rows.map((row) => cells[row]))].sort(byLevel)
      const rowsOf = (level: PlainCell) => rows.filter((row) => cells[row] === level)
      const orders =
        classes > 2
          ? countsOf(rows).flatMap((count, one) =>
              count > 0 ? [(level: PlainCell) => countsOf(rowsOf(level))[one] / weightOf(rowsOf(level))] : [],
            )
          : classes === 2
            ? [(level: PlainCell) => countsOf(rowsOf(level))[1] / weightOf(rowsOf(level))]
            : [(level: PlainCell) => sumOf(rowsOf(level)) / weightOf(rowsOf(level))]
      return orders.flatMap((share) => {
        const sorted = levels.toSorted((a, b) => share(a) - share(b))
        return sorted.slice(1).map((_, last) =>
          unseen(
            (cell) => sorted.indexOf(cell) >= 0 && sorted.indexOf(cell) <= last,
            (cell) => levels.includes(cell),
          ),
        )
      })
    }
    const bins = [
      ...new Set(rows.flatMap((row) => (cells[row] === null ? [] : [binOf[column].of(cells[row])]))),
    ]
    bins.sort((a, b) => a - b)
    const hasMissing = rows.some((row) => cells[row] === null)
    const cuts = bins.map((bin, i) => {
      if (i + 1 === bins.length) return Infinity
      const [high, low] = [binOf[column].highs[bin], binOf[column].lows[bins[i + 1]]]
      const half = high / 2 + low / 2
      return half >= high && half < low ? half : high
    })
    return (hasMissing ? [false, true] : [false]).flatMap((isMissingLeft) =>
      cuts.map((cut) =>
        unseen(
          (cell) => (cell === null ? isMissingLeft : (cell as number) <= cut),
          (cell) => cell !== null || hasMissing,
        ),
      ),
    )
  }
}

/** Half way between the least and the greatest number; of classes 0. */
export function middleOf(values: readonly number[], classes: number): number {
  return classes > 0 ? 0 : Math.min(...values) / 2 + Math.max(...values) / 2
}

/** Texts in their order; missing comes last. */
function byLevel(a: PlainCell, b: PlainCell): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : 1
}

/** The bins of numbers: of up to 256 distinct values one each, else by the middle of the weight of each value. */
function binsOf(cells: readonly PlainCell[], train: readonly number[], weights: readonly number[]) {
  const present = train.filter((row) => typeof cells[row] === 'number')
  const distinct = [...new Set(present.map((row) => cells[row] as number))].sort((a, b) => a - b)
  const all = present.reduce((sum, row) => sum + weights[row], 0)
  let before = 0
  const bins = distinct.map((value, i) => {
    if (distinct.length <= 256) return i
    const own = present.reduce((sum, row) => sum + (cells[row] === value ? weights[row] : 0), 0)
    before += own
    return Math.floor((256 * (before - own / 2)) / all)
  })
  const known = [...new Set(bins)]
  const membersOf = (bin: number) => distinct.filter((_, i) => bins[i] === bin)
  return {
    of: (cell: PlainCell) => known.indexOf(bins[distinct.indexOf(cell as number)]),
    lows: known.map((bin) => Math.min(...membersOf(bin))),
    highs: known.map((bin) => Math.max(...membersOf(bin))),
  }
}

function timesLog(x: number): number {
  return x > 0 ? x * Math.log(x) : 0
}
