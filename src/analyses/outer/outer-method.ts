import type {
  MethodSpec,
  OptionsOf,
  OptionTable,
  OuterMethodId,
  Run,
  SelectResult,
  SettledSelectSpec,
  Source,
} from '#core'
import type { Once } from '../resample/saved-parts.ts'

/** What an outer method is given. */
export interface OuterProblem<O = OptionsOf<OptionTable>> {
  readonly source: Source
  /** The spec of what is resampled: its criterion and search, without the outer method, a size or a stop. */
  readonly inner: SettledSelectSpec
  /** Whether the spec names that criterion; otherwise it is the method's own. */
  readonly isNamed: boolean
  /** The most columns to choose, those kept included; null for as many as pass. */
  readonly k: number | null
  readonly options: O
  /** The names of the options that are given, not defaults. */
  readonly given: ReadonlySet<string>
  /** Makes each of its parts, which a checkpoint saves. */
  readonly once: Once
}

/** What an outer method chose; the rest of the result is that of the inner selection from all rows. */
export type OuterChoice = Pick<
  SelectResult,
  'selected' | 'steps' | 'setAside' | 'score' | 'evaluations' | 'stopped' | 'warnings'
> &
  Pick<Partial<SelectResult>, 'sizeChoice'> & {
    /** The inner selection from all rows: its data, columns, codings and spec. */
    readonly whole: SelectResult
    /** The options with the values that the data decided. */
    readonly options: SelectResult['options']
    /** The options that the spec of the result has, where others do not apply. */
    readonly applied?: SelectResult['options']
    /** The units of its scores, where these are scores of the criterion that it resamples. */
    readonly units?: string
    readonly better?: SelectResult['better']
  }

/** A method that selects by resampling what another does: parts of the rows, or columns of noise added. */
export interface OuterMethod<O extends OptionTable = OptionTable> {
  readonly id: OuterMethodId
  readonly title: string
  /** What it resamples where the spec names no criterion. */
  readonly by: MethodSpec
  /** Which parts of a spec it does not hand on to what it resamples, and why. */
  readonly refuses?: Readonly<Partial<Record<'search' | 'prefilter' | 'keep' | 'groups' | 'costs', string>>>
  /**
   * Its chance is that of rows that are exchangeable one by one, whatever group, strata and time say: it
   * needs such rows, because it promises an error rate, or it only assumes them.
   */
  readonly independentRows?: 'needed' | 'assumed'
  /** It scores rows that it holds out, so no other method may choose columns from all rows before it. */
  readonly holdsOut?: true
  readonly better: 'higher' | 'lower'
  readonly units: string
  /** Where the p-values of its steps come from, if they have any. */
  readonly pValue?: string
  readonly options: O
  readonly formula: string
  readonly reference: string
  choose(problem: OuterProblem<OptionsOf<O>>, run: Run): Promise<OuterChoice>
}

export function defineOuter<const O extends OptionTable>(record: OuterMethod<O>): OuterMethod {
  return record
}

/** What methods of normal columns do not take: each column is tested by itself, given all others. */
export const refusedByGaussian: NonNullable<OuterMethod['refuses']> = {
  prefilter: 'columns that it drops are part of what the others are tested given',
  keep: 'each column is tested by itself',
  groups: 'each column is tested by itself',
  costs: 'they change no test',
}
