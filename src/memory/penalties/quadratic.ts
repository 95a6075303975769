import ln from '@stdlib/math-base-special-ln'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { sumOf } from './likelihood.ts'
import { normOfGroups } from './norm-of-groups.ts'
import { NormSystem } from './norm-system.ts'
import type { ScaledPenalty } from './penalised-set.ts'
import type { WorkingSet } from './working-set.ts'

/** Passes over the places at most. */
const mostPasses = 2000
/** Passes after which Newton's step is tried though some places still come and go. */
const patience = 5
/** Blocks that become 0 on the way of Newton's steps, at most. */
const mostTurns = 3
/** A group's curvature counts as at least this share of the greatest. */
const flattest = 1e-12
/** Rises of the objective up to this share are rounding. */
const rounding = 1e-14
/** Smaller moves, in units of the square root of the loss, are rounding. */
const leastMove = 1e-14

/** Places in kernel memory, as many as there is room for. */
interface Memory {
  readonly room: number
  readonly record: ArenaBlock<Uint32Array>
  readonly integers: readonly ArenaBlock<Uint32Array>[]
  readonly curvature: ArenaBlock<Float64Array>
  readonly numbers: readonly ArenaBlock<Float64Array>[]
}

/**
 * Minimises slopes·(w − w₀) + ½·(w − w₀)·curvature·(w − w₀) + λ·norms of w + ½·squares·|w|² over the places
 * of a working set, by descent over its groups and by Newton's steps of those that are not 0.
 */
export class Quadratic {
  readonly #run: Kernels['run']
  readonly #arena: Arena
  #memory: Memory
  #set: WorkingSet | null = null
  readonly #system: NormSystem

  constructor(kernels: Kernels, arena: Arena) {
    this.#run = kernels.run
    this.#arena = arena
    this.#memory = this.#makeRoom(64)
    this.#system = new NormSystem(kernels, arena)
  }

  /** The places of a working set; its curvature is to be written next. */
  lay(set: WorkingSet): void {
    if (set.size > this.#memory.room) this.#memory = this.#makeRoom(2 * set.size)
    const { integers, numbers, record } = this.#memory
    integers[0].view.set(set.groupStarts)
    integers[1].view.set(set.starts)
    numbers[0].view.set(set.groupFactors)
    numbers[1].view.set(set.factors)
    numbers[2].view.set(set.copies)
    record.view[0] = set.size
    record.view[1] = set.groupFactors.length
    this.#system.makeRoom(set.size)
    this.#set = set
  }

  /** Its curvature, row by row; `bound` it once it is written. */
  get curvature(): ArenaBlock<Float64Array> {
    return this.#memory.curvature
  }

  /**
   * For each group at least the greatest eigenvalue of its curvature: the greatest sum of sizes over a row.
   */
  bound(): void {
    const { starts, groupStarts, size } = this.#set!
    const curvature = this.curvature.view
    const bounds = this.#memory.numbers[3].view
    let greatest = 0
    for (let group = 0; group + 1 < groupStarts.length; group++) {
      const [start, end] = [starts[groupStarts[group]], starts[groupStarts[group + 1]]]
      let most = 0
      for (let i = start; i < end; i++) {
        let sum = 0
        for (let j = start; j < end; j++) sum += Math.abs(curvature[i * size + j])
        most = Math.max(most, sum)
      }
      bounds[group] = most
      greatest = Math.max(greatest, most)
    }
    // Without any, a step would have no end.
    for (let group = 0; group + 1 < groupStarts.length; group++)
      bounds[group] = Math.max(bounds[group], flattest * greatest)
  }

  /**
   * The weights, from those of now and the slopes there, to a share of the first pass's greatest move; and by
   * how much at least the minimum is below the value now: ½·(w − w₀)·curvature·(w − w₀), which has no
   * rounding of the values.
   */
  solve(
    now: Float64Array,
    slopes: Float64Array,
    penalty: ScaledPenalty,
    exactness: number,
  ): { readonly weights: Float64Array; readonly fall: number } {
    const { size } = this.#set!
    const { record } = this.#memory
    const [target, weights, left] = this.#memory.numbers.slice(4, 7).map(({ view }) => view.subarray(0, size))
    weights.set(now)
    target.fill(0)
    this.#run.computeLeft(record.address)
    for (let i = 0; i < size; i++) {
      target[i] = -left[i] - slopes[i]
      left[i] = -slopes[i]
    }
    const scales = this.#scales()
    const before = new Float64Array(size)
    let first = 0
    // How fast passes converge is known after the second.
    let last = Infinity
    for (let pass = 0; pass < mostPasses; pass++) {
      before.set(weights)
      this.#run.descend(record.address, penalty.norms, penalty.squares)
      let furthest = 0
      let isSettled = true
      for (let i = 0; i < size; i++) {
        const change = weights[i] - before[i]
        if (change === 0) continue
        furthest = Math.max(furthest, Math.abs(change) * scales[i])
        if (weights[i] === 0 || before[i] === 0) isSettled = false
      }
      if (penalty.squares === 0) shiftWeights(this.#set!, weights)
      if (pass === 0) first = furthest
      if (furthest <= exactness * first || furthest < leastMove) break
      const passes = passesFor((exactness * first) / furthest, furthest / last)
      if ((isSettled && passes > passesOfStep(weights)) || pass % patience === patience - 1)
        this.#step(penalty)
      last = furthest
    }
    let fall = 0
    // What is left of the slopes differs from them by the curvature times the move.
    for (let i = 0; i < size; i++) fall -= (weights[i] - now[i]) * (slopes[i] + left[i])
    return { weights: weights.slice(), fall: Math.max(0, fall / 2) }
  }

  /** Newton's steps of the groups that are not 0, as long as a block becomes 0 on the way. */
  #step(penalty: ScaledPenalty): void {
    const set = this.#set!
    const { record } = this.#memory
    const [target, weights, left] = this.#memory.numbers
      .slice(4, 7)
      .map(({ view }) => view.subarray(0, set.size))
    const value = () => {
      let sum = penalty.norms * normOfGroups(set, weights)
      for (let i = 0; i < set.size; i++) sum -= (weights[i] * (target[i] + left[i])) / 2
      return sum + squaresOf(set, weights, penalty.squares)
    }
    for (let turn = 0; turn < mostTurns; turn++) {
      const before = { value: value(), weights: weights.slice(), left: left.slice() }
      const step = this.#system.stepOf(set, this.curvature, weights, left, penalty)
      if (!step) return
      for (let i = 0; i < set.size; i++) weights[i] += step.share * step.changes[i]
      if (step.leaves !== null) weights[step.leaves] = 0
      this.#run.computeLeft(record.address)
      if (value() <= before.value + rounding * Math.abs(before.value)) {
        if (step.leaves === null) return
        continue
      }
      weights.set(before.weights)
      left.set(before.left)
      return
    }
  }

  /** The square root of the bound of each place's group. */
  #scales(): Float64Array {
    const { starts, groupStarts, size } = this.#set!
    const bounds = this.#memory.numbers[3].view
    const scales = new Float64Array(size)
    for (let group = 0; group + 1 < groupStarts.length; group++)
      scales.fill(Math.sqrt(bounds[group]), starts[groupStarts[group]], starts[groupStarts[group + 1]])
    return scales
  }

  #makeRoom(room: number): Memory {
    const arena = this.#arena
    const integers = [arena.integers(room + 1), arena.integers(room + 1)]
    const curvature = arena.numbers(room * room)
    // Factors of groups and blocks, copies, bounds; target, weights, left; space for one group, twice.
    const numbers = Array.from({ length: 9 }, () => arena.numbers(room))
    const at = numbers.map(({ address }) => address)
    const record = arena.integers(14)
    record.view.set([
      0,
      0,
      ...integers.map(({ address }) => address),
      ...at.slice(0, 4),
      curvature.address,
      ...at.slice(4),
    ])
    return { room, record, integers, curvature, numbers }
  }
}

/** How many passes are left until moves have fallen to a share, if each lowers them by a rate. */
function passesFor(share: number, rate: number): number {
  return rate < 1 ? ln(share) / ln(rate) : Infinity
}

/** How many passes take as long as a Newton step of the weights that are not 0. */
function passesOfStep(weights: Float64Array): number {
  let count = 0
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) count++
  return count / 6
}

/** ½·squares·|w|², each group's divided by its copies. */
function squaresOf(
  { starts, groupStarts, copies }: WorkingSet,
  weights: Float64Array,
  squares: number,
): number {
  if (squares === 0) return 0
  let sum = 0
  for (let group = 0; group < copies.length; group++) {
    for (let i = starts[groupStarts[group]]; i < starts[groupStarts[group + 1]]; i++)
      sum += (weights[i] * weights[i]) / copies[group]
  }
  return (squares / 2) * sum
}

/**
 * Moves the weights that all lists have of a coordinate so that their norms are least, and one is 0: to their
 * median. Of an even number it is the middle one that is nearer to their mean, so that the same probabilities
 * have the same weights.
 */
function shiftWeights({ shiftable, size, each }: WorkingSet, weights: Float64Array): void {
  const sorted = new Float64Array(size / each)
  for (const first of shiftable) {
    for (let i = first, list = 0; i < size; i += each, list++) sorted[list] = weights[i]
    sorted.sort()
    const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
    const mean = sumOf(sorted) / sorted.length
    const by = mean - low < high - mean ? low : high
    if (by !== 0) for (let i = first; i < size; i += each) weights[i] -= by
  }
}
