import { CribaError } from '../spec/error.ts'
import type { Family } from '../statistics/family.ts'
import { BestSets } from './best-sets.ts'
import type { MaskedSet } from './best-sets.ts'
import { ParetoFront } from './pareto-front.ts'
import type { Position, ScoredMembers, SubsetProblem } from './problem.ts'
import { defineSubsetSearch } from './search.ts'
import type { SearchLimits } from './search.ts'

/**
 * Columns whose subsets are asked for in one request; the choices of the others are gone through one by one. The more they
 * are the more work is shared, and the more is lost where the search is cut short.
 */
const openColumns = { most: 16, few: 12 } as const
/** More columns than these have more subsets than a year has milliseconds. */
const mostColumns = 30
/** More of the best sets than these are not kept. */
const mostKept = 1 << 20

/**
 * Looks at every subset, or at those of `from` to `to` columns (of k with `k`), and takes the best; of sets as good the
 * one of fewer columns, then by mask, bit i = column i, the lower. By two criteria it finds the Pareto front.
 */
export const exhaustive = defineSubsetSearch({
  id: 'exhaustive',
  title: 'Exhaustive search',
  options: {
    from: { type: 'whole', min: 1, max: mostColumns, default: 1, help: 'columns of the smallest sets' },
    to: {
      type: 'whole',
      min: 1,
      max: mostColumns,
      default: mostColumns,
      help: 'columns of the largest sets',
    },
  },
  how: 'every subset is looked at',
  reference: 'by definition',
  paretoFront: true,
  async *run(problem, limits, options) {
    const { keep, bookmark, progress } = limits
    const sizes = sizesOf(problem, limits, options)
    const best = problem.secondMerits ? new ParetoFront() : new BestSets(Math.max(1, keep))
    if (bookmark) {
      best.goOn(
        bookmark.sets.map(([mask, size, merit, other]) => ({ mask, size, merit, other })),
        bookmark.tied,
      )
    }
    const inOrder = () => best.inOrder().map(scored)
    const { size } = problem
    const open = size > openColumns.most ? openColumns.most : Math.min(size, openColumns.few)
    const choices = 1 << (size - open)
    const position = (): Position => {
      const { first } = best
      const found = first && { selected: membersOf(first.mask), merit: first.merit }
      return { ...(found ?? { selected: [], merit: NaN }), best: inOrder }
    }
    if (bookmark) yield position()
    for (let choice = bookmark?.done ?? 0; choice < choices; choice++) {
      const blocks = blocksOf(choice, size, open, sizes)
      for (const [block, family] of blocks.entries()) {
        const merits = await problem.merits(family, (share) => progress((choice + share) / choices))
        const second = await problem.secondMerits?.(family)
        takeBlock(best, family, choice, choices, merits, second)
        const left = () => ({
          done: choice + 1,
          sets: best.kept().map(asNumbers),
          tied: best.tied,
        })
        yield block === blocks.length - 1 ? { ...position(), bookmark: left } : position()
      }
      progress((choice + 1) / choices)
    }
    return { stopped: 'every subset was looked at', best: inOrder(), tied: best.tied }
  },
})

type Lattice = Extract<Family<number>, { readonly of: readonly number[] }>

/** How many columns the smallest and the largest sets have, checked. */
function sizesOf(
  problem: SubsetProblem,
  { k, keep }: SearchLimits,
  options: { readonly from: number; readonly to: number },
): readonly [from: number, to: number] {
  const { size, least } = problem
  if (size > mostColumns) {
    throw new CribaError(
      'too-large',
      `too many columns for exhaustive: ${size} (at most ${mostColumns}; drop some, or use another search)`,
    )
  }
  if (k !== null && (options.from > 1 || options.to < mostColumns)) {
    throw new CribaError('invalid', `invalid k: ${k} (from and to say how many columns a set has)`)
  }
  const smallest = options.from === 1 ? least : options.from
  const [from, to] = k === null ? [smallest, Math.min(options.to, size)] : [k, k]
  if (from > to) {
    throw new CribaError('invalid', `invalid from: ${from} (no set has so many columns and at most ${to})`)
  }
  const kept = Math.min(keep, countSets(size, from, to))
  if (kept > mostKept) {
    throw new CribaError(
      'too-large',
      `too many sets for a landscape: ${kept} (at most ${mostKept}; name a number, or look at fewer columns)`,
    )
  }
  return [from, to]
}

/**
 * The sets of one choice of the first columns with any of the open ones. Where all are open, single columns come first, so
 * that something is found before the bulk of the sets.
 */
function blocksOf(
  choice: number,
  size: number,
  open: number,
  [from, to]: readonly [number, number],
): readonly Lattice[] {
  const of = Array.from({ length: open }, (_, i) => size - open + i)
  const also = membersOf(choice)
  const sizes = [Math.max(from - also.length, 0), Math.min(to - also.length, open)] as const
  if (sizes[1] < sizes[0]) return []
  if (also.length > 0) return [{ of, sizes, also }]
  if (open < size || sizes[0] > 1 || sizes[1] < 2) return [{ of, sizes }]
  return [
    { of, sizes: [sizes[0], 1] },
    { of, sizes: [2, sizes[1]] },
  ]
}

/** Takes the merits of a block, in its order; `choices` is the mask of the first open column. */
function takeBlock(
  best: BestSets | ParetoFront,
  { of, sizes: [from, to], also = [] }: Lattice,
  choice: number,
  choices: number,
  merits: Float64Array,
  second: Float64Array | undefined,
): void {
  let member = 0
  for (let mask = 0; mask < 1 << of.length; mask++) {
    const count = countBits(mask)
    if (count < from || count > to) continue
    const set = { mask: choice + mask * choices, size: also.length + count, merit: merits[member] }
    best.add(second ? { ...set, other: second[member] } : set)
    member++
  }
}

function scored({ mask, merit, other }: MaskedSet): ScoredMembers {
  return { members: membersOf(mask), merit, ...(other !== undefined && { other }) }
}

function asNumbers({ mask, size, merit, other }: MaskedSet): readonly number[] {
  return other === undefined ? [mask, size, merit] : [mask, size, merit, other]
}

/** How many sets of so many columns there are. */
function countSets(columns: number, from: number, to: number): number {
  let sets = 0
  let ofSize = 1
  for (let size = 0; size <= to; size++) {
    if (size >= from) sets += ofSize
    ofSize = (ofSize * (columns - size)) / (size + 1)
  }
  return sets
}

/** The members of a set by its mask, which is below 2^31. */
function membersOf(mask: number): number[] {
  const members: number[] = []
  for (let member = 0; mask >> member > 0; member++) if ((mask >> member) & 1) members.push(member)
  return members
}

function countBits(mask: number): number {
  let bits = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
  return bits
}
