import { countLevels, limits, nLog2n } from '#core'
import type { Counts, PSource, Variable, View, Warning } from '#core'
import { createTableSampler, monteCarloTail } from '#methods'
import type { MonteCarloTail } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { PairEntropiesWithTarget } from './pair-entropies.ts'

/** The budget: the permutations of all pairs together, and the bounds on those of one pair. */
const budgetOfPairs = { least: 99, most: 999, all: 1 << 16 } as const
/** The most cells of a table that is permuted, and of the tables of one request. */
const most = { cells: 1 << 15, together: limits.cells } as const

/** The p-values of pairs until the budget was spent. */
interface PairTests {
  /** NaN where a pair was not tested. */
  readonly pValue: Float64Array
  readonly pFrom: readonly (PSource | undefined)[]
  readonly warnings: readonly Warning[]
}

/**
 * P-values of pairs from permutations of their tables, as many as each needs, for the pairs in the given
 * order (the largest interactions first) until the budget is spent.
 */
export async function testPairs(
  batcher: RequestBatcher,
  { columns, a, b, target }: Pick<PairEntropiesWithTarget, 'columns' | 'a' | 'b' | 'target'>,
  order: Uint32Array,
  view: View,
): Promise<PairTests> {
  const y = targetOf(target)
  const pValue = new Float64Array(a.length).fill(NaN)
  const pFrom: (PSource | undefined)[] = []
  const setOf = (pair: number) => [columns[a[pair]].variable, columns[b[pair]].variable, y]
  const cellsOf = (set: readonly Variable[]) =>
    set.reduce((cells, { coding }) => cells * countLevels(coding!), 1)
  const testable = order.filter((pair) => cellsOf(setOf(pair)) <= most.cells)
  const { all, least } = budgetOfPairs
  const each = Math.max(least, Math.min(budgetOfPairs.most, Math.floor(all / testable.length)))
  let [left, tested]: [number, number] = [all, 0]
  while (left > 0 && tested < testable.length) {
    const { sets, pairs } = nextOf(testable.subarray(tested), left)
    const [tables] = await batcher.requestOnce([{ kind: 'counts', family: { list: sets }, view }])
    for (const [i, table] of tables.entries()) {
      if (left <= 0) break
      if (!table.cells.every(Number.isInteger)) return withoutPairTests(a.length, fractions)
      const { drawn, ...found } = interactionTest(table, Math.min(each, left))
      pValue[pairs[i]] = found.pValue
      pFrom[pairs[i]] = found.pFrom
      left -= Math.max(1, drawn)
      tested++
    }
  }
  return { pValue, pFrom, warnings: warningsOf(tested, testable.length, order.length) }

  /** The pairs of the next request. */
  function nextOf(open: Uint32Array, budget: number) {
    const sets: Variable[][] = []
    let cells = 0
    for (const pair of open.subarray(0, Math.min(1024, budget))) {
      const set = setOf(pair)
      cells += cellsOf(set)
      if (sets.length > 0 && cells > most.together) break
      sets.push(set)
    }
    return { sets, pairs: open.subarray(0, sets.length) }
  }
}

const fractions = 'interactions: no p-values, because permutations need whole weights and these are fractions'

/** Tests without p-values, with the reason. */
export function withoutPairTests(pairs: number, message: string): PairTests {
  return {
    pValue: new Float64Array(pairs).fill(NaN),
    pFrom: [],
    warnings: [{ code: 'no-p-values', message }],
  }
}

function warningsOf(tested: number, testable: number, pairs: number): readonly Warning[] {
  const messages = [
    ...(tested < testable
      ? [
          `interactions: p-values only for the ${tested} largest of ${pairs} pairs, within the budget of ${budgetOfPairs.all} permutations (--permutations 199 tests all)`,
        ]
      : []),
    ...(testable < pairs
      ? [
          `interactions: no p-values for ${pairs - testable} pairs with tables of more than ${most.cells} cells`,
        ]
      : []),
  ]
  return messages.map((message) => ({ code: 'no-p-values', message }))
}

function targetOf({ family }: PairEntropiesWithTarget['target']): Variable {
  if (!('list' in family)) throw new TypeError('the entropy of the target needs a list')
  return family.list[0][0]
}

/**
 * The p-value of an interaction |I(a,b;Y) − I(a;Y) − I(b;Y)| under independence of Y from a and b jointly:
 * from the table of a × b × Y in whole counts, by tables in which Y is permuted.
 */
export function interactionTest({ levels, cells }: Counts, most: number): MonteCarloTail {
  const [first, second, classes] = levels.map(({ length }) => length)
  const places = Array.from({ length: first * second }, (_, place) => place)
  const sumOver = (place: number) => {
    let sum = 0
    for (let y = 0; y < classes; y++) sum += cells[place * classes + y]
    return sum
  }
  const present = places.filter((place) => sumOver(place) > 0)
  const rows = Float64Array.from(present, sumOver)
  const columns = new Float64Array(classes)
  cells.forEach((count, cell) => (columns[cell % classes] += count))
  const n = rows.reduce((sum, count) => sum + count, 0)
  if (n === 0) return { pValue: 1, pFrom: 'permutation', drawn: 0 }
  const observed = Float64Array.from(
    present.flatMap((place) => [...cells.subarray(place * classes, (place + 1) * classes)]),
  )
  const a = Int32Array.from(present, (place) => Math.floor(place / second) * classes)
  const b = Int32Array.from(present, (place) => (place % second) * classes)
  const [withA, withB] = [new Float64Array(first * classes), new Float64Array(second * classes)]
  // Constant under permutations: H(a,b) − H(a) − H(b) − H(Y).
  const [ofA, ofB] = [new Float64Array(first), new Float64Array(second)]
  present.forEach((place, row) => {
    ofA[Math.floor(place / second)] += rows[row]
    ofB[place % second] += rows[row]
  })
  const margins = sumOf(ofA) + sumOf(ofB) + sumOf(columns) - sumOf(rows) - nLog2n(n)
  const sizeOf = (counts: Float64Array) => {
    withA.fill(0)
    withB.fill(0)
    for (let row = 0, cell = 0; row < present.length; row++) {
      for (let y = 0; y < classes; y++, cell++) {
        withA[a[row] + y] += counts[cell]
        withB[b[row] + y] += counts[cell]
      }
    }
    return Math.abs(sumOf(counts) - sumOf(withA) - sumOf(withB) + margins) / n
  }
  const tables = createTableSampler({ n, rows, columns }, 'interaction')
  return monteCarloTail(sizeOf(observed), most, () => {
    tables.draw()
    return sizeOf(tables.cells)
  })
}

/** Σ count·log₂ count. */
function sumOf(counts: Float64Array): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) sum += nLog2n(counts[i])
  return sum
}
