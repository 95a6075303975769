import { CribaError } from '../spec/error.ts'
import type { ScoredMembers } from './problem.ts'
import { BestSets } from './best-sets.ts'
import { defineSubsetSearch } from './search.ts'

/** Columns whose subsets are asked for in one request; the choices of the others are gone through one by one. */
const openColumns = 16
/** More columns than these have more subsets than a year has milliseconds. */
const mostColumns = 30
/** More of the best sets than these are not kept. */
const mostKept = 1 << 20

/**
 * Looks at every subset, or at those of `from` to `to` columns (of k with `k`), and takes the best; of sets as good the
 * one of fewer columns, then by mask, bit i = column i, the lower.
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
  async *run(problem, { k, keep, progress }, options) {
    const { size } = problem
    if (size > mostColumns) {
      throw new CribaError(
        'too-large',
        `too many columns for exhaustive: ${size} (at most ${mostColumns}; drop some, or use another search)`,
      )
    }
    if (k !== null && (options.from > 1 || options.to < mostColumns)) {
      throw new CribaError('invalid', `invalid k: ${k} (from and to say how many columns a set has)`)
    }
    const smallest = options.from === 1 ? problem.least : options.from
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
    const fixed = Math.max(0, size - openColumns)
    const of = Array.from({ length: size - fixed }, (_, i) => fixed + i)
    const best = new BestSets(Math.max(1, keep))
    const inOrder = () => best.inOrder().map(scored)
    const choices = 1 << fixed
    for (let choice = 0; choice < choices; choice++) {
      const also = membersOf(choice)
      const sizes = [
        Math.max(from - also.length, also.length > 0 ? 0 : problem.least),
        to - also.length,
      ] as const
      if (sizes[1] >= sizes[0]) {
        const merits = await problem.merits(also.length > 0 ? { of, sizes, also } : { of, sizes }, (share) =>
          progress((choice + share) / choices),
        )
        const before = best.first
        let member = 0
        for (let mask = 0; mask < 1 << of.length; mask++) {
          const count = countBits(mask)
          if (count < sizes[0] || count > sizes[1]) continue
          best.add(choice + mask * choices, also.length + count, merits[member++])
        }
        const { first } = best
        if (first && first !== before) {
          yield { selected: membersOf(first.mask), merit: first.merit, best: inOrder }
        }
      }
      progress((choice + 1) / choices)
    }
    return { stopped: 'every subset was looked at', best: inOrder() }
  },
})

function scored({ mask, merit }: { readonly mask: number; readonly merit: number }): ScoredMembers {
  return { members: membersOf(mask), merit }
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
