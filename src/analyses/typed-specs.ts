import type { KnownRanker, KnownSetMethod, KnownStepMethod } from '../criteria/registry.ts'
import type { KnownSearch, KnownStepSearch } from '../search/registry.ts'
import type { Shape } from '../spec/method-text.ts'
import type { MethodObject, MethodText, OptionText } from '../spec/named-method.ts'
import type { OptionsOf, OptionValue } from '../spec/options.ts'
import type { RankSpec, ScoreSpec } from '../spec/rank-spec.ts'
import type { OwnCriterion, SelectSpec, SubsetFunction } from '../spec/select-spec.ts'
import type { Cut } from '../stop/cut.ts'
import type { partialFOptions } from '../stop/partial-f.ts'
import type { significanceOptions } from '../stop/significance.ts'
import type { NamedMethodId } from './selection/named-methods.ts'

// Specs as the compiler checks them: names and options are those of the registries. What the command line reads is text
// that is checked when it runs, by the same registries.

/** The function of a criterion, registered or the user's own. */
interface FunctionOf<S extends Shape> {
  readonly criterion: { readonly id: string; readonly shape: S }
}

/** A ranker: `'pearson'`, `'fisher:denominator=total'`, `fisher({ denominator: 'total' })` or `fisher`. */
export type RankerGiven = MethodText<KnownRanker> | MethodObject<KnownRanker> | FunctionOf<'rank' | 'subset'>

/** A criterion of sets, likewise. */
export type SetMethodGiven = MethodText<KnownSetMethod> | MethodObject<KnownSetMethod> | FunctionOf<'subset'>

type AnyKnown = KnownRanker | KnownSetMethod | KnownStepMethod

/** A criterion of candidates or of single columns; those of sets that rank single columns too are not among them. */
type KnownStepwise = Exclude<AnyKnown, { readonly id: KnownSetMethod['id'] }>
type StepwiseGiven = MethodText<KnownStepwise> | MethodObject<KnownStepwise> | FunctionOf<'rank' | 'step'>

/** The name of a method of `select`. */
export type MethodName = AnyKnown['id'] | NamedMethodId

/** A method of `select`: it shares its options among a criterion, a search and a stop, so that only its name is checked here. */
type MethodGiven =
  | MethodName
  | `${MethodName}:${string}`
  | { readonly method: MethodName; readonly options?: Readonly<Record<string, OptionValue>> }

/** The function of a search that takes criteria of a shape. */
interface SearchFunctionFor<S extends Shape> {
  (): { readonly forCompiler?: (shape: S) => void }
  readonly search: { readonly id: string }
}

/** When a search ends. */
export type StopGiven =
  | 'none'
  | 'rising'
  | `gain:${number}`
  | 'significance'
  | OptionText<'significance', OptionsOf<typeof significanceOptions>>
  | 'partial-f'
  | OptionText<'partial-f', OptionsOf<typeof partialFOptions>>

/** What `rank` is asked for, with the names that the compiler knows. */
export interface TypedRankSpec extends Omit<RankSpec, 'by'> {
  /** Methods: a name, a text with options (`fisher:denominator=total`), both apart, or the method's function. */
  readonly by?: readonly RankerGiven[] | null
}

/** What `score` is asked for, with the names that the compiler knows. */
export interface TypedScoreSpec extends Omit<ScoreSpec, 'by'> {
  /** Criteria of sets: a name, a text with options (`joint-mi:k=5`), both apart, or the method's function. */
  readonly by?: readonly SetMethodGiven[] | null
}

/** What is the same for every criterion. */
interface TypedSelectParts extends Omit<
  SelectSpec,
  'method' | 'criterion' | 'search' | 'stop' | 'cut' | 'startFrom' | 'prefilter' | 'pareto'
> {
  /** A method by its name in the catalogue, which is a criterion with a search. */
  readonly method?: MethodGiven | null
  /**
   * When a search ends: `significance`, `significance:alpha=0.01,null=max`, `gain:0.01`, `rising`, of a linear fit
   * `partial-f:alpha=0.05`, `none`.
   */
  readonly stop?: StopGiven | null
  /** Where a ranking is cut: `top:10`, `share:0.1`, `above:0.3`, or `fdr:0.05` by Benjamini and Hochberg. */
  readonly cut?: `${Cut['by']}:${number}` | null
  /** Columns, or groups of them, that the search begins with, or the method that chooses them. */
  readonly startFrom?: MethodGiven | readonly string[] | null
  /** A ranking that cuts the columns first, with the cut as an option: `mutual-information:top=50`. */
  readonly prefilter?:
    | `${KnownRanker['id']}:${string}`
    | { readonly method: KnownRanker['id']; readonly options: Readonly<Record<string, OptionValue>> }
    | null
  /** A second criterion of sets: the result lists the sets that none beats by both. */
  readonly pareto?: MethodText<KnownSetMethod> | MethodObject<KnownSetMethod> | null
}

/** A criterion of sets, or any function of a set, goes with every search. */
interface OfSets extends TypedSelectParts {
  /** Instead of `method`: how columns are scored, by a criterion or by any function of a set. */
  readonly criterion?: SetMethodGiven | SubsetFunction | OwnCriterion | null
  /** How the columns to be scored next are found. */
  readonly search?: MethodText<KnownSearch> | MethodObject<KnownSearch> | SearchFunctionFor<'subset'> | null
}

/** Other criteria go with searches over candidates. */
interface OfCandidates extends TypedSelectParts {
  readonly criterion?: StepwiseGiven | null
  readonly search?:
    MethodText<KnownStepSearch> | MethodObject<KnownStepSearch> | SearchFunctionFor<Shape> | null
}

/** What `select` is asked for, with the names that the compiler knows: a criterion meets only searches that take it. */
export type TypedSelectSpec<S extends Shape = Shape> = S extends 'subset' ? OfSets : OfCandidates
