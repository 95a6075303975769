import { absorbsMissing, CribaError, firstFew, limits } from '#core'
import type { Entropies, EntropyRequest, Family, Variable, View, Warning } from '#core'
import type { Codings } from '../coding/codings.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'

/** The largest number of pairs, that of 2,048 columns. */
const mostPairs = 1 << 21

type Sets = Variable[][]

/** A column of a pair, as levels. */
export interface PairedColumn {
  readonly name: string
  readonly variable: Variable
  /** Rows are left out where the column has no value. */
  readonly hasGaps: boolean
}

/** A request for entropies without its view. */
type EntropyQuery = Omit<EntropyRequest, 'view'>

/**
 * The entropies that all pairs of columns need. Pairs are in the order of subsets of two: (0,1), (0,2),
 * (1,2), (0,3) … Entropies that do not depend on gaps are requested once for all pairs, not once for each.
 */
export interface PairEntropies {
  readonly columns: readonly PairedColumn[]
  /** The first and the second column of each pair. */
  readonly a: Uint32Array
  readonly b: Uint32Array
  /** H of each column and of each pair: subsets of one and two. */
  readonly joint: EntropyQuery
  /** The index of each pair in `joint`. */
  readonly atJoint: Uint32Array
  /**
   * H of each column, over its own rows and over those of each column with gaps; `joint` where there are no
   * gaps.
   */
  readonly alone: EntropyQuery
  /** For each pair the index in `alone` of its first and of its second column, over the rows of the pair. */
  readonly atA: Uint32Array
  readonly atB: Uint32Array
  /** For each column the index in `alone` of its entropy over its own rows. */
  readonly atColumn: Uint32Array
}

/** Entropies of pairs over the rows complete in the target too, and with the target. */
export interface PairEntropiesWithTarget extends PairEntropies {
  readonly y: Variable
  /** `joint` and `alone` with the target, at the same places. */
  readonly jointWithTarget: EntropyQuery
  readonly aloneWithTarget: EntropyQuery
  /** H of the target, over all rows, those of each column with gaps, and those of each two of them. */
  readonly target: EntropyQuery
  /** For each pair the index in `target` of its entropy over the rows of the pair. */
  readonly atTarget: Uint32Array
  /** For each column the index in `target` of its entropy over the rows of the column. */
  readonly targetOfColumn: Uint32Array
}

/** Refuses more pairs than fit in memory. */
function refuseManyPairs(columns: number): void {
  const pairs = (columns * (columns - 1)) / 2
  if (pairs <= mostPairs) return
  throw new CribaError(
    'too-large',
    `too many columns: ${columns} have ${pairs} pairs (at most ${mostPairs}; rank them first, and drop the others)`,
  )
}

/** The entropies of pairs, each over the rows complete in the pair. */
export function pairEntropies(columns: readonly PairedColumn[]): PairEntropies {
  refuseManyPairs(columns.length)
  const of = columns.map(({ variable }) => variable)
  const joint = queryOf({ of, sizes: [1, 2] }, null)
  const alone = of.map((variable) => [variable])
  return { columns, ...placesOf(columns), joint, alone: overRowsOfEach(alone, columns, []) ?? joint }
}

/** The entropies of pairs with a target, each over the rows complete in the pair and the target. */
export function pairEntropiesWithTarget(
  columns: readonly PairedColumn[],
  target: PairedColumn,
): PairEntropiesWithTarget {
  const y = target.variable
  const of = columns.map(({ variable }) => variable)
  const joint: Family = { of, sizes: [1, 2] }
  const jointWithTarget = { ...joint, base: [y] }
  const complete = target.hasGaps ? [y] : []
  const sets = (first: readonly Variable[]) => of.map((variable) => [...first, variable])
  const jointQuery = queryOf(joint, target.hasGaps ? jointWithTarget : null)
  const jointQueryWithTarget = queryOf(jointWithTarget, null)
  return {
    columns,
    y,
    ...placesOf(columns),
    joint: jointQuery,
    alone: overRowsOfEach(sets([]), columns, complete) ?? jointQuery,
    jointWithTarget: jointQueryWithTarget,
    aloneWithTarget: overRowsOfEach(sets([y]), columns, complete) ?? jointQueryWithTarget,
    target: targetOverRows(y, columns),
    ...placesOfTarget(columns),
  }
}

/** A query of entropies as a request under a view. */
export function requestWithView(view: View, query: EntropyQuery): EntropyRequest {
  return { ...query, view }
}

function queryOf(family: Family, within: Family | null): EntropyQuery {
  return { kind: 'entropy', family, ...(within && { within }) }
}

/** Each set over its own rows, then over those of each column with gaps; null where no column has any. */
function overRowsOfEach(
  sets: Sets,
  columns: readonly PairedColumn[],
  complete: readonly Variable[],
): EntropyQuery | null {
  const gaps = gapsOf(columns)
  if (gaps.length === 0) return null
  const over = (others: readonly Variable[]) => sets.map((set) => [...others, ...complete, ...set])
  const list = [sets, ...gaps.map(() => sets)].flat()
  return queryOf({ list }, { list: [over([]), ...gaps.map((gap) => over([gap]))].flat() })
}

function targetOverRows(y: Variable, columns: readonly PairedColumn[]): EntropyQuery {
  const gaps = gapsOf(columns)
  const within = [[y], ...gaps.map((gap) => [gap, y])]
  gaps.forEach((later, i) => gaps.slice(0, i).forEach((gap) => within.push([gap, later, y])))
  const alone = [y]
  return queryOf({ list: within.map(() => alone) }, gaps.length > 0 ? { list: within } : null)
}

function gapsOf(columns: readonly PairedColumn[]): readonly Variable[] {
  return columns.filter(({ hasGaps }) => hasGaps).map(({ variable }) => variable)
}

function placesOf(columns: readonly PairedColumn[]) {
  const width = columns.length
  // Where the entropies over the rows of each column begin; a column without gaps excludes no rows.
  let begin = 0
  const begins = columns.map(({ hasGaps }) => (hasGaps ? (begin += width) : 0))
  const atColumn = Uint32Array.from(columns.keys(), (column) => (begin > 0 ? column : placeOfSubset(column)))
  const count = (width * (width - 1)) / 2
  const [a, b, atJoint, atA, atB] = Array.from({ length: 5 }, () => new Uint32Array(count))
  let pair = 0
  for (let second = 1; second < width; second++) {
    for (let first = 0; first < second; first++, pair++) {
      a[pair] = first
      b[pair] = second
      atJoint[pair] = placeOfSubset(second) + 1 + first
      atA[pair] = begins[second] + atColumn[first]
      atB[pair] = begins[first] + atColumn[second]
    }
  }
  return { a, b, atJoint, atA, atB, atColumn }
}

/**
 * The index of a column alone among the subsets of one and two; its pairs with each column before it follow.
 */
function placeOfSubset(column: number): number {
  return (column * (column + 1)) / 2
}

/** Indices in `target`: one for all rows, one for each column with gaps, and one for each pair of those. */
function placesOfTarget(
  columns: readonly PairedColumn[],
): Pick<PairEntropiesWithTarget, 'atTarget' | 'targetOfColumn'> {
  let count = 0
  const gapNumbers = columns.map(({ hasGaps }) => (hasGaps ? ++count : 0))
  const placeOf = (a: number, b: number) =>
    a > 0 && b > 0 ? count + ((b - 1) * (b - 2)) / 2 + a : Math.max(a, b)
  return {
    atTarget: Uint32Array.from(
      gapNumbers.flatMap((b, last) => gapNumbers.slice(0, last).map((a) => placeOf(a, b))),
    ),
    targetOfColumn: Uint32Array.from(gapNumbers),
  }
}

/** A column as levels, with whether it has gaps under the view. */
export function pairedColumn(
  { name, missing }: ScopeColumn,
  variable: Variable,
  { complete }: View,
): PairedColumn {
  const isComplete = complete?.includes(variable.column) === true
  return { name, variable, hasGaps: missing > 0 && !isComplete && !absorbsMissing(variable) }
}

/** The columns that can be paired, with a warning for those that cannot. */
export function findPairable(
  { features, source }: AnalysisScope,
  owner: string,
): { readonly columns: readonly ScopeColumn[]; readonly warnings: readonly Warning[] } {
  const columns: ScopeColumn[] = []
  const empty: string[] = []
  const warnings: Warning[] = []
  for (const column of features) {
    const { name, missing, distinct } = column
    if (missing === source.rows) empty.push(name)
    else if ((distinct ?? 0) > limits.cells) {
      const message = `${owner} leaves out ${name}: ${distinct} levels (at most ${limits.cells})`
      warnings.push({ code: 'unsuitable', column: name, message })
    } else columns.push(column)
  }
  if (empty.length > 0) {
    const message = `${owner} leaves out ${firstFew(empty, 5)}: no values`
    warnings.unshift({ code: 'unsuitable', message })
  }
  return { columns, warnings }
}

/** The columns as the levels that they were coded to. */
export function pairedColumns(
  columns: readonly ScopeColumn[],
  { levels }: Codings,
  view: View,
): readonly PairedColumn[] {
  return columns.map((column) => pairedColumn(column, levels.get(column.column)!, view))
}

/** A term of a sum of entropies: `at` is the index of the entropy that each member uses. */
export interface EntropyTerm {
  readonly of: Entropies
  readonly at: Uint32Array
  readonly sign: 1 | -1
}

/** Sums below this are the rounding of 0: each entropy is exact to about 1e−15 bits. */
export const resolution = 1e-13

/**
 * Σ ±H over the terms for each member, in bits; 0 without rows. All terms of a member are over the same rows.
 * High and low parts are summed separately, so the sums are exact for up to eight terms.
 */
export function signedSums(members: number, terms: readonly EntropyTerm[]): Float64Array {
  const high = new Float64Array(members)
  const low = new Float64Array(members)
  for (const { of, at, sign } of terms) {
    for (let member = 0; member < members; member++) {
      high[member] += sign * of.high[at[member]]
      low[member] += sign * of.low[at[member]]
    }
  }
  const { of, at } = terms[0]
  for (let member = 0; member < members; member++) {
    const n = of.n[at[member]]
    const sum = n === 0 ? 0 : (high[member] + low[member]) / n
    high[member] = Math.abs(sum) < resolution ? 0 : sum
  }
  return high
}
