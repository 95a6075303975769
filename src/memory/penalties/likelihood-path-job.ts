import type { FitRows } from '../models/fit-job.ts'
import type { Arena } from '../threads/arena.ts'
import { concatenate } from '../threads/job.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelColumn } from '../threads/model-rows.ts'
import { coordinateOf, weightsInUnits } from './coordinates.ts'
import { Curvature } from './curvature.ts'
import { normsOf, sharedWeights } from './norms.ts'
import type { NormFactors, SameSpan } from './norms.ts'
import type { PathEnd, ScaledPenalty } from './penalised-set.ts'
import { Quadratic } from './quadratic.ts'
import { LikelihoodPathSolver } from './solver.ts'
import type { PathPoint } from './solver.ts'
import { judgeOf } from './target-of-rows.ts'
import type { Judge, RowsOfTarget } from './target-of-rows.ts'
import { rowTrainingSet } from './training-set.ts'
import type { RowTrainingSet } from './training-set.ts'

export interface LikelihoodPathInput extends RowsOfTarget {
  readonly columns: readonly ModelColumn[]
  readonly groups: readonly number[]
  readonly factors: NormFactors
  /** The rows of each training set, and those held out of it. */
  readonly sets: readonly FitRows[]
  /** For each training set the greatest duality gap, as a share of the loss without columns. */
  readonly tolerances: readonly number[]
}

/** Consecutive penalties of one training set, or none: then only the greatest is wanted. */
interface LikelihoodPathTask {
  readonly set: number
  readonly penalties: readonly ScaledPenalty[]
  /** The penalty that the weights have that it begins from, and these; null at the first. */
  readonly before: {
    readonly norms: number
    readonly weights: readonly Float64Array[]
    readonly intercepts: Float64Array
  } | null
  /** Null where it goes to the last penalty. */
  readonly end: PathEnd | null
}

/** For each penalty that the path came to. */
export interface LikelihoodPathPart {
  /** The least penalty of norms that lets no column in. */
  readonly greatest: number
  /** The loss without columns. */
  readonly lossOfNone: number
  /**
   * For each penalty the weights of each class's list in units of the data, the intercepts, and the size of
   * each column.
   */
  readonly weights: readonly (readonly Float64Array[])[]
  readonly intercepts: readonly Float64Array[]
  readonly sizes: readonly Float64Array[]
  /** For each penalty how many coordinates of columns are in. */
  readonly degrees: Float64Array
  readonly losses: Float64Array
  readonly gaps: Float64Array
  /** For each penalty the error of the held-out rows. */
  readonly errors: Float64Array
  /** The list of each class. */
  readonly listOf: Int32Array
  readonly last: { readonly weights: readonly Float64Array[]; readonly intercepts: Float64Array }
}

/** Models of a likelihood along falling penalties. */
export const likelihoodPathJob: Job<LikelihoodPathInput, LikelihoodPathTask, LikelihoodPathPart> = {
  name: 'likelihood-path',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const { top } = arena
    const opened = new Map<number, OpenSet>()
    return (task) => {
      let set = opened.get(task.set)
      if (!set) {
        if (arena.top - top > mostKept) {
          arena.release(top)
          opened.clear()
        }
        set = openSet(kernels, arena, input, task.set)
        opened.set(task.set, set)
      }
      return pathOf(input, set, task)
    }
  },
}

/** Training sets are kept, as later tasks ask for them again, until they take so many bytes. */
const mostKept = 1 << 25

interface OpenSet {
  readonly training: RowTrainingSet
  readonly judge: Judge
  readonly span: SameSpan
  readonly curvature: Curvature
  readonly quadratic: Quadratic
  readonly greatest: number
  readonly lossOfNone: number
}

function openSet(kernels: Kernels, arena: Arena, input: LikelihoodPathInput, place: number): OpenSet {
  const training = rowTrainingSet(kernels, arena, input, input.sets[place].train)
  const span = normsOf(training, input.groups, input.factors)
  const curvature = new Curvature(kernels, arena, training)
  const quadratic = new Quadratic(kernels, arena)
  const none = new LikelihoodPathSolver(training, span.norms, { curvature, quadratic }, null)
  const judge = judgeOf(kernels, arena, input, training.target, input.sets[place])
  return { training, judge, span, curvature, quadratic, greatest: none.greatest(), lossOfNone: none.loss }
}

function pathOf(
  input: LikelihoodPathInput,
  { training, judge, span, curvature, quadratic, greatest, lossOfNone }: OpenSet,
  { set, penalties, before, end }: LikelihoodPathTask,
): LikelihoodPathPart {
  const { columns, tolerances, sets } = input
  const { starts, blocks } = training
  const count = columns.length
  curvature.forget()
  const solver = new LikelihoodPathSolver(training, span.norms, { curvature, quadratic }, before)
  const part = {
    weights: [] as (readonly Float64Array[])[],
    intercepts: [] as Float64Array[],
    sizes: [] as Float64Array[],
    degrees: new Float64Array(penalties.length),
    losses: new Float64Array(penalties.length),
    gaps: new Float64Array(penalties.length),
    errors: new Float64Array(penalties.length),
  }
  const errorAt = heldOutError(columns, training, sets[set].test, judge)
  let norms = before?.norms ?? greatest
  const entered = new Set(end?.entered)
  let length = 0
  for (const [step, penalty] of penalties.entries()) {
    if (end && entered.size >= end.most) break
    length++
    const point = solver.solve(penalty, norms, tolerances[set] * lossOfNone)
    norms = penalty.norms
    part.losses[step] = point.loss
    part.gaps[step] = lossOfNone > 0 ? point.gap / lossOfNone : 0
    if (sets[set].test.length > 0) {
      part.errors[step] = errorAt(point)
      continue
    }
    const shared = point.weights.map((own) => sharedWeights(training, span, own))
    const intercepts = point.intercepts.slice()
    const sizes = new Float64Array(count)
    const lists = shared.map((own, list) => {
      const inUnits = columns.map((column, i) => {
        const ofColumn = own.subarray(starts[i], starts[i + 1])
        const squares = ofColumn.reduce((sum, weight) => sum + weight * weight, 0)
        sizes[i] += squares
        if (squares > 0) {
          entered.add(i)
          part.degrees[step] += starts[i + 1] - starts[i]
        }
        const { weights, shift } = weightsInUnits(column, blocks[i], ofColumn)
        intercepts[list] += shift
        return weights
      })
      return concatenate(inUnits)
    })
    part.weights.push(lists)
    part.intercepts.push(intercepts)
    // Those of copies are equal, but for rounding, so they tie.
    part.sizes.push(Float64Array.from(span.original, (of) => Math.sqrt(sizes[of])))
  }
  const last = { weights: solver.weights, intercepts: solver.intercepts }
  return {
    ...part,
    degrees: part.degrees.slice(0, length),
    losses: part.losses.slice(0, length),
    gaps: part.gaps.slice(0, length),
    errors: part.errors.slice(0, length),
    greatest,
    lossOfNone,
    // What a part holds moves to another thread.
    listOf: training.target.listOf.slice(),
    last,
  }
}

/** The error of held-out rows, whose coordinates are made as weights need them. */
function heldOutError(
  columns: LikelihoodPathInput['columns'],
  { starts, blocks }: RowTrainingSet,
  rows: Int32Array,
  judge: Judge,
): (point: PathPoint) => number {
  const known = new Map<number, Float64Array>()
  const valuesOf = (column: number, i: number) => {
    const values = known.get(i) ?? coordinateOf(columns[column], blocks[column], i - starts[column], rows)
    known.set(i, values)
    return values
  }
  return (point) => {
    const sums = point.weights.map((list, place) => {
      const sum = new Float64Array(rows.length).fill(point.intercepts[place])
      columns.forEach((_, column) => {
        for (let i = starts[column]; i < starts[column + 1]; i++) {
          const weight = list[i]
          if (weight === 0) continue
          const values = valuesOf(column, i)
          for (let row = 0; row < sum.length; row++) sum[row] += weight * values[row]
        }
      })
      return sum
    })
    return judge(sums, point)
  }
}
