import type {
  MethodObject,
  MethodText,
  OptionsOf,
  OptionTable,
  OptionText,
  OptionValue,
  OuterMethodId,
  OwnCriterion,
  RankSpec,
  ScoreSpec,
  SelectSpec,
  Shape,
  SubsetFunction,
} from '#core'
import type {
  Cut,
  partialFOptions,
  RegisteredRanker,
  RegisteredSearch,
  RegisteredSetMethod,
  RegisteredStepMethod,
  RegisteredStepSearch,
  significanceOptions,
} from '#methods'
import type { NamedMethodId } from './named-methods.ts'

// Specs as the compiler checks them: names and options are those of the registries. The command line reads
// texts, which are checked against the same registries at run time.

/** A name or text that a definition of one's own makes; only the compiler knows what it is of. */
type OwnText<S extends string> = string & { readonly own: S }

/** The spec that a method of one's own makes: its name and options. */
export interface OwnSpec<S extends string> {
  readonly method: OwnText<S>
  readonly options?: Readonly<Record<string, OptionValue>>
}

/** A method of one's own: called with options it makes a spec of them. */
export type OwnMethod<M, S extends string, O extends OptionTable> = {
  (options?: Partial<OptionsOf<O>>): OwnSpec<S>
} & Pick<M, keyof M>

/** The text that a stop of one's own makes: its name and options. */
export type OwnStop = OwnText<'stop'>

/** The function of a criterion, registered or the user's own. */
interface FunctionOf<S extends Shape> {
  readonly criterion: { readonly id: string; readonly shape: S }
}

/** A ranker: `'pearson'`, `'fisher:denominator=total'`, `fisher({ denominator: 'total' })` or `fisher`. */
export type RankerGiven =
  | MethodText<RegisteredRanker>
  | MethodObject<RegisteredRanker>
  | FunctionOf<'rank' | 'subset'>
  | OwnSpec<'rank' | 'subset'>

/** A criterion of sets, likewise. */
export type SetMethodGiven =
  | MethodText<RegisteredSetMethod>
  | MethodObject<RegisteredSetMethod>
  | FunctionOf<'subset'>
  | OwnSpec<'subset'>

type AnyKnown = RegisteredRanker | RegisteredSetMethod | RegisteredStepMethod

/**
 * A criterion of candidates or of single columns, without the criteria of sets that also rank single columns.
 */
type KnownStepwise = Exclude<AnyKnown, { readonly id: RegisteredSetMethod['id'] }>
type StepwiseGiven =
  | MethodText<KnownStepwise>
  | MethodObject<KnownStepwise>
  | FunctionOf<'rank' | 'step'>
  | OwnSpec<'rank' | 'step'>

/** The name of a method of `select`. */
export type MethodName = AnyKnown['id'] | NamedMethodId | OuterMethodId

/**
 * A method of `select`. Its options belong to a criterion, a search or a stop, so only its name is checked
 * here.
 */
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
  | OwnStop

/** The spec of `rank`, with names that the compiler checks. */
export interface TypedRankSpec extends Omit<RankSpec, 'by'> {
  /**
   * Methods: a name, a text with options (`fisher:denominator=total`), an object of name and options, or the
   * function.
   */
  readonly by?: readonly RankerGiven[] | null
}

/** The spec of `score`, with names that the compiler checks. */
export interface TypedScoreSpec extends Omit<ScoreSpec, 'by'> {
  /**
   * Criteria of sets: a name, a text with options (`joint-mi:k=5`), an object of name and options, or the
   * function.
   */
  readonly by?: readonly SetMethodGiven[] | null
}

/** The parts that are the same for every criterion. */
interface TypedSelectParts extends Omit<
  SelectSpec,
  'method' | 'criterion' | 'search' | 'stop' | 'cut' | 'startFrom' | 'prefilter' | 'pareto'
> {
  /** A method by its name in the catalogue, which is a criterion with a search. */
  readonly method?: MethodGiven | null
  /**
   * When a search ends: `significance`, `significance:alpha=0.01,null=max`, `gain:0.01`, `rising`,
   * `partial-f:alpha=0.05` for a linear fit, `none`.
   */
  readonly stop?: StopGiven | null
  /** Where a ranking is cut: `top:10`, `share:0.1`, `above:0.3`, or `fdr:0.05` by Benjamini and Hochberg. */
  readonly cut?: `${Cut['by']}:${number}` | null
  /** Columns or groups that the search starts from, or the method that chooses them. */
  readonly startFrom?: MethodGiven | readonly string[] | null
  /** A ranking that reduces the columns first, with its cut as an option: `mutual-information:top=50`. */
  readonly prefilter?:
    | `${RegisteredRanker['id']}:${string}`
    | { readonly method: RegisteredRanker['id']; readonly options: Readonly<Record<string, OptionValue>> }
    | null
  /** A second criterion of sets: the result lists the sets that no other beats by both criteria. */
  readonly pareto?: MethodText<RegisteredSetMethod> | MethodObject<RegisteredSetMethod> | null
}

/** A criterion of sets, or any function of a set, works with every search. */
interface OfSets extends TypedSelectParts {
  /** Instead of `method`: how columns are scored, by a criterion or by any function of a set. */
  readonly criterion?: SetMethodGiven | SubsetFunction | OwnCriterion | null
  /** How the search decides which columns to score next. */
  readonly search?:
    | MethodText<RegisteredSearch>
    | MethodObject<RegisteredSearch>
    | SearchFunctionFor<'subset'>
    | OwnSpec<'any' | 'sets'>
    | null
}

/** Other criteria work with searches over candidates. */
interface OfCandidates extends TypedSelectParts {
  readonly criterion?: StepwiseGiven | null
  readonly search?:
    | MethodText<RegisteredStepSearch>
    | MethodObject<RegisteredStepSearch>
    | SearchFunctionFor<Shape>
    | OwnSpec<'any'>
    | null
}

/**
 * The spec of `select`, with names that the compiler checks; a criterion is allowed only with searches that
 * take it.
 */
export type TypedSelectSpec<S extends Shape = Shape> = S extends 'subset' ? OfSets : OfCandidates
