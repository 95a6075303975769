import { countLevels, seeded, seedWith } from '#core'
import type { Rows, Variable } from '#core'
import { openTableDraws } from '#memory'
import {
  conditionalMutualInformation,
  jointLevels,
  leastExpected,
  permutedGain,
  strataOfRows,
  tableEstimators,
} from '#methods'
import type { LevelsOfRows, NullTest } from '#methods'
import { pOfGain, pOfPermutations } from '../null-distributions/gain-p.ts'
import { stratifiedGain } from '../null-distributions/stratified-gains.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { levelsError, wholeWeightsError } from './gain-test.ts'
import type { TestContext } from './gain-test.ts'

/**
 * The gain of candidates that would join together, I(X;Y|X_S) given all selected columns jointly, with its
 * null distribution where the target is permuted within the levels of X_S (for one candidate the same as
 * permuting the candidate). With `rivals` a draw is the best gain of all sets of as many columns that could
 * join. A sampling weight is permuted with the target. Null where no two rows share their levels of X_S. The
 * stream of random numbers depends on the seed, the candidates' and the target's levels in these rows, the
 * names of the candidates and how many columns are selected.
 */
export async function testStrata(
  batcher: RequestBatcher,
  { features, names, target, view, seed }: TestContext,
  selected: readonly number[],
  joining: readonly number[],
  rivals: readonly number[] | null,
): Promise<NullTest | null> {
  const all = rivals ?? joining
  const variables = [...selected, ...all].map((i) => features[i])
  if (!target?.coding || variables.some(({ coding }) => !coding)) throw levelsError()
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: [...variables, target], view }])
  const isSampled = view.sampledOver !== undefined
  const { order, starts } = sortedRows(rows, selected.length, isSampled)
  if (order.length === 0) return null
  const levelsAt = (place: number, { coding }: Variable): LevelsOfRows => ({
    codes: order.map((row) => rows.columns[place][row]),
    levels: countLevels(coding!),
  })
  const places = new Map(all.map((candidate, i) => [candidate, selected.length + i]))
  const columns = new Map(all.map((i) => [i, levelsAt(places.get(i)!, features[i])]))
  const setOf = (set: readonly number[]) => set.map((candidate) => columns.get(candidate)!)
  const ofTarget = levelsAt(variables.length, target)
  const tested = jointLevels(setOf(joining))
  const ofData = seedWith(seed, starts, tested.codes, ofTarget.codes)
  const name = joining.map((candidate) => names[candidate]).join('/')
  const draw = await openTableDraws()
  const draws = draw(() => seeded(`${ofData}/significance/${selected.length}/${name}`))
  const weights = isSampled ? Float64Array.from(order, (row) => rows.weights[row]) : null
  const strata = strataOfRows(starts, tested, ofTarget, weights)
  const pause = () => batcher.pauseIfDue()
  if (!rivals && !weights) {
    const permuted = permutedGain(strata, draws)
    return {
      gain: permuted.gain,
      because: selected.length > 0 ? 'set' : null,
      estimatePValue: (effort) => pOfGain(strata, permuted, draws, effort, pause),
    }
  }
  const permuted = stratifiedGain(
    { starts, target: ofTarget, ...(weights && { weights }) },
    setOf(joining),
    rivals ? setsOf(rivals, joining.length).map(setOf) : [setOf(joining)],
    draws.uniform,
  )
  // The greatest of many gains follows no Gamma distribution.
  const isFitted = !rivals && leastExpected(strata) >= 1
  return {
    gain: permuted.gain,
    because: selected.length > 0 ? 'set' : null,
    estimatePValue: (effort) => pOfPermutations(permuted, effort, isFitted, pause),
  }
}

/**
 * The rows used, sorted by their levels of the `selected` first columns, as often as their weights say, or
 * once under sampling weights. Rows that share these levels with no other are left out. Ties are sorted by
 * the other levels, so that the order of the table does not matter.
 */
export function sortedRows(
  { columns, weights }: Rows,
  selected: number,
  isSampled = false,
): { readonly order: Int32Array; readonly starts: Int32Array } {
  if (!isSampled && !weights.every(Number.isInteger)) throw wholeWeightsError()
  const counted: number[] = []
  for (let row = 0; row < weights.length; row++) {
    if (columns.some((column) => Number.isNaN(column[row]))) continue
    const times = isSampled ? Math.sign(weights[row]) : weights[row]
    for (let time = 0; time < times; time++) counted.push(row)
  }
  const compare = (a: number, b: number, among: readonly Float64Array[]) => {
    for (const column of among) if (column[a] !== column[b]) return column[a] - column[b]
    return 0
  }
  counted.sort((a, b) => compare(a, b, isSampled ? [...columns, weights] : columns))
  const order: number[] = []
  const starts = [0]
  const strata = columns.slice(0, selected)
  for (let start = 0; start < counted.length;) {
    let end = start + 1
    while (end < counted.length && compare(counted[start], counted[end], strata) === 0) end++
    if (end - start > 1) {
      for (let i = start; i < end; i++) order.push(counted[i])
      starts.push(order.length)
    }
    start = end
  }
  return { order: Int32Array.from(order), starts: Int32Array.from(starts) }
}

/** All sets of one or two candidates. */
function setsOf(candidates: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 1) return candidates.map((candidate) => [candidate])
  return candidates.flatMap((a, i) => candidates.slice(i + 1).map((b) => [a, b]))
}

/**
 * `testGain` under sampling weights. A table of fractions cannot be permuted, so rows are permuted within the
 * levels of the selected column beside which the candidates gain least. Null where no two rows share a level
 * of it.
 */
export async function testWeightedGain(
  batcher: RequestBatcher,
  tested: TestContext,
  selected: readonly number[],
  joining: readonly number[],
): Promise<NullTest | null> {
  const { features, target, view } = tested
  const candidates = joining.map((candidate) => features[candidate])
  if (!target?.coding || candidates.some(({ coding }) => !coding)) throw levelsError()
  let least = 0
  if (selected.length > 1) {
    const list = selected.map((j) => [features[j], ...candidates, target])
    const [tables] = await batcher.requestOnce([{ kind: 'counts', family: { list }, view }])
    const places = candidates.map((_, i) => i + 1)
    const gain = conditionalMutualInformation(places, [candidates.length + 1], [0])
    const gains = tables.map((table) => tableEstimators['plug-in'](table)(gain))
    gains.forEach((one, i) => {
      if (one < gains[least]) least = i
    })
  }
  const strata = selected.slice(least, least + 1)
  const found = await testStrata(batcher, tested, strata, joining, null)
  return found && { ...found, because: strata[0] ?? null }
}
