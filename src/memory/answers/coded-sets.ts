import { countMembers, mapFamily, membersOf, variablesOf, widestOf } from '#core'
import type { Family, Variable } from '#core'
import type { SetRun, Sets } from '../threads/sets.ts'
import type { CodedColumns } from './coded-columns.ts'

/** Milliseconds for the histogram of a set, per row, and per set; slightly overestimated. */
const cost = { row: 1.2e-6, set: 5e-4 }
/** The number of joint levels from which a histogram costs no more than bit planes. */
const histogramFrom = 160
const noMasks: readonly number[] = []
/** The most milliseconds per task, and the least if there are several tasks. */
const taskCost = { most: 50, least: 4 }

/**
 * The sets of a family as tasks of a job on coded columns: columns by index, each set preceded by a mask for
 * every variable that must be complete but is not in the set.
 */
export class CodedSets {
  /** The most columns in one set. */
  readonly width: number
  /** The number of tasks. */
  readonly count: number
  /** The approximate duration of all tasks in milliseconds. */
  readonly cost: number
  /** The set that answers each member: consecutive equal members over the same rows are counted once. */
  readonly setOf: Uint32Array
  readonly #columns: CodedColumns
  /** The family, by column indices. */
  readonly #family: Family<number>
  readonly #within: Family | undefined
  readonly #masks = new Map<Variable, number>()
  readonly #out: number | null
  readonly #membersOfTask: number

  /** The variables must be encoded. */
  constructor(family: Family, within: Family | undefined, rows: number, columns: CodedColumns) {
    this.#columns = columns
    this.#within = within
    this.#family = mapFamily(family, (variable) => columns.placeOf(variable))
    this.#out = columns.maskOfRows()
    for (const variable of within ? variablesOf(within) : []) {
      const mask = columns.maskOf(variable)
      if (mask !== null) this.#masks.set(variable, mask)
    }
    const masks = new Set([...this.#masks.values(), ...(this.#out === null ? [] : [this.#out])])
    const mostMasks = (this.#out === null ? 0 : 1) + (within ? widestOf(within) : 0)
    this.width = widestOf(family) + Math.min(masks.size, mostMasks)
    const members = countMembers(family)
    this.setOf = new Uint32Array(members)
    const ofSet = costOfSet(columns.meanLevelsOf(variablesOf(family)), rows, widestOf(family))
    this.cost = members * ofSet
    const ofTask = Math.min(taskCost.most, Math.max(taskCost.least, this.cost / 16))
    this.#membersOfTask = Math.max(1, Math.round(ofTask / ofSet))
    this.count = Math.ceil(members / this.#membersOfTask)
  }

  /** Yields the tasks in order. */
  tasks(): Generator<Sets | SetRun> {
    return 'each' in this.#family && this.#masks.size === 0 ? this.#runs(this.#family) : this.#lists()
  }

  /** Runs of sets with the same first columns. */
  *#runs({ base, each }: { base: readonly number[]; each: readonly number[] }): Generator<SetRun> {
    const first = this.#out === null ? base : [this.#out, ...base]
    this.setOf.forEach((_, i) => (this.setOf[i] = i))
    for (let from = 0; from < each.length; from += this.#membersOfTask) {
      yield { first, lasts: Uint32Array.from(each.slice(from, from + this.#membersOfTask)) }
    }
  }

  *#lists(): Generator<Sets> {
    const complete = this.#within && membersOf(this.#within)
    const isLattice = 'of' in this.#family
    const shared = 'of' in this.#family ? (this.#family.base?.length ?? 0) : 0
    let columns: number[] = []
    let ends: number[] = []
    let place = 0
    let sets = 0
    let lastMember: readonly number[] | null = null
    let lastMasks: readonly number[] = []
    for (const member of membersOf(this.#family)) {
      const masks = this.#masksFor(member, (complete?.next().value as readonly Variable[] | undefined) ?? [])
      const isRepeated = lastMember === member && isSame(lastMasks, masks)
      if (!isRepeated) {
        for (const mask of masks) columns.push(mask)
        // In mask order a subset shares its last members with the previous one, so these come first, after
        // the common members.
        if (isLattice) pushLattice(columns, member, shared)
        else for (const column of member) columns.push(column)
        ends.push(columns.length)
        sets++
      }
      this.setOf[place++] = sets - 1
      lastMember = member
      lastMasks = masks
      if (place % this.#membersOfTask === 0) {
        yield { columns: Uint32Array.from(columns), ends: Uint32Array.from(ends) }
        columns = []
        ends = []
      }
    }
    if (place % this.#membersOfTask !== 0)
      yield { columns: Uint32Array.from(columns), ends: Uint32Array.from(ends) }
  }

  #masksFor(member: readonly number[], within: readonly Variable[]): readonly number[] {
    if (this.#out === null && this.#masks.size === 0) return noMasks
    const masks = new Set<number>(this.#out === null ? [] : [this.#out])
    for (const variable of within) {
      const mask = this.#masks.get(variable)
      if (mask !== undefined && !this.#columns.isAmong(variable, member)) masks.add(mask)
    }
    return [...masks]
  }
}

/** Milliseconds for a set of `width` columns with this mean number of levels. */
function costOfSet(levels: number, rows: number, width: number): number {
  let cells = 1
  for (let column = 0; column < width && cells < histogramFrom; column++) cells *= levels
  return cost.set + cost.row * rows * Math.min(1, cells / histogramFrom)
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

/** Appends the members that all sets share, then a set's own members from the last to the first. */
function pushLattice(columns: number[], member: readonly number[], shared: number): void {
  for (let i = 0; i < shared; i++) columns.push(member[i])
  for (let i = member.length - 1; i >= shared; i--) columns.push(member[i])
}
