import { CribaError } from './error.ts'
import { invalidPart, namesIn, recordIn } from './given.ts'
import type { GivenType } from './given-types.ts'
import type { AnyText, MethodSpec } from './method-text.ts'
import { choice, choiceOrOwn, methods, names, number, part, settleParts, text, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { targetPart } from './target-part.ts'
import { typesPart } from './reading-options.ts'
import { exchangeParts, refuseOthers } from './split-spec.ts'
import type { ExchangeSpec } from './split-spec.ts'

/** What a column contains: numbers, or levels without an order. */
export type ColumnType = 'numeric' | 'categorical'

/**
 * What the numbers of a time column count: days since 1970, seconds since 1970, or seconds since midnight.
 */
export type TimeKind = 'date' | 'datetime' | 'time'

/**
 * What a target asks for: its classes, its numbers, the time until an event, or nothing where there is no
 * target.
 */
export const tasks = ['classification', 'regression', 'survival', 'unsupervised'] as const
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
 * - `sqrt`, `sturges`, `scott`, `freedman-diaconis`: bins of equal width, as many as the rule gives for each
 *   column;
 * - `mdl`: cuts by the classes of the target, as long as they shorten the description (Fayyad and Irani
 *   1993);
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

/** The name of a discretiser of one's own, as `defineDiscretiser` gives it. */
export type OwnDiscretiserName = string & { readonly own: 'discretiser' }

/**
 * The part of a spec that describes the data, the same for every analysis. What is null or absent has its
 * default.
 */
export interface DataSpec {
  /**
   * The column to predict, or several: their joint levels are the target. Without it only unsupervised methods
   * apply.
   */
  readonly target?: string | readonly string[] | null
  /**
   * The column that says whether the target, a time, ended with the event; others are censored. `status=dead`
   * names the level of the event, which is known of 1/0, true/false and yes/no.
   */
  readonly event?: string | null
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
   * The fewest complete rows of a column under `pairwise`: a share of the rows of the most complete column,
   * or above 1 a number of rows; default 0.5.
   */
  readonly minRows?: number | null
  /** A discretiser of the library, or one's own from `defineDiscretiser`. */
  readonly discretise?: Discretiser | OwnDiscretiserName | null
  /**
   * Bins of a discretised column, 2 or more; by default as many as leave five rows a cell, at most 10.
   * Refused if the discretiser chooses the bins of each column itself; with `mdl` they are the bins of a
   * numeric target that is not read as classes.
   */
  readonly bins?: number | null
}

/** The parts of every spec: what they take, their defaults and their flags. */
export const dataParts = {
  target: targetPart,
  event: text({
    flag: '--event <column>',
    help: 'whether the target, a time, ended with the event: status or status=dead',
  }),
  task: choice(tasks, {
    flag: '--task <task>',
    help: 'the task, if not the one that the target suggests',
    schema: { $ref: '#/definitions/task' },
  }),
  types: typesPart,
  drop: names({ flag: '--drop <columns>', help: "columns to leave out: a,b or 'mean*'; may be repeated" }),
  weights: text({
    flag: '--weights <column>',
    help: 'the column with the frequency of each row: 2 counts the row twice',
  }),
  samplingWeights: text({
    flag: '--sampling-weights <column>',
    help: 'the column with the sampling weight of each row (survey, importance): only proportions matter',
  }),
  missing: choice(missingPolicies, {
    default: 'pairwise',
    flag: '--missing <policy>',
    help: 'what to do with missing values',
  }),
  minRows: number({
    min: 0,
    default: 0.5,
    flag: '--min-rows <n>',
    help: 'the fewest complete rows of a column with missing values: a share, or a number above 1',
    description:
      'The fewest complete rows of a column: a share of the rows of the most complete column, or above 1 a number of rows.',
  }),
  discretise: choiceOrOwn<Discretiser, OwnDiscretiserName, 'equal-frequency'>(discretisers, {
    default: 'equal-frequency',
    flag: '--discretise <how>',
    help: 'how to discretise numbers',
  }),
  bins: whole({
    min: 2,
    max: 1000,
    flag: '--bins <n>',
    help: 'bins of a discretised column',
    defaultInWords: 'as many as leave five rows a cell, at most 10',
  }),
} satisfies PartsOf<DataSpec>

/** The data part of a spec, checked and with its defaults. */
export type SettledDataSpec = SettledBy<DataSpec, typeof dataParts>

/** Checks the spec of `owner` and fills in its defaults. */
export function settleSpec<Spec extends DataSpec, Parts extends PartsOf<Spec>>(
  owner: string,
  parts: Parts & PartsOf<Spec>,
  spec: Spec,
): SettledBy<Spec, Parts> {
  const settled = settleParts(`a spec for ${owner}`, parts, spec)
  refuseBothWeights(settled as NamedWeights)
  refuseEvent(owner, settled as Pick<DataSpec, 'event' | 'target'>)
  return settled
}

/** What takes the time until an event as its target. */
const takesEvents = ['describe', 'rank', 'score', 'select']

function refuseEvent(owner: string, { event, target }: Pick<DataSpec, 'event' | 'target'>): void {
  if (!event) return
  if (!takesEvents.includes(owner)) {
    throw new CribaError('unsuitable', `unsuitable event: ${owner} takes none`)
  }
  if (!target) throw new CribaError('missing', 'missing target (event needs one)')
}

/** Checks a spec of `describe` and fills in its defaults. */
export function settleDescribe(spec: DataSpec): SettledDataSpec {
  return settleSpec('describe', dataParts, spec)
}

/** The part of a spec that says which data are used and how they are read. */
export function dataPartOf(spec: SettledDataSpec): SettledDataSpec {
  const parts = Object.entries(spec).filter(([name]) => Object.hasOwn(dataParts, name))
  return Object.fromEntries(parts) as unknown as SettledDataSpec
}

/** The spec of `rank`, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface RankSpec extends DataSpec, ExchangeSpec {
  /**
   * Methods: a name, a name with options (`fisher:denominator=total`), an object of both, or the method's
   * function.
   */
  readonly by?: readonly (string | MethodSpec | MethodFunction)[] | null
  /**
   * Columns to take into account: a score is the information that a column has beside these. They are no
   * features.
   */
  readonly given?: readonly string[] | null
  /**
   * The column whose levels are blocks of rows, such as pairs: paired and blocked tests compare rows within
   * them, and permutations keep rows within them. It is no feature.
   */
  readonly block?: string | null
  /** Permutations of the target for the p-values of methods without a distribution of their own. */
  readonly permutations?: number | null
  readonly seed?: number | null
  /** The columns of each group, by its name, for methods that take groups. */
  readonly groups?: GroupsOfColumns | null
}

/** The function of a method: it makes a spec from options, and has the method's record as a property. */
export interface MethodFunction {
  readonly criterion: { readonly id: string }
}

/** The seed of what is permuted, and of methods that draw. */
export const permutationSeed = whole({
  min: 0,
  default: 0,
  flag: '--seed <n>',
  help: 'seed of all random numbers',
})

/** The columns that scores are given. */
export const givenColumns = names({
  flag: '--given <columns>',
  help: 'columns to take into account, such as age or batch: scores are given their values',
  schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
})

/** The parts of a spec of `rank`. */
export const rankParts = {
  ...dataParts,
  by: methods<AnyText | MethodSpec | MethodFunction>({
    flag: '--by <methods...>',
    help: 'one or more methods, with options as in fisher:denominator=total',
    defaultInWords: 'mutual-information',
    description: 'Methods, each with the options that apply.',
  }),
  given: givenColumns,
  block: text({
    flag: '--block <column>',
    help: 'blocks of rows, such as pairs: compare and permute rows within them; the column is no feature',
  }),
  permutations: whole({
    min: 0,
    default: 0,
    flag: '--permutations <n>',
    help: 'p-values from this many permutations of the target, for methods without a test of their own',
    defaultInWords: '',
  }),
  seed: permutationSeed,
  groups: groupsOfColumns('groups of columns, for methods that take them'),
  ...exchangeParts,
} satisfies PartsOf<RankSpec>

export type SettledRankSpec = SettledBy<RankSpec, typeof rankParts>

/** Checks a spec of `rank` and fills in its defaults. */
export function settleRank(spec: RankSpec): SettledRankSpec {
  const settled = settleSpec('rank', rankParts, spec)
  refuseOthers({ ...settled, key: null })
  refuseGivenBeside(settled)
  return settled
}

/**
 * Rows are permuted within the levels of what is given, or within blocks: not in time too, and by strata no
 * further; blocks go with no groups and nothing given either.
 */
export function refuseGivenBeside({
  given,
  block,
  group,
  strata,
  time,
}: Pick<SettledRankSpec, 'given' | 'block' | 'group' | 'strata' | 'time'>): void {
  const within = block ?? given.join(', ')
  if (within === '') return
  const beside = { ...(block !== null && { given: given[0] ?? null, group }), strata, time }
  const other = Object.entries(beside).find(([, name]) => name !== null)
  if (!other) return
  throw new CribaError(
    'invalid',
    `invalid ${other[0]}: ${other[1]} (rows are permuted within the levels of ${within}; leave out ${block === null ? 'given' : 'block'} or ${other[0]})`,
  )
}

/** The columns of each group, by its name. */
export type GroupsOfColumns = Readonly<Record<string, readonly string[]>>

/** The part of a spec that has groups of columns. */
export function groupsOfColumns(help: string) {
  return part(
    {
      default: {},
      flag: '--groups <file>',
      help: `${help}: a CSV file of feature,group, or JSON`,
      description: 'The columns of each group, by its name.',
    },
    (name, given: GroupsOfColumns | null | undefined) =>
      settleGroupsOfColumns((recordIn(name, given) ?? {}) as GroupsOfColumns),
    { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  )
}

function settleGroupsOfColumns(groups: GroupsOfColumns): GroupsOfColumns {
  for (const [name, members] of Object.entries(groups)) {
    if (!namesIn(`group ${name}`, members)) throw invalidPart(`group ${name}`, members, 'a list')
  }
  return groups
}

/** The columns of weights that a spec may name: frequencies, or sampling weights. */
interface NamedWeights {
  readonly weights?: string | null
  readonly samplingWeights?: string | null
}

/** The column of weights, of whichever kind. */
export function weightColumnOf({ weights, samplingWeights }: NamedWeights): string | null {
  return weights ?? samplingWeights ?? null
}

/** Refuses weights of both kinds. */
function refuseBothWeights({ weights, samplingWeights }: NamedWeights): void {
  if (!weights || !samplingWeights) return
  throw new CribaError(
    'invalid',
    `invalid samplingWeights: ${samplingWeights} (weights are given too: name one of them)`,
  )
}
