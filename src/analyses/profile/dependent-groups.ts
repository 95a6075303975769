import { rowNumbers, shellWord } from '#core'
import { hintOf } from '#files/cells'
import type { Warning } from '#core'
import { midRanks } from '#methods'
import { ColumnValues } from './column-values.ts'
import type { InspectedRows } from './row-dependence.ts'

/** Units and times that never repeat together may do so by chance, where fewer repeats are expected. */
const fewestExpected = 20
/** Fewer units, rows of a unit and times are no panel. */
const [fewestUnits, fewestRows, fewestTimes] = [5, 2, 3]
/** Where the name of a column says that it is of units, two times are enough. */
const fewestOfNamed = 2
/** The target is alike within units from this intraclass correlation on, and so many standard errors of F. */
const [leastCorrelation, fewestErrors] = [0.1, 5]
/** The name of a column of whole numbers or levels that are times, beside those of dates. */
const timeWords =
  /(?:^|[^a-z])(?:year|jahr|ann[ée]e|año|ano|anno|visit|visite|visita|besuch|wave|welle|round|runde|event|timepoint|session)(?:[^a-z]|$)/i
/** The name of a column that says whose a row is. */
const unitWords =
  /(?:^|[^a-z])(?:id|record|subject|patient|participant|person|proband|sujet|paciente|paziente)(?:[^a-z]|$)/i

type Column = InspectedRows['columns'][number]

/**
 * Warns where rows are of units at several times, such as countries by year, and the target is alike within a
 * unit: a unit and a time never stand in two rows, though each of them does. Where the name of a column says
 * that it is of units, the target need not be alike.
 */
export function panelWarning(rows: InspectedRows, name: string): Warning | null {
  const target = rows.target!
  const times = rows.columns.filter(isTime)
  const units = times.length > 0 ? rows.columns.filter(isUnit) : []
  let named: Warning | null = null
  for (const time of times)
    for (const unit of units) {
      const { name: group } = unit.column
      const isNamed = unitWords.test(group)
      const times = isNamed ? fewestOfNamed : fewestTimes
      if (unit === time || !areOnce(unit.values, time.values, times)) continue
      const parted = `--group ${shellWord(group)}`
      const start = `each ${group} stands at several values of ${time.column.name}`
      const r = intraclassCorrelation(unit.values, target, rows.hasClasses)
      if (r === null) {
        const message = `rows may belong together: ${start} (${parted} keeps those of one together)`
        if (isNamed) named ??= { code: 'dependent-rows', column: group, message }
        continue
      }
      const byTime = time.column.type === 'numeric' ? `, or by --time ${shellWord(time.column.name)}` : ''
      const remedy = `part the rows by ${parted}${byTime}`
      const message = `rows are not independent: ${start}, and ${name} is alike within it (intraclass correlation ${r.toFixed(2)}), so that columns which differ between the groups look significant (${remedy})`
      return { code: 'dependent-rows', column: group, message }
    }
  return named
}

function isUnit({ column, values }: Column): boolean {
  if (column.time || column.missing > 0) return false
  return column.type === 'categorical' || (Number.isInteger(values[0]) && values.every(Number.isInteger))
}

function isTime({ column, values }: Column): boolean {
  if (column.missing > 0) return false
  if (column.time) return column.time !== 'time'
  if (column.type !== 'numeric') return timeWords.test(column.name)
  if (!Number.isInteger(values[0])) return false
  const isNamed = hintOf(column.name).date || timeWords.test(column.name)
  return isNamed && values.every(Number.isInteger)
}

/** Whether no unit has a time twice, though by chance several would. */
function areOnce(units: Float64Array, times: Float64Array, fewest: number): boolean {
  const n = units.length
  const ofUnits = countsOf(units)
  const ofTimes = countsOf(times)
  if (ofUnits.size < fewestUnits || ofTimes.size < fewest || n < fewestRows * ofUnits.size) return false
  const pairs = (counts: ReadonlyMap<number, number>) =>
    [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
  const expected = (pairs(ofTimes) * pairs(ofUnits)) / ((n * (n - 1)) / 2)
  if (expected < fewestExpected) return false
  const places = new Map([...ofTimes.keys()].map((time, place) => [time, place]))
  const seen = new Map([...ofUnits.keys()].map((unit) => [unit, new Set<number>()]))
  return units.every((unit, row) => {
    const own = seen.get(unit)!
    const { size } = own
    return own.add(places.get(times[row])!).size > size
  })
}

function countsOf(values: Float64Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * The intraclass correlation of the target's ranks, or of the indicators of its classes together:
 * (F − 1)/(F − 1 + k) with F = MSB/MSW and k rows of a unit (Fisher 1925). `null` if it is not surely above
 * 0.1.
 */
function intraclassCorrelation(
  units: Float64Array,
  target: Float64Array,
  hasClasses: boolean,
): number | null {
  const n = units.length
  const counts = countsOf(units)
  const [between, total] = hasClasses ? squaresOfClasses(units, target) : squaresOfRanks(units, target)
  const freedom = [counts.size - 1, n - counts.size]
  const within = (total - between) / freedom[1]
  const f = within > 0 ? between / freedom[0] / within : Infinity
  const error = Math.sqrt(2 / freedom[0] + 2 / freedom[1])
  const r = f === Infinity ? 1 : (f - 1) / (f - 1 + n / counts.size)
  return freedom[1] > 0 && r >= leastCorrelation && f - 1 >= fewestErrors * error ? r : null
}

/** Sums of squares of ranks: between units, and in all. */
function squaresOfRanks(units: Float64Array, target: Float64Array): readonly [number, number] {
  const ranks = midRanks(target)
  const mean = (target.length + 1) / 2
  const sums = new Map<number, { sum: number; n: number }>()
  let total = 0
  ranks.forEach((rank, row) => {
    const one = sums.get(units[row]) ?? { sum: 0, n: 0 }
    sums.set(units[row], { sum: one.sum + rank - mean, n: one.n + 1 })
    total += (rank - mean) * (rank - mean)
  })
  return [[...sums.values()].reduce((all, { sum, n }) => all + (sum * sum) / n, 0), total]
}

/** The same of the indicators of classes, over all of them. */
function squaresOfClasses(units: Float64Array, target: Float64Array): readonly [number, number] {
  const n = target.length
  const alike = [...countsOf(target).values()].reduce((sum, count) => sum + (count / n) * count, 0)
  const members = new Map<number, Map<number, number>>()
  units.forEach((unit, row) => {
    const own = members.get(unit) ?? new Map<number, number>()
    members.set(unit, own.set(target[row], (own.get(target[row]) ?? 0) + 1))
  })
  let within = 0
  for (const own of members.values()) {
    const size = [...own.values()].reduce((sum, count) => sum + count, 0)
    for (const count of own.values()) within += (count / size) * count
  }
  return [within - alike, n - alike]
}

/** A column with fewer levels is no list of groups. */
const fewestLevels = 10
/** At least so many times more levels than classes. */
const levelsPerClass = 5
/** At least this share of the rows is in levels of two rows or more. */
const mostRepeat = 0.8
/**
 * At most this share of the rows outside the largest class has another target than most rows of its level.
 */
const mostImpure = 0.02
/** So many rows are looked at first, and so many of them must repeat a level to say anything. */
const screened = 2048
const fewestRepeats = 50
/** Chance makes levels so pure with a probability below exp(−20). */
const leastEvidence = 20
/**
 * The target of levels in the order of numbers changes at least this often, as a share of what a random order
 * gives.
 */
const leastChanges = 0.5

/**
 * Whether the levels of a column are groups of rows within which the target is constant, such as patients.
 * Levels that hold large shares of many rows are a feature, unless each of them is one block of the file; so
 * are numbers along which the target changes rarely, such as an age from which on all are ill.
 */
export function isGroupIdentifier(
  levels: ArrayLike<number>,
  target: ArrayLike<number>,
  { isNumeric, isTargetNumeric }: { readonly isNumeric: boolean; readonly isTargetNumeric: boolean },
): boolean {
  const n = levels.length
  const members = new Map<number, Map<number, number>>()
  const classes = new Map<number, number>()
  let runs = 0
  for (let row = 0; row < n; row++) {
    if (row === 0 || levels[row] !== levels[row - 1]) runs++
    const ofLevel = members.get(levels[row]) ?? new Map<number, number>()
    members.set(levels[row], ofLevel.set(target[row], (ofLevel.get(target[row]) ?? 0) + 1))
    classes.set(target[row], (classes.get(target[row]) ?? 0) + 1)
    if (members.size > n / 2) return false
  }
  const count = members.size
  const isBlocks = runs === count
  if (count < fewestLevels || (!isTargetNumeric && count < levelsPerClass * classes.size)) return false
  if (!isBlocks && 4 * count * count < n) return false
  let [repeated, pure] = [0, 0]
  for (const ofLevel of members.values()) {
    const size = [...ofLevel.values()].reduce((sum, some) => sum + some, 0)
    if (size > 1) repeated += size
    pure += Math.max(...ofLevel.values())
  }
  const alike = [...classes.values()].reduce((sum, some) => sum + (some / n) * (some / n), 0)
  const largest = Math.max(...classes.values())
  if (
    repeated < mostRepeat * n ||
    n - pure > mostImpure * (n - largest) ||
    (n - count) * (1 - alike) < leastEvidence
  )
    return false
  return !isNumeric || changesLikeChance(members, isTargetNumeric)
}

/**
 * Whether the first rows let a column be groups of rows: they differ in the target from the first one of their
 * level at most half as often as rows differ by chance. Most columns are no groups, and a few rows show it.
 */
export function groupScreen(
  target: Float64Array,
  isTargetNumeric: boolean,
): (levels: Float64Array) => boolean {
  const rows = rowNumbers(Math.min(screened, target.length))
  const counts = countsOf(target.subarray(0, rows.length))
  const share = (some: number) => (some / rows.length) * (some / rows.length)
  const alike = [...counts.values()].reduce((sum, some) => sum + share(some), 0)
  const fewest = isTargetNumeric ? fewestLevels : Math.max(fewestLevels, levelsPerClass * counts.size)
  const values = new ColumnValues(rows)
  const first = new Float64Array(rows.length)
  return (levels) => {
    const distinct = values.read(levels).distinctUpTo(Infinity)!
    const { present, levels: numbers } = values
    if (present < rows.length) return true
    if (rows.length === target.length && (distinct < fewest || distinct > target.length / 2)) return false
    let [seen, others] = [0, 0]
    for (let row = 0; row < rows.length; row++) {
      if (numbers[row] === seen) first[seen++] = target[row]
      else if (first[numbers[row]] !== target[row]) others++
    }
    const repeats = rows.length - seen
    return repeats < fewestRepeats || others <= 0.5 * (1 - alike) * repeats
  }
}

/** Whether the target of levels changes along their numbers as often as in a random order. */
function changesLikeChance(
  members: ReadonlyMap<number, ReadonlyMap<number, number>>,
  isTargetNumeric: boolean,
): boolean {
  const targets = [...members]
    .sort(([a], [b]) => a - b)
    .map(([, ofLevel]) => [...ofLevel].reduce((most, one) => (one[1] > most[1] ? one : most))[0])
  const last = targets.length - 1
  if (isTargetNumeric) {
    const isTurn = (i: number) => (targets[i] - targets[i - 1]) * (targets[i + 1] - targets[i]) < 0
    const turns = targets.filter((_, i) => i > 0 && i < last && isTurn(i)).length
    return turns >= (leastChanges * 2 * (last - 1)) / 3
  }
  const changes = targets.filter((target, i) => i > 0 && target !== targets[i - 1]).length
  const counts = new Map<number, number>()
  for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1)
  const alike = [...counts.values()].reduce((sum, some) => sum + (some / (last + 1)) * (some / (last + 1)), 0)
  return changes >= leastChanges * last * (1 - alike)
}
