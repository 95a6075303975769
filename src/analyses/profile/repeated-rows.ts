import { allRows, rowNumbers } from '#core'
import type { Warning } from '#core'
import { columnsKey, foundOnce, identityOf } from '../scope/found-once.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'

/** Fewer repeats change little: this share of the rows. */
const fewest = 0.05
/** Two rows agree in a column of many values with at most this probability. */
const mostMatches = 0.1
/** Repeats are that many times what independent columns of many values would have. */
const timesChance = 10
/** Of the pairs that agree in all columns but one of many values, this share agrees in that one too. */
const leastShare = 0.5
/** So many columns of many values are checked. */
const mostChecked = 8

/** Rows of an engine that answers by queries are fetched to be compared; of more than these they are not. */
const mostOfEngine = 1 << 20

/** Rows that repeat others. */
interface RepeatedRows {
  readonly rows: number
  /** How many rows differ from all before them. */
  readonly distinct: number
  /** For each row the number of its group of equal rows. */
  readonly groups: Int32Array
}

/**
 * Finds rows that repeat earlier ones in all columns, where chance cannot explain it; null where too few do.
 * Columns in which every row has another value, such as identifiers, do not count.
 *
 * A table of a few coarse levels repeats by nature. So repeats count only where they have columns of many
 * values, two rows of which agree with probability 0.1 at most, and where they are ten times what these would
 * have if they were independent. Related columns repeat together, but by chance many more pairs agree in all
 * columns but one than in all: of the pairs that agree in all others at least half agree in each column of
 * many values. A server's rows are not compared, nor more than 2^20 of an engine that answers by queries.
 */
export async function findRepeatedRows(
  batcher: RequestBatcher,
  { features, target }: Pick<AnalysisScope, 'features' | 'target'>,
): Promise<RepeatedRows | null> {
  const { source } = batcher
  const { rows, name, rowsAtHand } = source
  if (name === 'clickhouse' || (name === 'duckdb' && !rowsAtHand && rows > mostOfEngine)) return null
  const columns = [...features, ...(target ? [target] : [])]
  const key = `repeated rows ${columnsKey(columns)}`
  return foundOnce(identityOf(source), key, () => repeatedAmong(batcher, columns))
}

async function repeatedAmong(
  batcher: RequestBatcher,
  columns: readonly ScopeColumn[],
): Promise<RepeatedRows | null> {
  const { rows } = batcher.source
  const compared = columns.filter(({ mayIdentify, type }) => !mayIdentify || type === 'numeric')
  // Numbers first: columns of many values divide the rows soonest.
  compared.sort((a, b) => orderOf(a) - orderOf(b))
  let groups = oneGroup(rows)
  const kept: ScopeColumn[] = []
  for (const column of compared) {
    const values = await columnInRows(batcher, column)
    const divided = divideGroups(groups, values)
    if (divided.rows.length < fewest * rows) {
      if (!mayNumberRows(column) || divideGroups(oneGroup(rows), values).rows.length > 0) return null
      continue
    }
    groups = divided
    kept.push(column)
  }
  const distinct = rows - groups.rows.length + groups.groups
  // One row that occurs often, such as one without values, is no copying of rows.
  if (kept.length === 0 || rows - distinct < fewest * rows || groups.groups < fewest * distinct) return null
  if (!(await isBeyondChance(batcher, kept, groups))) return null
  return { rows, distinct, groups: groupOfEachRow(groups, rows) }
}

/** The warning of repeated rows; `treated` says what is done about them. */
export function repeatedRowsWarning({ rows, distinct }: RepeatedRows, treated: string): Warning {
  return {
    code: 'repeated-rows',
    message: `${rows - distinct} of ${rows} rows repeat earlier ones (${distinct} are distinct): ${treated} (remove the repeats if they are no observations of their own)`,
  }
}

/** Whether rows repeat more than columns of their values would by chance. */
async function isBeyondChance(
  batcher: RequestBatcher,
  columns: readonly ScopeColumn[],
  groups: RowGroups,
): Promise<boolean> {
  const { rows } = batcher.source
  const hashes = new RowHashes(rows)
  const pairs = (rows * (rows - 1)) / 2
  let expected = pairs
  const rich: ScopeColumn[] = []
  for (const [place, column] of columns.entries()) {
    const values = await columnInRows(batcher, column)
    hashes.toggle(place, values)
    const matches = pairsOf(divideGroups(oneGroup(rows), values)) / pairs
    if (matches > mostMatches) continue
    rich.push(column)
    expected *= matches
  }
  const found = pairsOf(groups)
  if (rich.length < 2 || found < timesChance * expected) return false
  for (const column of rich.slice(0, mostChecked)) {
    const place = columns.indexOf(column)
    const values = await columnInRows(batcher, column)
    hashes.toggle(place, values)
    if (found < leastShare * hashes.pairs()) return false
    hashes.toggle(place, values)
  }
  return true
}

/** Whether a column may number the rows, or say when they were made. */
function mayNumberRows({ mayIdentify, time }: ScopeColumn): boolean {
  return mayIdentify || time !== undefined
}

function orderOf(column: ScopeColumn): number {
  if (column.type === 'categorical') return 1
  return mayNumberRows(column) ? 2 : 0
}

function groupOfEachRow({ rows, group, groups }: RowGroups, all: number): Int32Array {
  const ofRows = new Int32Array(all).fill(-1)
  rows.forEach((row, place) => (ofRows[row] = group[place]))
  let next = groups
  return ofRows.map((one) => (one < 0 ? next++ : one))
}

/**
 * The values of a numeric column in the order of the rows, or numbers of the levels of texts; NaN where a
 * value is missing.
 */
async function columnInRows(batcher: RequestBatcher, { column, type }: ScopeColumn): Promise<Float64Array> {
  const coding = type === 'numeric' ? null : ({ kind: 'values' } as const)
  const [[{ columns }]] = await batcher.request([
    [{ kind: 'rows', columns: [{ column, coding }], view: allRows }],
  ])
  return columns[0]
}

/** Rows in groups of two or more; rows alone in their group are left out. */
interface RowGroups {
  /** The rows, in order. */
  readonly rows: Int32Array
  /** The group of each of them, numbered in the order of their first rows. */
  readonly group: Int32Array
  readonly groups: number
}

/** All rows as one group. */
function oneGroup(rows: number): RowGroups {
  return { rows: rowNumbers(rows), group: new Int32Array(rows), groups: 1 }
}

/** The groups divided by the values of one more column; missing values (NaN) are equal to each other. */
function divideGroups({ rows, group }: RowGroups, values: Float64Array): RowGroups {
  const count = rows.length
  const own = new Float64Array(count)
  for (let place = 0; place < count; place++) own[place] = canonical(values[rows[place]])
  const { first, sizes } = placesOfFirst(group, own)
  const kept = new Int32Array(count)
  const groups = new Int32Array(count)
  const numbers = new Int32Array(count).fill(-1)
  let length = 0
  let number = 0
  for (let place = 0; place < count; place++) {
    const leader = first[place]
    if (sizes[leader] < 2) continue
    if (numbers[leader] < 0) numbers[leader] = number++
    kept[length] = rows[place]
    groups[length++] = numbers[leader]
  }
  return { rows: kept.slice(0, length), group: groups.slice(0, length), groups: number }
}

/** How many pairs of rows are in one group: Σ m(m − 1)/2. */
function pairsOf({ group, groups }: RowGroups): number {
  const sizes = new Float64Array(groups)
  for (const one of group) sizes[one]++
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
}

/** 0 for −0, and one NaN for all: then equal numbers have equal bits. */
function canonical(value: number): number {
  return Number.isNaN(value) ? NaN : value + 0
}

/**
 * For each place the first place with an equal pair of a whole number and a number, and at that place how
 * many have it: a hash table with open addressing.
 */
function placesOfFirst(
  wholes: Int32Array,
  values: Float64Array,
): { readonly first: Int32Array; readonly sizes: Int32Array } {
  const count = wholes.length
  const mask = (1 << Math.max(4, 33 - Math.clz32(Math.max(1, count)))) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * count)
  const first = new Int32Array(count)
  const sizes = new Int32Array(count)
  for (let place = 0; place < count; place++) {
    const [whole, low, high] = [wholes[place], words[2 * place], words[2 * place + 1]]
    let slot = mixed(whole, low, high) & mask
    for (; slots[slot] >= 0; slot = (slot + 1) & mask) {
      const other = slots[slot]
      if (wholes[other] === whole && words[2 * other] === low && words[2 * other + 1] === high) break
    }
    if (slots[slot] < 0) slots[slot] = place
    first[place] = slots[slot]
    sizes[slots[slot]]++
  }
  return { first, sizes }
}

/** A hash of three words. */
function mixed(a: number, b: number, c: number): number {
  let state = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  state = Math.imul(state ^ b ^ (state >>> 15), 0xc2b2ae35)
  state = Math.imul(state ^ c ^ (state >>> 13), 0x27d4eb2f)
  return state ^ (state >>> 16)
}

/** Hashes of rows over columns that are added one by one; a column that is added twice is taken out. */
class RowHashes {
  readonly #words: Int32Array
  readonly #numbers: Float64Array

  constructor(rows: number) {
    this.#words = new Int32Array(rows)
    this.#numbers = new Float64Array(rows)
  }

  /** Adds a column by its place, or takes it out. */
  toggle(place: number, values: Float64Array): void {
    const one = new Float64Array(1)
    const words = new Int32Array(one.buffer)
    const second = new Int32Array(this.#numbers.buffer)
    for (let row = 0; row < values.length; row++) {
      one[0] = canonical(values[row])
      this.#words[row] ^= mixed(place, words[0], words[1])
      second[2 * row] ^= mixed(~place, words[1], words[0])
    }
  }

  /** How many pairs of rows have equal hashes. */
  pairs(): number {
    const { sizes } = placesOfFirst(this.#words, this.#numbers)
    return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  }
}
