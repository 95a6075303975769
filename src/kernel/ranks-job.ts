import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import type { MomentsTask } from './moments-job.ts'
import { MomentsRoom } from './moments-room.ts'
import type { Members, MomentsGiven, MomentsPart, Numbers, Reader } from './moments-room.ts'
import type { Block, Room } from './room.ts'

/** Moments of ranks, and Σ (t³ − t) over the groups of tied values, for each member and variable. */
export interface RanksPart extends MomentsPart {
  readonly ties: Float64Array
}

/** The moments of mid-ranks among the rows complete in a set. */
export const ranksJob: Job<MomentsGiven, MomentsTask, RanksPart> = {
  name: 'ranks',
  open: (kernels, given) => {
    const room = kernels.room()
    const ranks = new RankRoom(kernels, room, given)
    const moments = new MomentsRoom(kernels, room, given)
    return (task) => {
      const ties = new Float64Array(task.each.length * given.width)
      return { ...moments.momentsOf(task.each.length, runsOf(task, ranks, ties)), ties }
    }
  },
}

/** Ranks each member as it is asked for. The ranks of the base are the same for all members without gaps. */
function* runsOf({ base, each }: MomentsTask, ranks: RankRoom, ties: Float64Array): Generator<Members> {
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
class RankRoom {
  readonly #kernels: Kernels
  readonly #given: MomentsGiven
  readonly #out: Block<Uint8Array>
  readonly #items: Block<Float64Array>
  readonly #spare: Block<Float64Array>
  readonly #counters: Block<Uint8Array>
  readonly #weights: Block<Float64Array> | null
  readonly #ranks: readonly Block<Float64Array>[]

  constructor(kernels: Kernels, room: Room, given: MomentsGiven) {
    const { rows, width, weights } = given
    this.#kernels = kernels
    this.#given = given
    this.#out = room.bytes(rows)
    this.#items = room.numbers(rows * 2)
    this.#spare = room.numbers(rows * 2)
    this.#counters = room.bytes(kernels.run.sortCounters())
    this.#weights = weights && room.copyOf(weights)
    this.#ranks = Array.from({ length: width }, () => room.numbers(rows))
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
    const items = this.#items.address
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
