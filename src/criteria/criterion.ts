import { resolveOptions } from '../spec/options.ts'
import type { OptionsOf, OptionTable, OptionValue } from '../spec/options.ts'
import type { MethodSpec } from '../spec/method-text.ts'
import type { Answers, Request } from '../statistics/request.ts'
import type { Level, Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'

/**
 * How a method reads a column.
 *
 * - `values`: the numbers of a numeric column;
 * - `levels`: the levels of a coded column, numbers discretised;
 * - `classes`: the levels of a categorical column, or of a numeric one in a classification task; never discretised.
 */
export type Reading = 'values' | 'levels' | 'classes'

/** What a method computes and what it takes: the facts of its record. */
export interface CriterionFacts<O extends OptionTable> {
  /** Its name in the command line and in results. */
  readonly id: string
  readonly title: string
  /** How it reads a feature of either type; `null` where it cannot. */
  readonly features: { readonly numeric: 'values' | 'levels' | null; readonly categorical: 'levels' | null }
  /** How it reads the target; `null` if it has none. */
  readonly target: Reading | null
  /** It compares exactly two classes; any other number is refused. */
  readonly twoClasses?: true
  /** It asks for whole contingency tables (`counts`), so columns of too many levels are left out. */
  readonly tables?: true
  /** A column's score depends on which other columns there are. */
  readonly joint?: true
  /** How a score changes where a column is multiplied by a: not at all, or as a or a² does. */
  readonly scaling?: 'a' | 'a²'
  readonly better: 'higher' | 'lower'
  /** Its sign is a direction: columns are ranked by |score|. */
  readonly signed?: true
  readonly units: string
  /** The distribution of its p-value; without one, p-values come by permutation of the target on request. */
  readonly pValue?: string
  readonly options: O
  /** The definition in one line. */
  readonly formula: string
  readonly reference: string
}

/** What a rank criterion is given: all columns at once. */
export interface RankStep<O = OptionsOf<OptionTable>> {
  readonly features: readonly Variable[]
  /** Names of the features, for messages. */
  readonly names: readonly string[]
  readonly target: Variable | null
  /** The name of the target, for messages; empty where there is none. */
  readonly targetName: string
  /** The target's levels, where it is read by levels. */
  readonly classes: readonly Level[]
  readonly options: O
  readonly view: View
}

/** One score for each feature of the step; NaN where there is none, and then `why` says the reason. */
export interface RankScores {
  readonly score: Float64Array
  /** Total weight of the rows each score is made of; where it is 0 the score is dropped. */
  readonly n: Float64Array
  readonly pValue?: Float64Array
  readonly why?: readonly (string | undefined)[]
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
export interface RankMethod<O extends OptionTable = OptionTable> {
  (options?: Partial<OptionsOf<O>>): MethodSpec
  readonly criterion: RankCriterion
}

/** Makes the public function of a rank criterion from its record. */
export function defineRank<const O extends OptionTable, const R extends readonly Request[]>(
  record: Omit<RankCriterion<O, R>, 'shape'>,
): RankMethod<O> {
  const method = (options: Partial<OptionsOf<O>> = {}): MethodSpec => {
    const given = options as Readonly<Record<string, OptionValue>>
    resolveOptions(record.id, record.options, given)
    return { method: record.id, options: given }
  }
  return Object.assign(method, { criterion: { ...record, shape: 'rank' } as unknown as RankCriterion })
}

/** The option that ranks by p-value, for methods whose degrees of freedom differ between columns. */
export const byOption = {
  type: 'choice',
  of: ['statistic', 'p'],
  default: 'statistic',
  help: 'rank by the statistic, or by its p-value (fairer where degrees of freedom differ)',
} as const
