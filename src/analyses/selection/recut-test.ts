import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { countLevels, CribaError, isNear, nLog2n, seeded, seedWith } from '#core'
import type { Request, Variable } from '#core'
import { jointLevels } from '#methods'
import type { LevelsOfRows, NullHypothesis, NullTest, PermutedGain } from '#methods'
import { isCutByTarget } from '../coding/recut.ts'
import type { Recutting } from '../coding/recut.ts'
import { pOfPermutations } from '../null-distributions/gain-p.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { levelsError, testGain } from './gain-test.ts'
import type { TestContext } from './gain-test.ts'
import { sortedRows } from './strata-test.ts'

/**
 * The gain of candidates that were cut by the target, as in `testGain` and `testStrata`, with its null
 * distribution where the target is permuted within the levels of the columns selected before, and the
 * candidates are cut again by every permutation. The gains jump with the cuts, and many are 0, so no
 * distribution is fitted to them. Null where no two rows share their levels of the selected columns.
 */
export async function testRecut(
  batcher: RequestBatcher,
  tested: TestContext,
  recutting: Recutting,
  { selected, joining, beside }: JoiningCandidates,
): Promise<NullTest | null> {
  if (beside === 'max') {
    throw new CribaError(
      'unsuitable',
      'unsuitable null: max (every permutation would have to cut every candidate again: use null=set, or discretise equal-frequency)',
    )
  }
  const because =
    beside === 'min'
      ? (await testGain(batcher, tested, selected, joining)).because
      : selected.length > 0
        ? 'set'
        : null
  const strata = because === 'set' ? selected : because === null ? [] : [because]
  const { features, names, target, view, seed } = tested
  const members = joining.map((candidate) => features[candidate])
  if (!target?.coding) throw levelsError()
  const read = [
    ...strata.map((j) => features[j]),
    ...members.map((variable) => (isCutByTarget(recutting, variable) ? withoutCuts(variable) : variable)),
    target,
  ]
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: read, view }])
  // A missing value that is a level of its own sorts before all numbers until the column is cut.
  const filled = rows.columns.map((column, i) =>
    isLevelOfMissing(members[i - strata.length]) ? missingFirst(column) : column,
  )
  const { order, starts } = sortedRows({ columns: filled, weights: rows.weights }, strata.length)
  if (order.length === 0) return null
  const take = (column: Float64Array) => Float64Array.from(order, (row) => column[row])
  const cutters = members.map((variable, i) => {
    const values = take(filled[strata.length + i])
    return isCutByTarget(recutting, variable)
      ? recutter(values, variable, recutting)
      : () => ({ codes: Int32Array.from(values), levels: countLevels(variable.coding!) })
  })
  const labels = Int32Array.from(take(filled[filled.length - 1]))
  const classes = countLevels(target.coding)
  const gainOf = (of: Int32Array) => {
    const sets = cutters.map((cut) => cut(of))
    return gainWithin(starts, jointLevels(sets), of, classes)
  }
  const gain = gainOf(labels)
  const name = joining.map((candidate) => names[candidate]).join('/')
  // Rows are sorted by the candidates' values, so the order of the classes says how these are related.
  const ofData = seedWith(seed, starts, labels)
  const random = seeded(`${ofData}/significance/${selected.length}/${name}`)
  const permuted: PermutedGain = {
    gain,
    draw: () => {
      permuteWithin(starts, labels, () => uniformFloat64(random))
      return gainOf(labels)
    },
    isAsExtreme: (other) => other >= gain || isNear(other, gain),
  }
  const pause = () => batcher.pauseIfDue()
  return { gain, because, estimatePValue: (effort) => pOfPermutations(permuted, effort, false, pause) }
}

/** The candidates that would join, the selected columns, and how they are tested beside these. */
interface JoiningCandidates {
  readonly selected: readonly number[]
  readonly joining: readonly number[]
  readonly beside: NullHypothesis
}

function withoutCuts({ column, fill }: Variable): Variable {
  return { column, coding: null, ...(fill !== undefined && { fill }) }
}

function isLevelOfMissing(variable: Variable | undefined): boolean {
  return variable?.coding?.kind === 'cuts' && variable.coding.missing === 'level'
}

function missingFirst(column: Float64Array): Float64Array {
  return column.map((value) => (Number.isNaN(value) ? -Infinity : value))
}

/** A function that cuts a column by given classes of the rows. */
function recutter(values: Float64Array, variable: Variable, { cutter, bins, target }: Recutting) {
  const classes = countLevels(target.coding!)
  const distinct = [...new Set(values)].filter((value) => value > -Infinity).sort((a, b) => a - b)
  const placeOf = new Map(distinct.map((value, place) => [value, place]))
  const places = Int32Array.from(values, (value) => placeOf.get(value) ?? -1)
  const levels = [distinct, Array.from({ length: classes }, (_, label) => label)]
  const how = { bins, target, names: [], view: {} }
  refuseOtherThanTables(cutter.needs([{ column: variable.column, coding: null }], how), target)
  return (labels: Int32Array): LevelsOfRows => {
    const cells = new Float64Array(distinct.length * classes)
    places.forEach((place, row) => {
      if (place >= 0) cells[place * classes + labels[row]]++
    })
    const [cuts] = cutter.cuts([[{ levels, cells }]], how)
    const codeOf = new Int32Array(distinct.length)
    let below = 0
    distinct.forEach((value, place) => {
      while (below < cuts.length && cuts[below] < value) below++
      codeOf[place] = below
    })
    const codes = places.map((place) => (place < 0 ? cuts.length + 1 : codeOf[place]))
    return { codes, levels: cuts.length + 1 + (isLevelOfMissing(variable) ? 1 : 0) }
  }
}

/** I(X;Y|Z) in bits, with the rows sorted by the levels of Z. */
function gainWithin(
  starts: Int32Array,
  { codes, levels }: LevelsOfRows,
  labels: Int32Array,
  classes: number,
): number {
  // Without a cut.
  if (levels === 1) return 0
  const cells = new Float64Array(levels * classes)
  const [across, down] = [new Float64Array(levels), new Float64Array(classes)]
  let sum = 0
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const [start, end] = [starts[stratum], starts[stratum + 1]]
    for (let row = start; row < end; row++) {
      cells[codes[row] * classes + labels[row]]++
      across[codes[row]]++
      down[labels[row]]++
    }
    sum += nLog2n(end - start)
    for (let row = start; row < end; row++) {
      const cell = codes[row] * classes + labels[row]
      sum += nLog2n(cells[cell]) - nLog2n(across[codes[row]]) - nLog2n(down[labels[row]])
      cells[cell] = across[codes[row]] = down[labels[row]] = 0
    }
  }
  const n = starts[starts.length - 1]
  return n === 0 ? 0 : Math.max(0, sum / n)
}

/** Shuffles labels among the rows of each stratum (Fisher and Yates). */
function permuteWithin(starts: Int32Array, labels: Int32Array, uniform: () => number): void {
  for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
    const first = starts[stratum]
    for (let last = starts[stratum + 1] - 1; last > first; last--) {
      const other = first + Math.floor(uniform() * (last - first + 1))
      const label = labels[last]
      labels[last] = labels[other]
      labels[other] = label
    }
  }
}

/**
 * A permutation has the table of a column's values and the permuted classes, and nothing else of what a
 * discretiser may need.
 */
function refuseOtherThanTables(requests: readonly Request[], target: Variable): void {
  const [request] = requests
  const isTable = requests.length === 1 && request.kind === 'counts' && 'list' in request.family
  const [set] = isTable ? request.family.list : []
  if (set?.length === 2 && set[1] === target) return
  throw new CribaError(
    'unsuitable',
    'unsuitable discretiser for a null distribution: cuts by classes that need more than the table of a column and the classes (use k, or stop gain:0.01)',
  )
}
