import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { MomentsArena } from './moments-job.ts'
import type {
  BlockReader,
  MomentMembers,
  MomentsInput,
  MomentsPart,
  MomentsTask,
  NumericValues,
} from './moments-job.ts'

/** Moments of ranks, and Σ (t³ − t) over the groups of tied values, for each member and variable. */
export interface RanksPart extends MomentsPart {
  readonly ties: Float64Array
}

/** Moments of mid-ranks among the rows complete in a set. */
export const ranksJob: Job<MomentsInput, MomentsTask, RanksPart> = {
  name: 'ranks',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const ranks = new RankArena(kernels, arena, input)
    const moments = new MomentsArena(kernels, arena, input)
    return (task) => {
      const ties = new Float64Array(task.each.length * input.width)
      return { ...moments.momentsOf(task.each.length, runsOf(task, ranks, ties)), ties }
    }
  },
}

/**
 * Ranks each member when it is requested. The ranks of the base are the same for all members without missing
 * values.
 */
function* runsOf(
  { base, each }: MomentsTask,
  ranks: RankArena,
  ties: Float64Array,
): Generator<MomentMembers> {
  const baseMasks = base.flatMap(({ missing }) => missing ?? [])
  const width = base.length + 1
  let tiesOfBase: readonly number[] | null = null
  for (const [place, column] of each.entries()) {
    const masks = column.missing ? [...baseMasks, column.missing] : baseMasks
    if (!tiesOfBase || column.missing) {
      ranks.leaveOut(masks)
      tiesOfBase = base.map((variable, i) => ranks.rank(variable, i))
    }
    ties.set(tiesOfBase, place * width)
    ties[place * width + base.length] = ranks.rank(column, base.length)
    yield {
      base: base.map((_, i) => ranks.reader(i)),
      masks,
      each: [{ read: ranks.reader(base.length), missing: null, place }],
    }
    if (column.missing) tiesOfBase = null
  }
}

/** Memory to sort a column, and for the ranks of each variable of a member. */
class RankArena {
  readonly #kernels: Kernels
  readonly #input: MomentsInput
  readonly #excluded: ArenaBlock<Uint8Array>
  readonly #items: ArenaBlock<Float64Array>
  readonly #spare: ArenaBlock<Float64Array>
  readonly #counters: ArenaBlock<Uint8Array>
  readonly #weights: ArenaBlock<Float64Array> | null
  readonly #ranks: readonly ArenaBlock<Float64Array>[]

  constructor(kernels: Kernels, arena: Arena, input: MomentsInput) {
    const { rows, width, weights } = input
    this.#kernels = kernels
    this.#input = input
    this.#excluded = arena.bytes(rows)
    this.#items = arena.numbers(rows * 2)
    this.#spare = arena.numbers(rows * 2)
    this.#counters = arena.bytes(kernels.run.sortCounters())
    this.#weights = weights && arena.copyOf(weights)
    this.#ranks = Array.from({ length: width }, () => arena.numbers(rows))
  }

  /** Excluded rows, and those that masks mark, get no rank. */
  leaveOut(masks: readonly Uint8Array[]): void {
    const { classes, weights, excluded } = this.#input
    const { view } = this.#excluded
    if (excluded) view.set(excluded)
    else view.fill(0)
    for (const mask of masks) mask.forEach((isMissing, row) => (view[row] |= isMissing))
    for (let row = 0; row < view.length; row++) {
      if (weights?.[row] === 0 || (classes && classes.codes[row] >= classes.count)) view[row] = 1
    }
  }

  /** Ranks a variable; returns Σ (t³ − t). */
  rank({ values }: NumericValues, variable: number): number {
    const { run } = this.#kernels
    const items = this.#items.address
    // `sortRows` reads the values before it writes to the spare memory.
    this.#spare.view.set(values)
    const count = run.sortRows(
      this.#spare.address,
      this.#excluded.address,
      values.length,
      items,
      this.#spare.address,
      this.#counters.address,
    )
    return run.rankRows(items, count, this.#weights?.address ?? 0, this.#ranks[variable].address)
  }

  /** Reads the ranks of a variable in place. */
  reader(variable: number): BlockReader {
    return (start) => this.#ranks[variable].address + start * 8
  }
}
