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
  if (!agreeAtFirst(levels, target)) return false
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
 * Whether the first rows differ in the target from the first one of their level at most half as often as rows
 * differ by chance. Most columns are no groups, and a few rows show it.
 */
function agreeAtFirst(levels: ArrayLike<number>, target: ArrayLike<number>): boolean {
  const first = new Map<number, number>()
  const counts = new Map<number, number>()
  const rows = Math.min(screened, levels.length)
  let [repeats, others] = [0, 0]
  for (let row = 0; row < rows; row++) {
    counts.set(target[row], (counts.get(target[row]) ?? 0) + 1)
    const known = first.get(levels[row])
    if (known === undefined) first.set(levels[row], target[row])
    else {
      repeats++
      if (known !== target[row]) others++
    }
  }
  const alike = [...counts.values()].reduce((sum, some) => sum + (some / rows) * (some / rows), 0)
  return repeats < fewestRepeats || others <= 0.5 * (1 - alike) * repeats
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
