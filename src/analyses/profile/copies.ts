import { tiedRuns } from '#core'
import type { Entropies, EntropyRequest, Finding, MomentsRequest, Variable, View } from '#core'
import { correlations } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { isCode, mayNameTexts } from './code-values.ts'
import type { ColumnContents } from './contents.ts'

/** Each copy with the first column that it repeats. */
export type Copies = ReadonlyMap<ColumnContents, ColumnContents>

/**
 * How many columns are counted jointly with all others, to separate those that are not copies of each other.
 */
const references = 2

/** Columns of which each value of one belongs to one value of another and back, gaps included: in groups. */
export type Matches = readonly (readonly ColumnContents[])[]

/**
 * Finds columns that repeat an earlier one: levels that match one to one, or numbers that are a linear
 * function of it. Of matching numbers only codes are copies: measurements match other measurements one to one
 * wherever rows are repeated.
 */
export async function findCopies(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  matches: Matches,
  isCopied: (one: ColumnContents) => boolean,
  view: View,
): Promise<Copies> {
  const places = new Map(contents.map((one, place) => [one, place]))
  const byLevels = new Map(
    matches.flatMap((group) => {
      const [first, ...others] = group
        .filter((one) => one.values === null || isCode(one.values) || isCopied(one))
        .sort((a, b) => places.get(a)! - places.get(b)!)
      return others.map((one) => [one, first] as const)
    }),
  )
  const many = contents.filter((one) => one.numbers !== null && !byLevels.has(one))
  const byNumbers = await onOneLine(batcher, many, view)
  return new Map([...byLevels, ...byNumbers])
}

/**
 * Finds columns whose levels match. They have the same entropy, alone and jointly with any third column. So
 * columns are grouped by entropies, first jointly with those of the most entropy, until each group matches
 * one to one.
 */
export async function matchingLevels(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<Matches> {
  const counted = contents.filter(
    ({ levels, distinct, n, values, numbers }) =>
      levels !== null &&
      distinct! > 1 &&
      distinct! < n &&
      (values === null || isCode(values) || mayNameTexts(values, numbers!)),
  )
  let groups = partsOf(counted, ({ n, bits, distinct }) => [n, ...bits, distinct!].join())
  if (groups.length === 0) return []
  const matches: (readonly ColumnContents[])[] = []
  const richest = counted.toSorted((a, b) => b.bits[0] - a.bits[0]).slice(0, references)
  for (const other of richest) {
    const all = groups.flat()
    const [[joint]] = await batcher.request([[jointRequest(other, all, view)]])
    const keys = new Map(all.map((one, i) => [one, keyOf(joint, i)]))
    groups = groups.flatMap((group) => partsOf(group, (one) => keys.get(one)!))
  }
  while (groups.length > 0) {
    const requests = groups.map(([first, ...others]) => jointRequest(first, others, view))
    const [joints] = await batcher.request([requests])
    groups = groups.flatMap(([first, ...others], g) => {
      const keys = new Map(others.map((one, i) => [one, keyOf(joints[g], i)]))
      const own = [first.n, ...first.bits].join()
      const alike = others.filter((one) => keys.get(one) === own)
      if (alike.length > 0) matches.push([first, ...alike])
      const left = others.filter((one) => !alike.includes(one))
      return partsOf(left, (one) => keys.get(one)!)
    })
  }
  return matches
}

/** Requests n·H of a column jointly with each of others. */
function jointRequest(first: ColumnContents, others: readonly ColumnContents[], view: View): EntropyRequest {
  const each = others.map(({ levels }) => levels!)
  return { kind: 'entropy', family: { base: [first.levels!], each }, view }
}

function keyOf({ n, high, low }: Entropies, member: number): string {
  return [n[member], high[member], low[member]].join()
}

/** The columns that share a key with another, grouped, in order. */
function partsOf(
  columns: readonly ColumnContents[],
  keyOf: (one: ColumnContents) => string,
): ColumnContents[][] {
  const parts = new Map<string, ColumnContents[]>()
  for (const one of columns) {
    const key = keyOf(one)
    const part = parts.get(key)
    if (part) part.push(one)
    else parts.set(key, [one])
  }
  return [...parts.values()].filter(({ length }) => length > 1)
}

/** The relative difference that rounding can cause. */
const rounding = 1e-9
/**
 * Values rounded to six digits or more change the sizes that columns are grouped by at most by this share.
 */
const alike = 1e-6

/**
 * How many columns of a group are compared with all others of it: many similar columns that are no copies
 * would take long.
 */
const mostRounds = 30

function isOne(rho: number): boolean {
  return Math.abs(rho) >= 1 - rounding
}

/**
 * Finds numbers that are those of another column on another scale. Copies have the same ratio of standard
 * deviation to range, and the same correlation with any third column except for its sign: columns are grouped
 * by these before pairs are compared. Outliers, such as −99999 in the same rows of both, can put any two
 * columns on a line; so the ranks must agree too.
 */
async function onOneLine(
  batcher: RequestBatcher,
  columns: readonly ColumnContents[],
  view: View,
): Promise<Copies> {
  const varied = columns.filter(({ numbers }) => numbers!.m2 > 0 && Number.isFinite(numbers!.m2))
  let groups = nearParts(varied, ({ numbers }) => {
    const { n, m2, min, max } = numbers!
    return Math.sqrt(m2 / n) / (max - min)
  })
  const variables = new Map(columns.map((one): [ColumnContents, Variable] => [one, numbersOf(one)]))
  const correlated = async (pairs: MomentsRequest['family'], of: MomentsRequest['of'] = 'values') => {
    const [[sums]] = await batcher.request([[{ kind: 'moments', family: pairs, of, view } as const]])
    return correlations(sums)
  }
  const richest = varied
    .toSorted((a, b) => (b.values?.length ?? b.n) - (a.values?.length ?? a.n))
    .slice(0, references)
  for (const other of groups.length > 0 ? richest : []) {
    const all = groups.flat()
    const each = all.map((one) => variables.get(one)!)
    const rhos = await correlated({ base: [variables.get(other)!], each })
    const sizes = new Map(all.map((one, i) => [one, Math.abs(rhos[i].rho)]))
    groups = groups.flatMap((group) => nearParts(group, (one) => sizes.get(one)!))
  }
  const copies = new Map<ColumnContents, ColumnContents>()
  for (let round = 0; round < mostRounds && groups.length > 0; round++) {
    const beyond: ColumnContents[][] = []
    for (const [first, ...others] of groups) {
      const each = others.map((one) => variables.get(one)!)
      const rhos = await correlated({ base: [variables.get(first)!], each })
      const sizes = new Map(others.map((one, i) => [one, Math.abs(rhos[i].rho)]))
      const onLine = others.filter((_, i) => rhos[i].n === first.numbers!.n && isOne(rhos[i].rho))
      const list = onLine.map((one) => [variables.get(first)!, variables.get(one)!])
      const ranked = list.length > 0 ? await correlated({ list }, 'ranks') : []
      onLine.forEach((one, i) => isOne(ranked[i].rho) && copies.set(one, first))
      const left = others.filter((one) => !copies.has(one))
      beyond.push(...nearParts(left, (one) => sizes.get(one)!))
    }
    groups = beyond
  }
  return copies
}

function numbersOf({ column: { column } }: ColumnContents): Variable {
  return { column, coding: null }
}

/** The columns with the same number of values and nearly the same size as another, grouped, in order. */
function nearParts(
  columns: readonly ColumnContents[],
  sizeOf: (one: ColumnContents) => number,
): ColumnContents[][] {
  const placed = columns.map((one, place) => ({ one, place, n: one.numbers!.n, size: sizeOf(one) }))
  placed.sort((a, b) => a.n - b.n || a.size - b.size)
  const parts = tiedRuns(placed, (a, b) => a.n === b.n && b.size - a.size <= alike * Math.max(1e-3, b.size))
  return [...parts]
    .filter(({ length }) => length > 1)
    .map((part) => part.sort((a, b) => a.place - b.place).map(({ one }) => one))
}

/** The finding that a column repeats another, or the target. */
export function copyFinding(
  { column: { name: of } }: ColumnContents,
  isTarget: boolean,
  isRounded = false,
): Finding {
  const first = isTarget ? `the target ${of}` : of
  const how = isRounded
    ? ' but for scale and rounding'
    : `: each of its values matches one of ${isTarget ? 'the target' : of}`
  return { kind: isTarget ? 'target-copy' : 'copy', of, message: `repeats ${first}${how}` }
}
