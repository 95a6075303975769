import { applicableOptions, CribaError, invalidPart, textIn } from '#core'
import type {
  OptionTable,
  OptionValue,
  OwnCriterion,
  Request,
  ResolvedSelectSpec,
  Shape,
  SubsetFunction,
  Variable,
} from '#core'
import { defineSubset, isSignificance, underOptions } from '#methods'
import type {
  CandidateStep,
  CriterionFacts,
  RankCriterion,
  Search,
  StepCriterion,
  SubsetCriterion,
} from '#methods'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'

/** A criterion of any shape, or a function of the user as one. */
export type AnyCriterion = RankCriterion | StepCriterion | SubsetCriterion | FunctionCriterion

/** The facts of a criterion that decide how columns are read, and what results and messages call it. */
type ScorerFacts = CriterionFacts<OptionTable> & { readonly shape: Shape } & Partial<
    Pick<SubsetCriterion, 'learnsFrom' | 'raisedByCopies'>
  >

/**
 * What a scorer can do. Whether it may follows from the criterion; what is made of that is decided where it
 * is asked.
 */
interface Abilities {
  /**
   * Its scores are statistics of coded columns, over the rows that the analysis uses; a function reads what
   * it likes.
   */
  readonly count: boolean
  /** A gain can be tested against chance. */
  readonly test: boolean
  /** It reads only the rows that it is given, so rows can be held out. */
  readonly holdOut: boolean
  /** Merits can be saved, and restored in a later run. */
  readonly checkpoint: boolean
  /** It can be one of the two criteria of a Pareto front. */
  readonly pareto: boolean
  /** Scores of sets of different sizes can be compared. */
  readonly compareSizes: boolean
  /** A set bounds what it holds, because another column never makes it worse. */
  readonly bound: boolean
  /** It is a linear fit, so what a column takes away of it has a partial F. */
  readonly partialF: boolean
  /** Columns can be scored among fewer of them. */
  readonly rescore: boolean
  /** Its gains are information of levels, so they can be tested for independence. */
  readonly testIndependence: boolean
  /** It is information by neighbours, so columns can be tested for independence as they are, by local permutations. */
  readonly testNeighbours: boolean
  /** Each term can be made over the rows complete in its own columns, or over rows with missing values. */
  readonly pairRows: boolean
  /**
   * Candidates can be scored beside those selected: the search adds them one by one. Otherwise it compares
   * whole sets.
   */
  readonly step: boolean
}

/**
 * A criterion with its options under a search. Whatever follows asks this record, never what kind of
 * criterion it was.
 */
export interface Scorer extends ChosenCriterion<ScorerFacts> {
  /** The criterion itself: open-problem.ts, which opens it, looks at its shape. */
  readonly opened: AnyCriterion
  readonly can: Abilities
  /** The ranker, where each column has a score, and a p-value, by itself. */
  readonly ranker: RankCriterion | null
  /** The stop of a search that nobody bounds. */
  readonly defaultStop: string
  /** It as a spec gives it. */
  readonly asSpec: ResolvedSelectSpec['criterion']
  /** How many sets it scores side by side, if it is asked for so many. */
  readonly setsAtOnce: number
  /** How many columns the widest table holds besides the target, where a set has at most so many. */
  readonly widestTable: (size: number) => number
}

type Options = Readonly<Record<string, OptionValue>>

/** The search of a criterion that is given without one; `forward` where it is unknown. */
export function defaultSearchOf(criterion: AnyCriterion | undefined): string {
  return criterion?.shape === 'rank' ? 'ranking' : 'forward'
}

/** Whether a criterion scores sets. */
export function scoresSets({ shape }: AnyCriterion): boolean {
  return shape === 'subset'
}

/** Makes the scorer of a criterion under a search; a search of sets takes only criteria of sets. */
export function scorerOf(
  chosen: ChosenCriterion<AnyCriterion>,
  search: { readonly record: Search; readonly options: Options },
): Scorer {
  const { options } = chosen
  const criterion = underOptions(chosen.criterion, options)
  const { record } = search
  const hasStatistics = !isFunction(criterion)
  const ofSets = criterion.shape === 'subset' ? criterion : null
  const { pairwise, joint, readsGaps, stop } = criterion
  const hasSteps = record.takes === 'step'
  if (!hasSteps && !ofSets) {
    throw new CribaError(
      'unsuitable',
      `unsuitable search for ${criterion.id}: ${record.id} compares whole sets (use forward, or joint-mi)`,
    )
  }
  return {
    criterion,
    opened: criterion,
    options,
    can: {
      count: hasStatistics,
      test: hasStatistics,
      holdOut: !isFunction(criterion) || criterion.takesRows,
      checkpoint: hasStatistics && ofSets !== null,
      pareto: hasStatistics && ofSets !== null,
      compareSizes: ofSets !== null,
      bound: typeof ofSets?.monotone === 'function' ? ofSets.monotone(options) : ofSets?.monotone === true,
      partialF: ofSets?.ofLeastSquares === true,
      rescore: criterion.shape === 'rank',
      testIndependence: ofSets !== null && isSignificance(stop ?? ''),
      testNeighbours: ofSets?.byNeighbours?.(options) === true,
      pairRows: pairwise ?? (readsGaps ? true : undefined) ?? (criterion.shape === 'rank' && joint !== true),
      step: hasSteps,
    },
    ranker: criterion.shape === 'rank' ? criterion : null,
    defaultStop: stop ?? defaultStop(ofSets !== null, record.id),
    asSpec: hasStatistics
      ? { method: criterion.id, options: applicableOptions(criterion.options, options) }
      : { method: functionId, options: {}, note: noteOnFunction },
    setsAtOnce: hasStatistics ? 1 : mostInFlight,
    // A test of independence is of a column with the target, given two others or fewer for most of them.
    widestTable: (size) => (record.testsIndependence ? 3 : ofSets ? (ofSets.together ?? size) : 2),
  }
}

const noteOnFunction = 'a function: this spec alone does not recreate the result'

/**
 * The stop of a criterion that says none. Over merits of sets `best-first` ends by itself: where the best set
 * leads to nothing better it returns to other open sets, and a stop at the first set without gain would
 * prevent that.
 */
function defaultStop(isOfSets: boolean, search: string): string {
  if (!isOfSets) return 'significance'
  return search === 'best-first' ? 'none' : 'gain:0'
}

export function isFunction(criterion: AnyCriterion): criterion is FunctionCriterion {
  return 'scoreOf' in criterion
}

/** Candidates of which none is selected. */
interface FirstCandidates {
  readonly features: readonly Variable[]
  readonly names: readonly string[]
  readonly context: Omit<CandidateStep, 'candidates' | 'names' | 'selected' | 'sums'>
}

/**
 * What a criterion asks of candidates of which none is selected, and of a set of two: so what it needs can be
 * looked at. Nothing of one that takes no given columns, which is refused for that.
 */
export function firstNeeds(
  { opened: criterion }: Scorer,
  { features, names, context }: FirstCandidates,
): readonly Request[] {
  if (criterion.takesGiven === undefined) return []
  switch (criterion.shape) {
    case 'rank':
      return criterion.needs({ ...context, features, names })
    case 'step':
      return criterion.needs({ ...context, candidates: features, names, selected: [], sums: null })
    case 'subset':
      return criterion.needs({ ...context, given: [], sets: { list: [features.slice(0, 2)] } })
  }
}

/** The user's own function as a criterion of sets, which needs no requests to the source. */
export interface FunctionCriterion extends SubsetCriterion {
  readonly scoreOf: SubsetFunction
  /**
   * It learns from some rows and scores others, which are given to it; otherwise it decides which rows it
   * uses.
   */
  readonly takesRows: boolean
}

/** The id of a function without a name, and of every function in a spec. */
export const functionId = 'function'

/** Makes a criterion from a function, or from a record with the function. */
export function functionCriterion(given: SubsetFunction | OwnCriterion): FunctionCriterion {
  const own: OwnCriterion = typeof given === 'function' ? { score: given } : given
  textIn('id of the criterion', own.id, 'a name')
  if (own.better !== 'lower' && (own.better ?? 'higher') !== 'higher')
    throw invalidPart('better of the criterion', own.better, 'higher or lower')
  if (typeof (own.monotone ?? false) !== 'boolean')
    throw invalidPart('monotone of the criterion', own.monotone, 'true or false')
  const { criterion } = defineSubset({
    id: own.id ?? functionId,
    title: 'A function',
    features: { numeric: 'values', categorical: 'levels' },
    target: null,
    better: own.better ?? 'higher',
    ...(own.monotone && { monotone: true }),
    units: '',
    options: {},
    formula: 'J = the value of the function',
    reference: 'by definition',
    needs: () => [],
    fold: () => {
      throw new TypeError('a function is called, not folded')
    },
  })
  return { ...criterion, scoreOf: own.score, takesRows: own.score.length >= 2 }
}

/** How many asynchronous calls of the function run at a time. */
export const mostInFlight = 8
