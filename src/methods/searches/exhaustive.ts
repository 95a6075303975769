import { countMembers, CribaError } from '#core'
import type { Family } from '#core'
import { BestSets } from './best.ts'
import type { MaskedSet } from './best.ts'
import { BestWithFront, ParetoFront } from './pareto-front.ts'
import type { ScoredMembers, SubsetProblem } from './problem.ts'
import { defineSearch } from './search.ts'
import type { SetLimits } from './search.ts'

/**
 * The most columns whose subsets are evaluated in one request; the subsets of the other columns are iterated.
 * A larger number shares more work, but more of it is lost when the search is interrupted.
 */
const mostOpen = 16
/**
 * A request that takes less milliseconds is followed by a larger one, one that takes more by a smaller one.
 */
const pace = { least: 250, most: 1000 } as const
/** The most columns: more would have over 2^30 subsets, too many to evaluate. */
const maxColumns = 30
/** The most sets kept in a landscape. */
const maxKept = 1 << 20

/**
 * Evaluates every subset, or those of `from` to `to` columns (of k with `k`), and takes the best; of tied
 * sets the one with fewer columns, then the lower mask, bit i = column i. With two criteria it finds the
 * Pareto front, and lists other sets beside it.
 */
export const exhaustive = defineSearch({
  takes: 'subset',
  id: 'exhaustive',
  title: 'Exhaustive search',
  options: {
    from: { type: 'whole', min: 1, max: maxColumns, default: 1, help: 'columns of the smallest sets' },
    to: {
      type: 'whole',
      min: 1,
      max: maxColumns,
      default: maxColumns,
      help: 'columns of the largest sets',
    },
  },
  how: 'evaluates every subset',
  reference: 'by definition',
  paretoFront: true,
  async *run({ problem }, limits, options) {
    const { keep, bookmark, progress, evaluationsLeft = () => Infinity, setsAtOnce = 1 } = limits
    const sizes = sizesOf(problem, limits, options)
    const best = keeperOf(problem, keep)
    if (bookmark) {
      best.resume(
        bookmark.sets.map(([mask, size, merit, other]) => ({ mask, size, merit, other })),
        bookmark.tied,
      )
    }
    const inOrder = () => best.inOrder().map(toScoredMembers)
    const blocks = new Blocks(problem.size, sizes, setsAtOnce)
    const position = () => {
      const { first } = best
      const found = first && { selected: membersOf(first.mask), merit: first.merit }
      return { ...(found ?? { selected: [], merit: NaN }), best: inOrder }
    }
    if (bookmark) yield { at: position() }
    let done = bookmark?.done ?? 0
    let wanted = 0
    while (done < blocks.count) {
      const { choice, closed, width, family } = blocks.at(done, wanted, evaluationsLeft())
      const start = performance.now()
      if (family) {
        const merits = await problem.merits(family, (share) =>
          progress((done + share * width) / blocks.count),
        )
        const second = await problem.secondMerits?.(family)
        addBlock(best, family, choice, 1 << closed, merits, second)
      }
      done += width
      const time = performance.now() - start
      wanted = Math.max(0, wanted + Number(time < pace.least) - Number(time > pace.most))
      const left = () => ({ done, sets: best.kept().map(asNumbers), tied: best.tied })
      if (family) yield { at: { ...position(), bookmark: left }, done: done / blocks.count }
    }
    return { stopped: 'every subset was evaluated', best: inOrder(), tied: best.tied }
  },
})

/** What keeps the best sets, their front, or both. */
function keeperOf(problem: SubsetProblem, keep: number): BestSets | BestWithFront | ParetoFront {
  if (!problem.secondMerits) return new BestSets(Math.max(1, keep))
  return keep > 1 ? new BestWithFront(keep) : new ParetoFront()
}

type Lattice = Extract<Family<number>, { readonly of: readonly number[] }>

/** The checked sizes of the smallest and the largest sets. */
function sizesOf(
  problem: SubsetProblem,
  { k, keep }: SetLimits,
  options: { readonly from: number; readonly to: number },
): readonly [from: number, to: number] {
  const { size, least } = problem
  if (size > maxColumns) {
    throw new CribaError(
      'too-large',
      `too many columns for exhaustive: ${size} (at most ${maxColumns}; drop some, or use another search)`,
    )
  }
  if (k !== null && (options.from > 1 || options.to < maxColumns)) {
    throw new CribaError('invalid', `invalid k: ${k} (from and to already give the size of the sets)`)
  }
  const smallest = options.from === 1 ? least : options.from
  const [from, to] = k === null ? [smallest, Math.min(options.to, size)] : [k, k]
  if (from > to) {
    throw new CribaError('invalid', `invalid from: ${from} (needs at most ${to}, the largest size)`)
  }
  const kept = Math.min(keep, countSets(size, from, to))
  if (kept > maxKept) {
    throw new CribaError(
      'too-large',
      `too many sets for a landscape: ${kept} (at most ${maxKept}; give a number, or use fewer columns)`,
    )
  }
  return [from, to]
}

/**
 * The sets that combine a choice of the first `closed` columns with any of the others; without a family there
 * are none.
 */
interface Block {
  readonly choice: number
  readonly closed: number
  /** How many places it fills. */
  readonly width: number
  readonly family: Lattice | null
}

/**
 * All sets in a fixed order, in blocks of any width, so that the time of one request can be bounded. A place
 * is a number that fixes which of the first columns are in the sets: its highest bit is column 0, whereas bit
 * i of a mask is column i. It leaves the last column open, or as many as give `setsAtOnce` sets. A block of
 * 2^w places leaves w more columns open, so it begins at a multiple of 2^w. Merits do not depend on the
 * blocks. For 3 columns, of which one is open:
 *
 *     place  column 0  column 1  sets
 *     0      no        no        {} {2}
 *     1      no        yes       {1} {1 2}
 *     2      yes       no        {0} {0 2}
 *     3      yes       yes       {0 1} {0 1 2}
 *
 * The block of two places at 2 has choice {0} and the open columns 1 and 2: {0} {0 1} {0 2} {0 1 2}.
 */
class Blocks {
  /** The number of places. */
  readonly count: number
  readonly #size: number
  readonly #sizes: readonly [number, number]
  /** How many of the first columns a place fixes. */
  readonly #bits: number

  constructor(size: number, sizes: readonly [from: number, to: number], setsAtOnce: number) {
    this.#size = size
    this.#sizes = sizes
    let open = 1
    while (open < size && 1 << open < setsAtOnce) open++
    this.#bits = size - open
    this.count = 1 << this.#bits
  }

  /**
   * The widest block at a place of at most 2^wanted places, and of one place or at most `sets` sets, so that
   * a budget ends a search at the same place however fast it runs.
   */
  at(place: number, wanted: number, sets: number): Block {
    let widening = 0
    const widest = Math.min(wanted, this.#bits, mostOpen - (this.#size - this.#bits))
    while (widening < widest && place % (1 << (widening + 1)) === 0) widening++
    let block = this.#block(place, widening)
    while (widening > 0 && block.family && countMembers(block.family) > sets) {
      block = this.#block(place, --widening)
    }
    return block
  }

  #block(place: number, widening: number): Block {
    const bits = this.#bits
    const closed = bits - widening
    let choice = 0
    // The highest bit of a place becomes the lowest of a mask.
    for (let column = 0; column < closed; column++) choice |= ((place >> (bits - 1 - column)) & 1) << column
    const base = membersOf(choice)
    const of = Array.from({ length: this.#size - closed }, (_, i) => closed + i)
    const [from, to] = this.#sizes
    const sizes = [Math.max(from - base.length, 0), Math.min(to - base.length, of.length)] as const
    const family: Lattice | null =
      sizes[1] < sizes[0] ? null : { of, sizes, ...(base.length > 0 && { base }) }
    return { choice, closed, width: 1 << widening, family }
  }
}

/**
 * Adds the sets of a block with their merits, in its order; `choices` is the mask of the first open column.
 */
function addBlock(
  best: BestSets | BestWithFront | ParetoFront,
  { of, sizes: [from, to], base = [] }: Lattice,
  choice: number,
  choices: number,
  merits: Float64Array,
  second: Float64Array | undefined,
): void {
  let member = 0
  for (let mask = 0; mask < 1 << of.length; mask++) {
    const count = countBits(mask)
    if (count < from || count > to) continue
    const set = { mask: choice + mask * choices, size: base.length + count, merit: merits[member] }
    best.add(second ? { ...set, other: second[member] } : set)
    member++
  }
}

function toScoredMembers({ mask, merit, other, front }: MaskedSet): ScoredMembers {
  return {
    members: membersOf(mask),
    merit,
    ...(other !== undefined && { other }),
    ...(front && { front }),
  }
}

function asNumbers({ mask, size, merit, other }: MaskedSet): readonly number[] {
  return other === undefined ? [mask, size, merit] : [mask, size, merit, other]
}

/** The number of subsets of `columns` columns with `from` to `to` members. */
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
