import { CribaError, unknownName } from './error.ts'
import type { AnyText, MethodSpec } from './method-text.ts'
import { invalidType, isGivenType } from './given-types.ts'
import type { GivenType } from './given-types.ts'
import { checkOption } from './options.ts'
import type { OptionTable, OptionValue } from './options.ts'
import { refuseBothWeights } from './weights-spec.ts'

export type ColumnType = 'numeric' | 'categorical'

export const tasks = ['classification', 'regression', 'unsupervised'] as const
export type Task = (typeof tasks)[number]

/**
 * What to do where a value is missing.
 *
 * - `pairwise`: every quantity uses the rows complete in its own columns;
 * - `complete`: every quantity uses the rows complete in all columns in play;
 * - `level`: missing is a level of its own, for methods that read levels;
 * - `median`: numbers get the column's median, levels its most frequent level;
 * - `error`: a missing value is an error.
 */
export const missingPolicies = ['pairwise', 'complete', 'level', 'median', 'error'] as const
export type MissingPolicy = (typeof missingPolicies)[number]

/**
 * How numbers become levels.
 *
 * - `equal-frequency`: bins that hold equally many rows;
 * - `equal-width`: parts of equal width of the range;
 * - `sqrt`, `sturges`, `scott`, `freedman-diaconis`: parts of equal width, as many as the rule says of each column;
 * - `mdl`: by the classes of the target, as long as that shortens their description (Fayyad and Irani 1993);
 * - `bottleneck`: at most `bins` runs of values that keep the most of what they tell of the classes (S1, β → 0).
 */
export const discretisers = [
  'equal-frequency',
  'equal-width',
  'sqrt',
  'sturges',
  'scott',
  'freedman-diaconis',
  'mdl',
  'bottleneck',
] as const
export type Discretiser = (typeof discretisers)[number]

/** What the user may say about the table, whatever is done with it. What is null or absent takes its default. */
export interface DataSpec {
  /** The column to explain. Without it only unsupervised methods apply. */
  readonly target?: string | null
  /** Chooses defaults; it never changes a column's type. */
  readonly task?: Task | null
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: Readonly<Record<string, GivenType>> | null
  /** Columns that take no part. */
  readonly drop?: readonly string[] | null
  /** The column that says how often each row counts. */
  readonly weights?: string | null
  /** Or the column that says how much each row stands for (survey, importance): tests count (Σw)²/Σw² rows. */
  readonly samplingWeights?: string | null
  readonly missing?: MissingPolicy | null
  /**
   * The fewest rows that a column may leave under `pairwise`: a share of those of the column with the most, or above 1 a
   * number of rows; 0.5 unless said.
   */
  readonly minRows?: number | null
  readonly discretise?: Discretiser | null
  /**
   * Bins of a discretised column, 2 or more; without it as many as leave five rows a cell, at most 10. Refused where the
   * discretiser counts the bins of each column itself; with `mdl` they are those of a target of numbers that are no
   * classes.
   */
  readonly bins?: number | null
}

/** What `rank` is asked for, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface RankSpec extends DataSpec {
  /** Methods: a name, a text with options (`fisher:denominator=total`), both apart, or the method's function. */
  readonly by?: readonly (string | MethodSpec | MethodFunction)[] | null
  /** How often the target is permuted for the p-values of methods that have no distribution of their own. */
  readonly permutations?: number | null
  readonly seed?: number | null
}

/** The function of a method: called with options it makes a spec; it carries its record. */
export interface MethodFunction {
  readonly criterion: { readonly id: string }
}

/** What `score` is asked for, as plain data. */
export interface ScoreSpec extends RankSpec {
  /** The columns of the set. */
  readonly features: readonly string[]
  /** Columns the score is conditioned on. */
  readonly given?: readonly string[] | null
}

/** A spec whose data part is checked and has its defaults. */
export interface SettledDataSpec {
  readonly target: string | null
  readonly task: Task | null
  readonly types: Readonly<Record<string, GivenType>>
  readonly drop: readonly string[]
  readonly weights: string | null
  readonly samplingWeights: string | null
  readonly missing: MissingPolicy
  readonly minRows: number
  readonly discretise: Discretiser
  readonly bins: number | null
}

export interface SettledRankSpec extends SettledDataSpec {
  readonly by: readonly (AnyText | MethodSpec | MethodFunction)[] | null
  readonly permutations: number
  readonly seed: number
}

export interface SettledScoreSpec extends SettledRankSpec {
  readonly features: readonly string[]
  readonly given: readonly string[]
}

/** The limits of what a spec says in numbers and words; the command line checks by the same table. */
export const specRules = {
  task: { type: 'choice', of: tasks, default: '', help: 'instead of what the target suggests' },
  missing: {
    type: 'choice',
    of: missingPolicies,
    default: 'pairwise',
    help: 'what to do where values are missing',
  },
  minRows: {
    type: 'number',
    min: 0,
    default: 0.5,
    help: 'the fewest rows a column may leave: a share of those of the column with the most, or above 1 a number',
  },
  discretise: {
    type: 'choice',
    of: discretisers,
    default: 'equal-frequency',
    help: 'how numbers become levels',
  },
  bins: { type: 'whole', min: 2, max: 1000, default: 10, help: 'bins of a discretised column' },
  permutations: { type: 'whole', min: 0, default: 0, help: 'permutations of the target' },
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the permutations' },
} as const satisfies OptionTable

const rowKeys = ['target', 'task', 'types', 'drop', 'weights', 'samplingWeights', 'missing', 'minRows']
export const dataKeys = [...rowKeys, 'discretise', 'bins']

/** The part of a spec that says which data are looked at, and how they are read. */
export function dataPartOf(spec: SettledDataSpec): SettledDataSpec {
  const parts = Object.entries(spec).filter(([name]) => dataKeys.includes(name))
  return Object.fromEntries(parts) as unknown as SettledDataSpec
}

const rankKeys = [...dataKeys, 'by', 'permutations', 'seed']

/** Checks the data part of a spec and fills in its defaults. */
export function settleData(
  spec: DataSpec,
  owner = 'describe',
  keys: readonly string[] = dataKeys,
): SettledDataSpec {
  for (const key of Object.keys(spec)) {
    if (!keys.includes(key)) throw unknownName(`part of a spec for ${owner}`, key, keys)
  }
  for (const [column, type] of Object.entries(spec.types ?? {})) {
    if (!isGivenType(type)) throw invalidType(column, type)
  }
  refuseBothWeights(spec)
  return {
    target: spec.target ?? null,
    task: settled('task', spec.task),
    types: spec.types ?? {},
    drop: settledNames('drop', spec.drop) ?? [],
    weights: spec.weights ?? null,
    samplingWeights: spec.samplingWeights ?? null,
    missing: settled('missing', spec.missing) ?? 'pairwise',
    minRows: settled('minRows', spec.minRows) ?? specRules.minRows.default,
    discretise: settled('discretise', spec.discretise) ?? 'equal-frequency',
    bins: settled('bins', spec.bins),
  }
}

/** Checks a spec of `rank` and fills in its defaults. */
export function settleRank(
  spec: RankSpec,
  owner = 'rank',
  keys: readonly string[] = rankKeys,
): SettledRankSpec {
  return {
    ...settleData(spec, owner, keys),
    by: settledList('by', spec.by),
    permutations: settled('permutations', spec.permutations) ?? 0,
    seed: settled('seed', spec.seed) ?? 0,
  }
}

/** Checks a spec of `score` and fills in its defaults. */
export function settleScore(spec: ScoreSpec): SettledScoreSpec {
  const { features, given } = spec
  return {
    ...settleRank(spec, 'score', [...rankKeys, 'features', 'given']),
    features: settledNames('features', features) ?? [],
    given: settledNames('given', given) ?? [],
  }
}

/** A list of a spec, null where it is not given; a text would be taken for a list of its letters. */
export function settledList<T>(name: string, given: readonly T[] | null | undefined): readonly T[] | null {
  if (given === null || given === undefined) return null
  if (Array.isArray(given)) return given as readonly T[]
  throw new CribaError('invalid', `invalid ${name}: ${String(given)} (needs a list)`)
}

/** A list of names in a spec. */
export function settledNames(
  name: string,
  given: readonly string[] | null | undefined,
): readonly string[] | null {
  const names: readonly unknown[] | null = settledList<unknown>(name, given)
  const place = names?.findIndex((one) => typeof one !== 'string') ?? -1
  if (place < 0) return given ?? null
  throw new CribaError('invalid', `invalid ${name}: ${String(names![place])} (needs names)`)
}

/** One part of a spec, checked by its rule; null where it is not given. */
export function settled<T extends OptionValue>(
  name: keyof typeof specRules,
  given: T | null | undefined,
): T | null {
  return given === null || given === undefined ? null : (checkOption(name, specRules[name], given) as T)
}

/** What numbers stand for: days since 1970, seconds since 1970, or seconds since midnight. */
export type TimeKind = 'date' | 'datetime' | 'time'
