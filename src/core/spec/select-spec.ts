import { budgetPart } from './budget.ts'
import type { Budget } from './budget.ts'
import { CribaError } from './error.ts'
import { evidencePart } from './evidence-spec.ts'
import type { EvidenceSpec } from './evidence-spec.ts'
import type { AnyText, MethodSpec, Shape } from './method-text.ts'
import { bringsRecord, methodIn, namesIn, recordIn } from './given.ts'
import { checkOption } from './options.ts'
import { isOuterMethod } from './outer-methods.ts'
import { flag, method, names, part, schemaOfRule, text, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { dataParts, givenColumns, groupsOfColumns, refuseGivenBeside, settleSpec } from './rank-spec.ts'
import type { DataSpec, GroupsOfColumns } from './rank-spec.ts'
import { refuseOthers, refuseRepeatsInTime, splitParts } from './split-spec.ts'
import type { SplitSpec } from './split-spec.ts'

/** The function of a criterion, with its record as a property. */
interface CriterionFunction {
  readonly criterion: { readonly id: string; readonly shape: Shape }
}

/** Rows by their number in the table, from 0: those to learn from, and those held out to score. */
export interface SplitRows {
  readonly train: Int32Array
  readonly test: Int32Array
}

/**
 * Scores a set of columns, given their names in the order of the table; greater is better. A function of two
 * parameters is called for each of five folds, with the rows to learn from and those to score, and the mean
 * counts: so evidence can keep rows from it.
 */
export type SubsetFunction = (subset: readonly string[], rows: SplitRows) => number | Promise<number>

/** A function as a criterion, with its facts. */
export interface OwnCriterion {
  readonly score: SubsetFunction
  readonly better?: 'higher' | 'lower'
  /** Its name in the result. */
  readonly id?: string
  /** Adding a column never makes a set worse, so a search may prove that its result is the best. */
  readonly monotone?: boolean
}

/** The function of a search, with its record as a property. */
interface SearchFunction {
  readonly search: { readonly id: string }
}

/** The spec of `select`, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface SelectSpec extends DataSpec, SplitSpec {
  /** A method by its name in the catalogue: a criterion with a search. */
  readonly method?: string | MethodSpec | null
  /** Instead of `method`: a criterion, or any function of a set. */
  readonly criterion?: string | MethodSpec | CriterionFunction | SubsetFunction | OwnCriterion | null
  /** How to find the columns to score next. */
  readonly search?: string | MethodSpec | SearchFunction | null
  /** How many columns to choose. */
  readonly k?: number | null
  /**
   * When a search ends: `significance`, `significance:alpha=0.01,null=max`, `gain:0.01`, `rising`, `none`, or
   * for a linear fit `partial-f:alpha=0.05`.
   */
  readonly stop?: string | null
  /** Where a ranking is cut: `top:10`, `share:0.1`, `above:0.3`, or `fdr:0.05` by Benjamini and Hochberg. */
  readonly cut?: string | null
  /** Whether unfit columns are included: identifiers, free text, constants, copies. */
  readonly asIs?: boolean | null
  /**
   * Columns to take into account: scores, tests and evidence are given these, and they are not chosen. `keep`
   * chooses columns in any case.
   */
  readonly given?: readonly string[] | null
  /** Columns or groups to select in any case. */
  readonly keep?: readonly string[] | null
  /** Columns to add or remove together, by the name of their group; a group counts as one column. */
  readonly groups?: Readonly<Record<string, readonly string[]>> | null
  /** The cost of each column, above 0: it divides the score, or counts towards a budget of cost. */
  readonly costs?: Readonly<Record<string, number>> | null
  /** The limits of the search: scores or sets evaluated, seconds, and the cost of the selected columns. */
  readonly budget?: Budget | null
  /** Columns or groups to start from, or the method that chooses them. */
  readonly startFrom?: string | MethodSpec | readonly string[] | null
  /** A ranking that reduces the columns first, with the cut as an option: `mutual-information:top=50`. */
  readonly prefilter?: string | MethodSpec | null
  /** A second criterion of sets: the result lists the Pareto front of both. */
  readonly pareto?: string | MethodSpec | null
  /** A column: the result explains why it was or was not selected. */
  readonly why?: string | null
  /**
   * Whether the result says which other columns can stand in for the chosen ones, and with evidence which
   * other sets are as good.
   */
  readonly alternatives?: boolean | null
  /** How many of the best sets the result lists, if the search evaluates sets. */
  readonly landscape?: number | 'all' | null
  /** Whether, and how, to test the selection on held-out rows; by default not. */
  readonly evidence?: boolean | EvidenceSpec | null
  /** The seed of all random numbers. */
  readonly seed?: number | null
}

/** How many of the best sets to list. */
const landscapeRule = { type: 'whole', min: 1 } as const

/** The parts of a spec of `select`. */
export const selectParts = {
  ...dataParts,
  ...splitParts,
  method: method<AnyText | MethodSpec>({
    flag: '--method <method>',
    help: 'a method, with options as in jmi:form=sum',
    defaultInWords: 'jmi',
    schema: {
      anyOf: [{ type: ['string', 'null'] }, { $ref: '#/definitions/method' }],
      description:
        'The name of the criterion with its search, if they have one; a method that resamples, with its options.',
    },
  }),
  criterion: method<AnyText | MethodSpec | CriterionFunction | SubsetFunction | OwnCriterion>(
    {
      flag: '--criterion <criterion>',
      help: 'instead of a method: how to score columns or sets',
      schema: { $ref: '#/definitions/criterion' },
    },
    (given) =>
      typeof given === 'function' ||
      bringsRecord(given, 'criterion') ||
      ('score' in given && typeof given.score === 'function'),
  ),
  search: method<AnyText | MethodSpec | SearchFunction>(
    {
      flag: '--search <search>',
      help: 'how to search: forward, floating-forward, exhaustive:from=2,to=4, …; `criba methods` lists all',
      defaultInWords: 'forward',
      schema: { $ref: '#/definitions/method' },
    },
    (given) => bringsRecord(given, 'search'),
  ),
  k: whole({ min: 1, flag: '-k <n>', help: 'how many columns to choose' }),
  stop: text(
    {
      flag: '--stop <when>',
      help: 'when to stop: significance:alpha=0.05, gain:0.01, rising, partial-f:alpha=0.05 (with sse), or none',
      defaultInWords: 'by the criterion',
      description: 'null if the search evaluates every set.',
    },
    'a text such as gain:0.01',
  ),
  cut: text(
    {
      flag: '--cut <where>',
      help: 'where to cut a ranking: top:10, share:0.1, above:0.3 or fdr:0.05',
    },
    'a text such as top:10',
  ),
  given: givenColumns,
  keep: names({ flag: '--keep <columns>', help: "columns or groups to keep in any case: a,b or 'mean*'" }),
  groups: groupsOfColumns('columns to add or remove together'),
  costs: part(
    {
      flag: '--costs <file>',
      help: 'the cost of each column: a CSV file of feature,cost, or JSON',
      description: 'The cost of each column.',
    },
    (name, given: Readonly<Record<string, number>> | null | undefined) =>
      recordIn(name, given) as Readonly<Record<string, number>> | null,
    { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0 } },
  ),
  budget: budgetPart,
  startFrom: part(
    {
      flag: '--start-from <what>',
      help: 'where to start: columns, groups, or a method that selects them',
      description: 'A method, or columns.',
    },
    (name, given: AnyText | MethodSpec | readonly string[] | null | undefined) =>
      isList(given) ? namesIn(name, given) : (methodIn(name, given) as AnyText | MethodSpec | null),
    {
      anyOf: [
        { type: 'string' },
        { $ref: '#/definitions/method' },
        { type: 'array', items: { type: 'string' } },
      ],
    },
  ),
  prefilter: method<AnyText | MethodSpec>({
    flag: '--prefilter <ranking>',
    help: 'a ranking that reduces the columns first: mutual-information:top=50',
    schema: { anyOf: [{ type: ['string', 'null'] }, { $ref: '#/definitions/method' }] },
  }),
  pareto: method<AnyText | MethodSpec>({
    flag: '--pareto <criterion>',
    help: 'a second criterion: list the Pareto front of both (exhaustive)',
    schema: { anyOf: [{ type: 'null' }, { $ref: '#/definitions/method' }] },
  }),
  why: text({ flag: '--why <feature>', help: 'explain why a column was or was not chosen' }),
  landscape: part(
    {
      flag: '--landscape <n>',
      help: 'list the n best sets, or all, if the search evaluates sets; with --pareto beside the front, whose sets are marked',
    },
    (name, given: number | 'all' | null | undefined) =>
      given === null || given === undefined || given === 'all'
        ? (given ?? null)
        : (checkOption(name, landscapeRule, given) as number),
    { anyOf: [schemaOfRule(landscapeRule), { const: 'all' }] },
  ),
  evidence: evidencePart,
  alternatives: flag({
    flag: '--alternatives',
    help: 'list columns that can stand in for the chosen ones, and with evidence other sets that are as good',
  }),
  asIs: flag({
    flag: '--as-is',
    help: 'include unfit columns too: identifiers, free text, constants, copies of others or of the target',
  }),
  seed: whole({ min: 0, default: 0, flag: '--seed <n>', help: 'seed of all random numbers' }),
} satisfies PartsOf<SelectSpec>

export type SettledSelectSpec = SettledBy<SelectSpec, typeof selectParts>

/** Checks a spec of `select` and fills in its defaults; the name of a group becomes its columns. */
export function settleSelect(spec: SelectSpec): SettledSelectSpec {
  const settled = settleSpec('select', selectParts, spec)
  if (settled.event !== null) {
    refusePart(
      'event',
      settled,
      'takes no time until an event as target (rank the columns by cox-score, log-rank or concordance)',
    )
  }
  refuseOthers(settled)
  if (settled.given.length > 0) {
    refuseGivenBeside({ ...settled, block: null })
    refusePart('given', settled, 'takes none (use jmi, or another method of entropies or of correlations)')
  }
  if (settled.evidence) refuseRepeatsInTime(settled.time, settled.evidence.repeats)
  const { keep, startFrom, groups } = settled
  return {
    ...settled,
    keep: columnsNamed(keep, groups),
    startFrom: isList(startFrom) ? columnsNamed(startFrom, groups) : startFrom,
  }
}

/** Refuses alternatives and methods that resample beside a part of the spec that they do not read. */
function refusePart(part: string, { alternatives, method: given }: SettledSelectSpec, why: string): void {
  const id = typeof given === 'string' ? given.split(':')[0] : given?.method
  const isOuter = id !== undefined && isOuterMethod(id)
  const other = alternatives ? 'alternatives' : isOuter ? `method ${id}` : null
  if (other === null) return
  throw new CribaError('unsuitable', `unsuitable ${part}: ${other} ${why}`)
}

/** Columns by name; the name of a group stands for its columns. */
function columnsNamed(names: readonly string[], groups: GroupsOfColumns): readonly string[] {
  return [...new Set(names.flatMap((name) => (Object.hasOwn(groups, name) ? groups[name] : [name])))]
}

function isList(startFrom: unknown): startFrom is readonly string[] {
  return Array.isArray(startFrom)
}
