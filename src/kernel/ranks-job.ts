import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import type { MomentsTask } from './moments-job.ts'
import { MomentsArena } from './moments-arena.ts'
import type { MomentMembers, MomentsGiven, MomentsPart, Numbers, Reader } from './moments-arena.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** Moments of ranks, and Σ (t³ − t) over the groups of tied values, for each member and variable. */
export interface RanksPart extends MomentsPart {
  readonly ties: Float64Array
}

/** The moments of mid-ranks among the rows complete in a set. */
export const ranksJob: Job<MomentsGiven, MomentsTask, RanksPart> = {
  name: 'ranks',
  open: (kernels, given) => {
    const arena = kernels.arena()
    const ranks = new RankArena(kernels, arena, given)
    const moments = new MomentsArena(kernels, arena, given)
    return (task) => {
      const ties = new Float64Array(task.each.length * given.width)
      return { ...moments.momentsOf(task.each.length, runsOf(task, ranks, ties)), ties }
    }
  },
}

/** Ranks each member as it is asked for. The ranks of the base are the same for all members without gaps. */
function* runsOf(
  { base, each }: MomentsTask,
  ranks: RankArena,
  ties: Float64Array,
): Generator<MomentMembers> {
  const gaps = base.flatMap(({ missing }) => missing ?? [])
  const width = base.length + 1
  let tiesOfBase: readonly number[] | null = null
  for (const [place, column] of each.entries()) {
    const masks = column.missing ? [...gaps, column.missing] : gaps
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

/** Memory to sort a column in, and for the ranks of each variable of a member. */
class RankArena {
  readonly #kernels: Kernels
  readonly #given: MomentsGiven
  readonly #out: ArenaBlock<Uint8Array>
  readonly #searchUnits: ArenaBlock<Float64Array>
  readonly #spare: ArenaBlock<Float64Array>
  readonly #counters: ArenaBlock<Uint8Array>
  readonly #weights: ArenaBlock<Float64Array> | null
  readonly #ranks: readonly ArenaBlock<Float64Array>[]

  constructor(kernels: Kernels, arena: Arena, given: MomentsGiven) {
    const { rows, width, weights } = given
    this.#kernels = kernels
    this.#given = given
    this.#out = arena.bytes(rows)
    this.#searchUnits = arena.numbers(rows * 2)
    this.#spare = arena.numbers(rows * 2)
    this.#counters = arena.bytes(kernels.run.sortCounters())
    this.#weights = weights && arena.copyOf(weights)
    this.#ranks = Array.from({ length: width }, () => arena.numbers(rows))
  }

  /** Rows that do not count, and those that masks mark, get no rank. */
  leaveOut(masks: readonly Uint8Array[]): void {
    const { classes, weights, out } = this.#given
    const { view } = this.#out
    if (out) view.set(out)
    else view.fill(0)
    for (const mask of masks) mask.forEach((isMissing, row) => (view[row] |= isMissing))
    for (let row = 0; row < view.length; row++) {
      if (weights?.[row] === 0 || (classes && classes.codes[row] >= classes.count)) view[row] = 1
    }
  }

  /** Ranks a variable; returns Σ (t³ − t). */
  rank({ values }: Numbers, variable: number): number {
    const { run } = this.#kernels
    const items = this.#searchUnits.address
    // The values are read once, before the room for sorting is used.
    this.#spare.view.set(values)
    const count = run.sortRows(
      this.#spare.address,
      this.#out.address,
      values.length,
      items,
      this.#spare.address,
      this.#counters.address,
    )
    return run.rankRows(items, count, this.#weights?.address ?? 0, this.#ranks[variable].address)
  }

  /** Reads the ranks of a variable, which lie where they are. */
  reader(variable: number): Reader {
    return (start) => this.#ranks[variable].address + start * 8
  }
}
