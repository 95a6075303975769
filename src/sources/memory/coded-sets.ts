import type { CodedColumn } from '../../kernel/coded-room.ts'
import type { Sets } from '../../kernel/sets.ts'
import { countMembers, mapFamily, membersOf, variablesOf, widestOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import { absorbsMissing } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Sight } from './sight.ts'

/** A histogram of one set takes so many milliseconds a row, and each set so many besides; a little too much is meant. */
const cost = { row: 1.2e-6, set: 5e-4 }
/** Joint levels beyond which bit planes are no cheaper than a histogram. */
const histogramFrom = 160
const noMasks: readonly number[] = []
/** Milliseconds a task takes at most, and at least where there is more than one. */
const taskCost = { most: 50, least: 4 }

/**
 * The sets of a family as a job on coded columns takes them: columns by number, and before those of a set a mask for
 * each variable that must be complete though it is not of the set.
 */
export class CodedSets {
  readonly columns: readonly CodedColumn[]
  /** The most columns in one set. */
  readonly width: number
  /** How many tasks `tasks` gives. */
  readonly count: number
  /** Milliseconds for all, roughly. */
  readonly cost: number
  /** Which set answers each member: one asked for again at once, over the same rows, is counted once. */
  readonly setOf: Uint32Array
  /** By the places of the columns. */
  readonly #family: Family<number>
  readonly #within: Family | undefined
  readonly #places = new Map<Variable | Uint8Array, number>()
  readonly #masks = new Map<Variable, Uint8Array>()
  readonly #out: Uint8Array | null
  readonly #membersOfTask: number

  constructor(family: Family, within: Family | undefined, sight: Sight) {
    this.#within = within
    this.#out = sight.rows.counted.out
    const columns: CodedColumn[] = []
    for (const variable of variablesOf(family)) {
      const { codes, count, hasHoles } = sight.codesOf(variable)
      this.#places.set(variable, columns.length)
      columns.push({ codes, count, hasHoles })
    }
    this.#family = mapFamily(family, (variable) => this.#places.get(variable)!)
    const masks = this.#out ? [this.#out] : []
    for (const variable of within ? variablesOf(within) : []) {
      const { missing } = sight.columns[variable.column]
      if (!missing || absorbsMissing(variable)) continue
      this.#masks.set(variable, missing)
      masks.push(missing)
    }
    for (const mask of new Set(masks)) {
      this.#places.set(mask, columns.length)
      // A row that is marked has no level, any other the only one.
      columns.push({ codes: mask, count: 1, hasHoles: true })
    }
    this.columns = columns
    this.width =
      widestOf(family) + Math.min(masks.length, (this.#out ? 1 : 0) + (within ? widestOf(within) : 0))
    const members = countMembers(family)
    this.setOf = new Uint32Array(members)
    const ofSet = costOfSet(columns, sight.rows.length, widestOf(family))
    this.cost = members * ofSet
    const ofTask = Math.min(taskCost.most, Math.max(taskCost.least, this.cost / 16))
    this.#membersOfTask = Math.max(1, Math.round(ofTask / ofSet))
    this.count = Math.ceil(members / this.#membersOfTask)
  }

  /** The tasks in order, made as they are taken. */
  *tasks(): Generator<Sets> {
    const complete = this.#within && membersOf(this.#within)
    const isLattice = 'of' in this.#family
    const shared = 'of' in this.#family ? (this.#family.also?.length ?? 0) : 0
    let columns: number[] = []
    let ends: number[] = []
    let place = 0
    let sets = 0
    let lastMember: readonly number[] | null = null
    let lastMasks: readonly number[] = []
    for (const member of membersOf(this.#family)) {
      const masks = this.#masksFor(member, (complete?.next().value as readonly Variable[] | undefined) ?? [])
      const isAgain = lastMember === member && isSame(lastMasks, masks)
      if (!isAgain) {
        for (const mask of masks) columns.push(mask)
        // Subsets by mask share their last members with the one before, so those come first, after what all share.
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
    if (!this.#out && this.#masks.size === 0) return noMasks
    const masks = new Set<Uint8Array>(this.#out ? [this.#out] : [])
    for (const variable of within) {
      const mask = this.#masks.get(variable)
      if (mask && !member.includes(this.#places.get(variable) ?? -1)) masks.add(mask)
    }
    return [...masks].map((mask) => this.#places.get(mask)!)
  }
}

/** Milliseconds for a set of so many columns, from their mean number of levels. */
function costOfSet(columns: readonly CodedColumn[], rows: number, width: number): number {
  const levels = columns.reduce((sum, { count }) => sum + count, 0) / Math.max(1, columns.length)
  let cells = 1
  for (let column = 0; column < width && cells < histogramFrom; column++) cells *= levels
  return cost.set + cost.row * rows * Math.min(1, cells / histogramFrom)
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

/** What all sets share, then a set's own members from the last to the first. */
function pushLattice(columns: number[], member: readonly number[], shared: number): void {
  for (let i = 0; i < shared; i++) columns.push(member[i])
  for (let i = member.length - 1; i >= shared; i--) columns.push(member[i])
}
