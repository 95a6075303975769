import { CribaError, emptyFoldError } from '#core'
import type { Run, Source, Variable } from '#core'
import { fittedMetric, isWide, layOut, meanSquaresOf, pooledR2, setsAlong, trialsOf } from '#methods'
import type { FittedLearner, Learner, LearnerMetric, LearningProblem, LearningSet } from '#methods'
import type { LearnerColumns } from './evidence-learner.ts'
import type { EvidenceSplits } from './evidence-splits.ts'

/** The most values of columns that a learner reads at a time, where it can add up columns. */
const valuesAtATime = 1 << 24

/** A learner for the splits of evidence. */
interface LearningTask {
  readonly source: Source
  readonly learner: Learner
  readonly metric: LearnerMetric
}

/** A step of a path: a column, or several that join at once. */
export type JoiningColumns = string | readonly string[]

/** The scores of one trial from no columns, from those of the first step, from those of the first two, … */
export type PathScores = (steps: readonly JoiningColumns[], trial: number) => Promise<Float64Array>

/** A learner that was trained on the training rows of each split. */
export interface TrainedLearner {
  /** The columns that it can read, by name, each as variables. */
  readonly readable: ReadonlyMap<string, readonly Variable[]>
  /** For each split the score from all of them. */
  readonly all: Float64Array
  /** The scores along paths of these columns. */
  pathScores(names: Iterable<string>): Promise<PathScores>
  /** For each set of these columns its score in each trial. */
  setScores(sets: readonly (readonly string[])[]): Promise<readonly Float64Array[]>
}

/**
 * Trains a learner on the training rows of each split. A learner that adds up columns reads as many at a time
 * as fit, so that tables larger than memory have evidence too; it reads those of the paths again.
 */
export async function trainLearner(
  { source, learner, metric }: LearningTask,
  { variables, target, event, options }: LearnerColumns,
  splits: EvidenceSplits,
  run: Run,
  mostValues = valuesAtATime,
): Promise<TrainedLearner> {
  const trials = trialsOf(splits)
  const fit = async (features: readonly Variable[], sets: readonly LearningSet[]) => {
    const problem: LearningProblem = {
      features,
      target,
      ...(event && { event }),
      parts: splits.parts,
      trials,
      sets,
      options,
      unseenIsMissing: true,
    }
    const answers = await source.answer(learner.needs(problem), run)
    return learner.fit(answers, problem, fittedMetric(learner, metric))
  }
  /**
   * A ridge regression on more columns than can be squared; null where it would take too long, and squares
   * refuse them.
   */
  const fitWide = async (
    columns: LearnerColumns['variables'],
    problem: Pick<EvidenceSplits, 'parts'> &
      Pick<LearningProblem, 'trials' | 'target'> & { readonly ridge: number },
  ) => {
    const none = await fit([], [{ columns: [], trials: inAll }])
    if (none.heldOutWeights.includes(0)) throw emptyFoldError(splits.splits[0].test.sample!.division)
    const { wideRidge } = await import('../on-demand/wide-ridge.ts')
    const found = await wideRidge(source, { ...problem, features: [...columns.values()].flat() }, run)
    if (!found) return null
    const ofAll = (set: readonly Variable[]) => (set.length === 0 ? none.scores([]) : found.squares)
    return {
      readable: [...columns].filter(([, all]) => !all.some((one) => found.unusable.has(one))),
      scores: scored({ ...none, scores: ofAll }).scores([target]),
    }
  }
  const isR2 = metric.id === 'r2'
  const inAll = trials.map((_, trial) => trial)
  let meanSquares: number | null = null
  /** The scores by the metric; R² relates to the squares of all trials, which the first fit knows. */
  const scored = (fitted: FittedLearner): FittedLearner => {
    if (!isR2) return fitted
    meanSquares ??= meanSquaresOf(fitted)
    return pooledR2(fitted, meanSquares)
  }
  const wide =
    learner.id === 'linear' && isWide(layOut(target, [...variables.values()].flat()))
      ? await fitWide(variables, { ...splits, trials, target, ridge: Number(options['ridge']) })
      : null
  const most = learner.isAdditive ? Math.max(1, Math.floor(mostValues / source.rows)) : Infinity
  const blocks = [...blocksOf([...variables], most)]
  const readable = new Map<string, readonly Variable[]>()
  let last: FittedLearner | null = null
  let sums: readonly Float64Array[] | null = null
  if (wide) for (const [name, all] of wide.readable) readable.set(name, all)
  for (const block of wide ? [] : blocks) {
    const columns = block.flatMap(([, all]) => all)
    const none = { columns: [], trials: inAll }
    const fitted = await fit(columns, [{ columns, trials: inAll }, ...(isR2 ? [none] : [])])
    if (fitted.heldOutWeights.includes(0)) throw emptyFoldError(splits.splits[0].test.sample!.division)
    const able = block.filter(([, all]) => all.every((one) => fitted.whyUnusable(one) === undefined))
    for (const [name, all] of able) readable.set(name, all)
    if (blocks.length > 1)
      sums = fitted.addUp!(
        able.flatMap(([, all]) => all),
        sums,
      )
    // A block that stays in memory would take the room of the next one.
    if (block === blocks.at(-1)) last = fitted
  }
  if ((!last && !wide) || readable.size === 0) {
    throw new CribaError('unsuitable', `unsuitable columns: ${learner.id} can learn from none of them`)
  }
  const whole = last && blocks.length === 1 ? scored(last) : null
  const readings = (steps: Iterable<JoiningColumns>) =>
    [...steps].map((step) => [step].flat().flatMap((name) => readable.get(name) ?? []))
  const fitReadings = async (names: Iterable<string>) =>
    whole ?? scored(await fit(readings(new Set(names)).flat(), []))
  return {
    readable,
    all: whole
      ? whole.scores(readings(readable.keys()).flat())
      : (wide?.scores ?? last!.scoresOfSums!(sums!)),
    pathScores: async (names) => {
      if (learner.learnsFromRows) {
        // The same rows for all sets: those complete in all columns.
        const all = readings(readable.keys()).flat()
        return async (path, trial) => {
          const steps = readings(path)
          const sets = setsAlong(steps).map((columns) => ({ columns, trials: [trial] }))
          return scored(await fit(all, sets)).path(steps, trial)
        }
      }
      const fitted = await fitReadings(names)
      return async (path, trial) => fitted.path(readings(path), trial)
    },
    setScores: async (sets) => {
      const columns = sets.map((set) => readings(set).flat())
      const fitted = learner.learnsFromRows
        ? scored(
            await fit(
              readings(readable.keys()).flat(),
              columns.map((set) => ({ columns: set, trials: inAll })),
            ),
          )
        : await fitReadings(sets.flat())
      return columns.map((set) => fitted.scores(set))
    },
  }
}

/** Columns in blocks of at most so many variables, or of one column. */
function* blocksOf<T extends readonly [string, readonly Variable[]]>(
  columns: readonly T[],
  most: number,
): Generator<readonly T[]> {
  let block: T[] = []
  let size = 0
  for (const column of columns) {
    if (block.length > 0 && size + column[1].length > most) {
      yield block
      block = []
      size = 0
    }
    block.push(column)
    size += column[1].length
  }
  if (block.length > 0) yield block
}
