import { countLevels, CribaError } from '#core'
import type {
  FitRequest,
  Fits,
  HeldOutPermutations,
  ImportanceKind,
  ModelSpec,
  OptionsOf,
  OptionTable,
  OwnModel,
  Variable,
  View,
} from '#core'
import { metricsOf, taskOf, whyTooManyLevels } from './learner.ts'
import type { FittedLearner, ImportanceMaker, Learner, LearningProblem, LearningSet } from './learner.ts'

/** How importances of trees are made. */
interface ImportanceOptions {
  readonly kind: ImportanceKind
  /** Of SHAP values: of how many rows; 0 for all. */
  readonly rows: number
}

/** What the record of a learner that learns from rows adds to a learner's facts. */
interface RowLearnerRecord<O extends OptionTable> extends Omit<
  Learner<O>,
  'needs' | 'fit' | 'options' | 'learnsFromRows' | 'isAdditive' | 'importances'
> {
  readonly options: O
  /** Its fit has weights of columns; or the spec of one that has, under the options of importances. */
  readonly weighs?: true | ((options: OptionsOf<O> & ImportanceOptions) => ModelSpec)
  /** The most pairs of levels that it counts in a class. */
  readonly mostPairs?: number
  readonly model: (options: OptionsOf<O>) => ModelSpec | OwnModel
}

/** Makes a learner that fits a model to rows: each set of a problem is one fit for each of its trials. */
export function defineRowLearner<const O extends OptionTable, const Id extends string>({
  model,
  weighs,
  mostPairs = Infinity,
  ...record
}: RowLearnerRecord<O> & { readonly id: Id }): Learner & { readonly id: Id } {
  const learner: Learner<O, readonly [FitRequest]> & { readonly id: Id } = {
    ...record,
    learnsFromRows: (options) => model(options),
    needs: (problem) => {
      const { features, target, event, parts, trials, sets, options } = problem
      const usable = usableOf(features)
      refuseManyPairs(record.id, sets, mostPairs)
      const metrics = metricsOf(learner, taskOf(target, event)).map(({ id }) => id)
      return [
        {
          kind: 'fit',
          model: model(options),
          features: usable,
          target,
          ...(event && { event }),
          sets: sets.map(({ columns, trials }) => ({ columns: placesOf(columns, usable), trials })),
          view: viewOf(parts),
          parts,
          trials,
          metrics,
        },
      ]
    },
    ...(weighs && { importances: importancesOfRows(weighs === true ? model : weighs) }),
    fit: ([fits], problem, metric) =>
      createFittedLearner(
        fits,
        problem,
        metricsOf(learner, metric.task).findIndex(({ id }) => id === metric.id),
      ),
  }
  return learner
}

/** How importances are made of one fit of a model to all rows. */
export function importancesOfRows<O>(model: (options: O) => ModelSpec | OwnModel): ImportanceMaker<O> {
  return {
    needs: ({ features, all, target, event, view, options }) => [
      {
        kind: 'fit',
        model: model(options),
        features: usableOf(all),
        target,
        ...(event && { event }),
        sets: [{ columns: placesOf(features, usableOf(all)), trials: [0] }],
        view,
        parts: [],
        trials: [],
        metrics: [],
      },
    ],
    fold: ([answer], { features }) => {
      const { n, values, residual } = answer as Fits
      const own = values[0][0].values()
      const why = features.map(whyTooManyLevels)
      return {
        n,
        values: Float64Array.from(why, (reason) => (reason === undefined ? own.next().value! : NaN)),
        why,
        residual,
      }
    },
  }
}

/** The request for scores of held-out rows before and after each column is permuted. */
export function permutationRequest(
  model: ModelSpec | OwnModel,
  { features, target, event, parts, trials }: LearningProblem,
  metric: string,
  permuted: HeldOutPermutations,
): FitRequest {
  const usable = usableOf(features)
  return {
    kind: 'fit',
    model,
    features: usable,
    target,
    ...(event && { event }),
    sets: [{ columns: placesOf(features, usable), trials: trials.map((_, trial) => trial) }],
    view: viewOf(parts),
    parts,
    trials,
    metrics: [metric],
    permuted,
  }
}

/** Refuses sets whose pairs of levels would not fit into memory. */
function refuseManyPairs(id: string, sets: readonly LearningSet[], most: number): void {
  if (most === Infinity) return
  for (const { columns } of sets) {
    const levels = columns.reduce(
      (sum, one) => sum + (one.coding && whyTooManyLevels(one) === undefined ? countLevels(one.coding) : 0),
      0,
    )
    if (levels * levels <= most) continue
    const found = `${columns.length} columns of ${levels} levels in all have ${levels * levels} pairs of levels`
    throw new CribaError(
      'unsuitable',
      `unsuitable columns for ${id}: ${found} (at most ${most}: cut them first)`,
    )
  }
}

/** The view whose rows the parts divide. */
function viewOf([first]: readonly View[]): View {
  return first.sample?.of ?? first
}

function usableOf(features: readonly Variable[]): readonly Variable[] {
  return features.filter((feature) => whyTooManyLevels(feature) === undefined)
}

/** The usable columns of a set, as places in the list of all. */
function placesOf(columns: readonly Variable[], usable: readonly Variable[]): readonly number[] {
  return columns.map((column) => usable.indexOf(column)).filter((place) => place >= 0)
}

/** Refuses held-out rows of which no two can be compared: they have no event, or none but at the last time. */
export function refuseIncomparable({ values, heldOut }: Fits, { event, sets }: LearningProblem): void {
  if (!event || heldOut.includes(0)) return
  sets.forEach(({ trials }, i) => {
    const place = values[i].findIndex(([score]) => Number.isNaN(score))
    if (place < 0) return
    throw new CribaError(
      'unsuitable',
      `unsuitable folds: no two held-out rows of fold ${trials[place] + 1} can be compared (needs an event and a later time in each: take fewer folds)`,
    )
  })
}

function createFittedLearner(fits: Fits, problem: LearningProblem, metric: number): FittedLearner {
  refuseIncomparable(fits, problem)
  const { features, sets } = problem
  const usable = usableOf(features)
  const keyOf = (columns: readonly Variable[]) => placesOf(columns, usable).join()
  const found = new Map(sets.map((set, i) => [keyOf(set.columns), scoresByTrial(set, fits.values[i])]))
  const scoreOf = (columns: readonly Variable[], trial: number) =>
    found.get(keyOf(columns))!.get(trial)![metric]
  return {
    heldOutWeights: fits.heldOut,
    residual: fits.residual,
    whyUnusable: whyTooManyLevels,
    scores: (set) => Float64Array.from(fits.heldOut, (_, trial) => scoreOf(set, trial)),
    path: (steps, trial) => Float64Array.from(setsAlong(steps), (columns) => scoreOf(columns, trial)),
  }
}

/** The values by each metric, by trial. A set may come several times, for different trials. */
function scoresByTrial({ trials }: LearningSet, values: readonly Float64Array[]) {
  return new Map(trials.map((trial, i) => [trial, values[i]]))
}

/** No columns, those of the first step, those of the first two, … */
export function setsAlong(steps: readonly (readonly Variable[])[]): readonly (readonly Variable[])[] {
  return [[], ...steps.map((_, i) => steps.slice(0, i + 1).flat())]
}
