import { createSpecFunction, scales } from '#core'
import type {
  Answers,
  ColumnType,
  EventVariable,
  GraphFacts,
  Level,
  OptionsOf,
  OptionTable,
  OptionValue,
  Path,
  PSource,
  Request,
  SpecWithOptions,
  SplitColumns,
  Task,
  Variable,
  View,
  Warning,
} from '#core'
import type { LawKind } from '../measures/law.ts'
import type { LawState } from '../measures/test.ts'

/**
 * How a method reads a column.
 *
 * - `values`: the numbers of a numeric column;
 * - `distances`: the numbers of a numeric column, of which only the differences matter, on the scale an
 *   option says;
 * - `levels`: the levels of a coded column, numbers discretised;
 * - `classes`: the levels of a categorical column, or of a numeric one in a classification task; never
 *   discretised;
 * - `either`: numbers by their differences, a categorical column by its levels;
 * - `events`: times until an event, and whether they ended with it;
 * - `several`: the numbers of several columns, as `targets` of the step; `target` is their joint column.
 */
export type Reading = 'values' | 'distances' | 'levels' | 'classes' | 'either' | 'events' | 'several'

/** How a method reads the columns it is given. */
export interface Reads {
  /** A feature of either type; `null` where it cannot read it. */
  readonly features: {
    readonly numeric: 'values' | 'distances' | 'levels' | null
    readonly categorical: 'levels' | null
  }
  /** The target; `null` if it has none. */
  readonly target: Reading | null
  /** The levels of columns read as values are read too: `levels` of the step. */
  readonly levelsToo?: true
  /** What the user should know of reading them so. */
  readonly warning?: string
}

/** What a method computes and what it takes: the facts of its record. */
export interface CriterionFacts<O extends OptionTable> extends Reads {
  /** Its name in the command line and in results. */
  readonly id: string
  readonly title: string
  /**
   * How it reads columns, where its options or their types decide; otherwise as `features` and `target` say.
   */
  readonly reads?: (options: OptionsOf<O>, types: Types) => Reads
  /** It compares exactly two classes; any other number is refused. */
  readonly twoClasses?: true
  /** It asks for whole contingency tables (`counts`), so columns of too many levels are left out. */
  readonly tables?: true
  /**
   * So many columns of a set stand in one table with the target, however large the set; without it all do.
   */
  readonly together?: number
  /** A column's score depends on which other columns there are. */
  readonly joint?: true
  /** It reads the groups of columns that the user gives. */
  readonly readsGroups?: true
  /** It compares rows within the blocks that the user names, and its distribution is that within blocks. */
  readonly readsBlocks?: true
  /**
   * Its scores are those given other columns where entropies, and co-moments of pairs, are given these: it
   * reads nothing else, and `taken` of moments where degrees of freedom count.
   */
  readonly takesGiven?: true | ((options: OptionsOf<O>) => boolean)
  /** The method to suggest where it cannot take the target. */
  readonly alternative?: string
  /** It uses rows that lack a value in some columns, so none is left out for it. */
  readonly readsGaps?: true | ((options: OptionsOf<O>) => boolean)
  /**
   * Rows without a target take part, under options that say so: its graph of the rows needs no class, or not
   * one of each row.
   */
  readonly keepsUnlabelled?: (options: OptionsOf<O>) => boolean
  /**
   * Its terms are of single columns and pairs, so each may be made over the rows complete in its own. A
   * ranker of single columns need not say so.
   */
  readonly pairwise?: true
  /**
   * The stop of a search that nobody bounds, where that is not `significance`, or for sets `gain:0`. Its
   * options stay the defaults of that stop.
   */
  readonly stop?: string
  /** Where a ranking that nobody bounds is cut, if that is not by p-values. */
  readonly cut?: string | ((options: OptionsOf<O>) => string)
  readonly better: 'higher' | 'lower'
  /** Which is better under its options, where these decide; `better` is that of the defaults. */
  readonly betterUnder?: (options: OptionsOf<O>) => 'higher' | 'lower'
  /**
   * The method without what chance gives columns of many levels; null where its options leave that out, or it
   * counts none.
   */
  readonly withoutChance?: (options: OptionsOf<O>) => string | null
  /** Its sign is a direction: columns are ranked by |score|. */
  readonly signed?: true
  readonly units: string
  /** Its units under its options and the task, where these decide; `units` are those of the defaults. */
  readonly unitsUnder?: (options: OptionsOf<O>, task: Task) => string
  /** The distribution of its p-value; without one, p-values come by permutation of the target on request. */
  readonly pValue?: string
  /** Whether that distribution holds for a target; without it, for any. */
  readonly hasLaw?: (target: Variable) => boolean
  /**
   * Its distribution holds where the values, or the ranks, of target and column are no further from normal
   * than the rows allow.
   */
  readonly law?: { readonly of: 'values' | 'ranks'; readonly kind: LawKind }
  readonly options: O
  /** The definition in one line. */
  readonly formula: string
  readonly reference: string
}

/** One of several targets, as its values. */
export interface TargetOfSeveral {
  readonly name: string
  readonly values: Variable
}

/** The levels of each feature that is read as values, where a method reads both. */
export type LevelsToo = { readonly levels?: ReadonlyMap<Variable, Variable> }

/** What a rank criterion is given: all columns at once. */
export interface RankStep<O = OptionsOf<OptionTable>> extends Gaps, LevelsToo {
  readonly features: readonly Variable[]
  /** Every column that a step of the run may hold, where columns are scored among fewer and fewer of them. */
  readonly all?: readonly Variable[]
  /** How many of the best columns are used; the scores of all others need not be right, only worse. */
  readonly most?: number
  /** Names of the features and of the target, for messages; empty where there is no target. */
  readonly names: readonly string[]
  readonly targetName: string
  readonly target: Variable | null
  /** The columns that the target joins, of a method that reads their values. */
  readonly targets?: readonly TargetOfSeveral[]
  /** What the target is the time until. */
  readonly event?: EventVariable
  /** The blocks of rows, such as pairs, of a method that reads blocks. */
  readonly block?: Variable
  /** The target's levels, where it is read by levels. */
  readonly classes: readonly Level[]
  readonly options: O
  readonly view: View
  readonly splitBy?: SplitColumns
  /** The group of each column that has one, by their names, where the method reads groups. */
  readonly groupOf?: ReadonlyMap<string, string>
}

/** One score for each feature of the step; NaN where there is none, and then `why` says the reason. */
export interface RankScores {
  readonly score: Float64Array
  /** Total weight of the rows each score is made of; where it is 0 the score is dropped. */
  readonly n: Float64Array
  readonly pValue?: Float64Array
  /** Where each p-value comes from. */
  readonly pFrom?: readonly (PSource | undefined)[]
  /**
   * The factor within which a p-value of a fitted law lies, one standard error either way; NaN for others.
   */
  readonly pWithin?: Float64Array
  /** Where the distribution of a p-value may not hold. */
  readonly law?: readonly (LawState | undefined)[]
  /** What puts columns of equal scores in order, the greatest first; where it is equal too, they are tied. */
  readonly tieOrder?: Float64Array
  readonly why?: readonly (string | undefined)[]
  /** Numbers that belong to a score, by name. */
  readonly parts?: Readonly<Record<string, Float64Array>>
  /** The columns that the method itself chooses, where the cut is `chosen`. */
  readonly chosen?: Uint8Array
  /** The path of a model that scores columns by the penalty at which they enter. */
  readonly path?: FittedPath
  /** The graph of the rows, of a method that scores columns on one. */
  readonly graph?: GraphFacts
  /** What the user should know of all scores together. */
  readonly warnings?: readonly Warning[]
}

/** A criterion of the rank shape: what it needs, and how the answers become scores. */
export interface RankCriterion<
  O extends OptionTable = OptionTable,
  R extends readonly Request[] = readonly Request[],
> extends CriterionFacts<O> {
  readonly shape: 'rank'
  needs(step: RankStep<OptionsOf<O>>): R
  fold(answers: Answers<R>, step: RankStep<OptionsOf<O>>): RankScores
}

/** A method as the library offers it: called with options it yields a spec; its record is `criterion`. */
export interface RankMethod<O extends OptionTable = OptionTable, Id extends string = string> {
  (options?: Partial<OptionsOf<O>>): SpecWithOptions<'rank', O, Id>
  readonly criterion: RankCriterion & { readonly id: Id }
}

/** Makes the public function of a rank criterion from its record. */
export function defineRank<
  const O extends OptionTable,
  const R extends readonly Request[],
  const Id extends string,
>(record: Omit<RankCriterion<O, R>, 'shape'> & { readonly id: Id }): RankMethod<O, Id> {
  const criterion = { ...record, shape: 'rank' } as unknown as RankMethod<O, Id>['criterion']
  const specOf = createSpecFunction<'rank', O, Id>(record)
  return Object.assign((options?: Partial<OptionsOf<O>>) => withRecord(specOf(options), criterion), {
    criterion,
  })
}

/** The types of the columns a method is given. */
export interface Types {
  readonly features: ReadonlySet<ColumnType>
  /** How many features. */
  readonly size: number
  readonly target: ColumnType | null
  /** Null until the target was looked at. */
  readonly task: Task | null
}

/** How a method reads columns of some types under its options. */
export function readsOf(
  criterion: CriterionFacts<OptionTable>,
  options: Readonly<Record<string, OptionValue>>,
  types: Types,
): Reads {
  return criterion.reads?.(options, types) ?? criterion
}

/** A criterion as its options make it: better is what they say, and whether it reads gaps. */
export function underOptions<C extends CriterionFacts<OptionTable>>(
  criterion: C,
  options: Readonly<Record<string, OptionValue>>,
): C {
  const { betterUnder, readsGaps } = criterion
  const judged = betterUnder ? { ...criterion, better: betterUnder(options) } : criterion
  if (typeof readsGaps !== 'function') return judged
  const { readsGaps: _, ...others } = judged
  return { ...others, ...(readsGaps(options) && { readsGaps: true }) } as C
}

/** The units of a method's scores under its options and the task. */
export function unitsOf(
  { units, unitsUnder }: CriterionFacts<OptionTable>,
  options: Readonly<Record<string, OptionValue>>,
  task: Task,
): string {
  return unitsUnder?.(options, task) ?? units
}

/** The option of every method that measures distances between rows. */
export const scaleOption = {
  type: 'choice',
  of: scales,
  default: 'standard',
  help: 'how columns and a numeric target are brought to one scale: standard deviation 1, range 1, or as they are',
} as const

/** The option that ranks by p-value, for methods whose degrees of freedom differ between columns. */
export const byOption = {
  type: 'choice',
  of: ['statistic', 'p'],
  default: 'statistic',
  help: 'rank by the statistic, or by its p-value (fairer where degrees of freedom differ)',
} as const

/** How good a score is: larger is better, whatever its sign or direction. */
export function merit(score: number, { better, signed }: Pick<RankCriterion, 'better' | 'signed'>): number {
  return (better === 'higher' ? 1 : -1) * (signed ? Math.abs(score) : score)
}

/**
 * The merit of no columns: they have no information; where less is better nothing bounds what the first
 * column scores.
 */
export function meritOfNone({ better }: Pick<RankCriterion, 'better'>): number {
  return better === 'higher' ? 0 : -Infinity
}

/**
 * The variables that have no value in some of the rows that count; absent where every row has all. Each term
 * of a score is then made over the rows complete in its own columns.
 */
export interface Gaps {
  readonly gaps?: ReadonlySet<Variable>
}

const records = new WeakMap<object, RankCriterion>()

/**
 * A spec that the function of a ranker made, which keeps the record: whoever takes the spec need not look up
 * its name.
 */
function withRecord<S extends object>(spec: S, criterion: RankCriterion): S {
  records.set(spec, criterion)
  return spec
}

/** The record behind a spec that a ranker's function made in this thread. */
export function recordOf(spec: object): RankCriterion | undefined {
  return records.get(spec)
}

/** The rules that choose a penalty of the path. */
export const penaltyRules = ['one-error', 'min', 'bic'] as const

export type PenaltyRule = (typeof penaltyRules)[number]

/** What a path loses: squares of a linear model, or minus the logarithm of a likelihood. */
type PathLoss = 'squares' | 'classes' | 'events' | 'counts'

/** A path as its criterion hands it on: weights by feature, and the penalty that was chosen. */
export interface FittedPath extends Path {
  readonly loss: PathLoss
  /** The place of each of its features among those of the criterion. */
  readonly of: readonly number[]
  readonly rule: PenaltyRule
  /** The place of the chosen penalty. */
  readonly chosen: number
  /** For each of its features the place of the penalty at which it enters; −1 where it never does. */
  readonly entries: Int32Array
  /**
   * The class of each list of weights of a logistic regression; null of other models, which have one list.
   */
  readonly classes: readonly Level[] | null
  /** The target of each list, where there are several. */
  readonly targets: readonly string[] | null
  /**
   * For each penalty the mean squared error of held-out rows, or of classes their log-loss, of events
   * and counts their deviance, and its standard error; null without held-out rows.
   */
  readonly judged: { readonly mean: Float64Array; readonly error: Float64Array } | null
  /** What `gaps` are: duality gaps, or where there may be several minima slopes of the objective. */
  readonly certificate: 'gap' | 'slope'
  /**
   * For each penalty n·ln(squared residuals/n), or −2·log-likelihood, + ln(n)·(columns of the features in
   * it); of events with their number in place of n in ln(n). Of T targets n·T·ln(squared residuals/(n·T)), and the
   * columns count T times.
   */
  readonly bic: Float64Array
}
