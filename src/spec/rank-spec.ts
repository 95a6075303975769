import { CribaError, unknownName } from './error.ts'
import type { AnyText, MethodSpec } from './method-text.ts'
import { invalidType, isGivenType } from './given-types.ts'
import type { GivenType } from './given-types.ts'
import { checkOption } from './options.ts'
import type { OptionTable, OptionValue } from './options.ts'
import { settleSplit } from './split-spec.ts'
import type { SettledSplit, SplitSpec } from './split-spec.ts'
import { refuseBothWeights } from './weights-spec.ts'

export type ColumnType = 'numeric' | 'categorical'

export const tasks = ['classification', 'regression', 'unsupervised'] as const
export type Task = (typeof tasks)[number]

/**
 * What to do with missing values.
 *
 * - `pairwise`: every quantity uses the rows complete in its own columns;
 * - `complete`: every quantity uses the rows complete in all columns of the analysis;
 * - `level`: missing is a level of its own, for methods that read levels;
 * - `median`: missing numbers become the column's median, missing levels its most frequent level;
 * - `error`: a missing value is an error.
 */
export const missingPolicies = ['pairwise', 'complete', 'level', 'median', 'error'] as const
export type MissingPolicy = (typeof missingPolicies)[number]

/**
 * How numbers become levels.
 *
 * - `equal-frequency`: bins with equally many rows;
 * - `equal-width`: bins of equal width;
 * - `sqrt`, `sturges`, `scott`, `freedman-diaconis`: bins of equal width, as many as the rule gives for each column;
 * - `mdl`: cuts by the classes of the target, as long as they shorten the description (Fayyad and Irani 1993);
 * - `bottleneck`: at most `bins` intervals that keep the most information about the classes (S1, β → 0).
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

/** The part of a spec that describes the data, the same for every analysis. What is null or absent has its default. */
export interface DataSpec {
  /** The column to predict. Without it only unsupervised methods apply. */
  readonly target?: string | null
  /** Chooses defaults; it never changes a column's type. */
  readonly task?: Task | null
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: Readonly<Record<string, GivenType>> | null
  /** Columns to leave out. */
  readonly drop?: readonly string[] | null
  /** The column with the frequency of each row: how often it counts. */
  readonly weights?: string | null
  /** Or the column with the sampling weight of each row (survey, importance): tests count (Σw)²/Σw² rows. */
  readonly samplingWeights?: string | null
  readonly missing?: MissingPolicy | null
  /**
   * The fewest complete rows of a column under `pairwise`: a share of the rows of the most complete column, or above 1 a
   * number of rows; default 0.5.
   */
  readonly minRows?: number | null
  readonly discretise?: Discretiser | null
  /**
   * Bins of a discretised column, 2 or more; by default as many as leave five rows a cell, at most 10. Refused if the
   * discretiser chooses the bins of each column itself; with `mdl` they are the bins of a numeric target that is not
   * read as classes.
   */
  readonly bins?: number | null
}

/** The spec of `rank`, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface RankSpec extends DataSpec {
  /** Methods: a name, a name with options (`fisher:denominator=total`), an object of both, or the method's function. */
  readonly by?: readonly (string | MethodSpec | MethodFunction)[] | null
  /** Permutations of the target for the p-values of methods without a distribution of their own. */
  readonly permutations?: number | null
  readonly seed?: number | null
}

/** The function of a method: it makes a spec from options, and has the method's record as a property. */
export interface MethodFunction {
  readonly criterion: { readonly id: string }
}

/** The spec of `score`, as plain data. */
export interface ScoreSpec extends RankSpec, SplitSpec {
  /** The columns of the set. */
  readonly features: readonly string[]
  /** Columns to condition the score on. */
  readonly given?: readonly string[] | null
}

/** The data part of a spec, checked and with its defaults. */
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

export interface SettledScoreSpec extends SettledRankSpec, SettledSplit {
  readonly features: readonly string[]
  readonly given: readonly string[]
}

/** The rules for numbers and choices in a spec; the command line checks its flags with the same table. */
export const specRules = {
  task: { type: 'choice', of: tasks, default: '', help: 'the task, if not the one that the target suggests' },
  missing: {
    type: 'choice',
    of: missingPolicies,
    default: 'pairwise',
    help: 'what to do with missing values',
  },
  minRows: {
    type: 'number',
    min: 0,
    default: 0.5,
    help: 'the fewest complete rows of a column: a share of the rows of the most complete column, or above 1 a number',
  },
  discretise: {
    type: 'choice',
    of: discretisers,
    default: 'equal-frequency',
    help: 'how to discretise numbers',
  },
  bins: { type: 'whole', min: 2, max: 1000, default: 10, help: 'bins of a discretised column' },
  permutations: { type: 'whole', min: 0, default: 0, help: 'permutations of the target' },
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the permutations' },
} as const satisfies OptionTable

const rowKeys = ['target', 'task', 'types', 'drop', 'weights', 'samplingWeights', 'missing', 'minRows']
export const dataKeys = [...rowKeys, 'discretise', 'bins']

/** The part of a spec that says which data are used and how they are read. */
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
    ...settleRank(spec, 'score', [...rankKeys, 'group', 'strata', 'time', 'features', 'given']),
    ...settleSplit(spec),
    features: settledNames('features', features) ?? [],
    given: settledNames('given', given) ?? [],
  }
}

/** A list in a spec, null if it is not given. A text is refused: it would count as a list of its letters. */
export function settledList<T>(name: string, given: readonly T[] | null | undefined): readonly T[] | null {
  if (given === null || given === undefined) return null
  if (Array.isArray(given)) return given as readonly T[]
  throw new CribaError('invalid', `invalid ${name}: ${String(given)} (needs a list)`)
}

/** A list of names in a spec, null if it is not given. */
export function settledNames(
  name: string,
  given: readonly string[] | null | undefined,
): readonly string[] | null {
  const names: readonly unknown[] | null = settledList<unknown>(name, given)
  const place = names?.findIndex((one) => typeof one !== 'string') ?? -1
  if (place < 0) return given ?? null
  throw new CribaError('invalid', `invalid ${name}: ${String(names![place])} (needs names)`)
}

/** One part of a spec, checked by its rule; null if it is not given. */
export function settled<T extends OptionValue>(
  name: keyof typeof specRules,
  given: T | null | undefined,
): T | null {
  return given === null || given === undefined ? null : (checkOption(name, specRules[name], given) as T)
}

/** What the numbers of a time column count: days since 1970, seconds since 1970, or seconds since midnight. */
export type TimeKind = 'date' | 'datetime' | 'time'
