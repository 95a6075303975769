import { CribaError, unknownName } from './error.ts'
import { settleEvidence } from './evidence-spec.ts'
import type { EvidenceSpec, SettledEvidence } from './evidence-spec.ts'
import { checkOption } from './options.ts'
import type { OptionTable } from './options.ts'
import { dataKeys, settled, settleData, settledNames } from './rank-spec.ts'
import type { DataSpec, SettledDataSpec } from './rank-spec.ts'
import type { AnyText, MethodSpec, Shape } from './method-text.ts'
import { settleSplit } from './split-spec.ts'
import type { SettledSplit, SplitSpec } from './split-spec.ts'

/** The function of a criterion, with its record as a property. */
interface CriterionFunction {
  readonly criterion: { readonly id: string; readonly shape: Shape }
}

/** Scores a set of columns, given their names in the order of the table; greater is better. */
export type SubsetFunction = (subset: readonly string[]) => number | Promise<number>

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
   * When a search ends: `significance`, `significance:alpha=0.01,null=max`, `gain:0.01`, `rising`, `none`, or for a linear
   * fit `partial-f:alpha=0.05`.
   */
  readonly stop?: string | null
  /** Where a ranking is cut: `top:10`, `share:0.1`, `above:0.3`, or `fdr:0.05` by Benjamini and Hochberg. */
  readonly cut?: string | null
  /** Whether unfit columns are included: identifiers, free text, constants, copies. */
  readonly asIs?: boolean | null
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
  /** How many of the best sets the result lists, if the search evaluates sets. */
  readonly landscape?: number | 'all' | null
  /** Whether, and how, to test the selection on held-out rows; by default not. */
  readonly evidence?: boolean | EvidenceSpec | null
  /** The seed of all random numbers. */
  readonly seed?: number | null
}

export interface Budget {
  readonly evals?: number
  readonly seconds?: number
  readonly cost?: number
}

export interface SettledSelectSpec extends SettledDataSpec, SettledSplit {
  readonly method: AnyText | MethodSpec | null
  readonly criterion: AnyText | MethodSpec | CriterionFunction | SubsetFunction | OwnCriterion | null
  readonly search: AnyText | MethodSpec | SearchFunction | null
  readonly k: number | null
  readonly stop: AnyText | null
  readonly cut: AnyText | null
  readonly keep: readonly string[]
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly costs: Readonly<Record<string, number>> | null
  readonly budget: Budget | null
  readonly startFrom: AnyText | MethodSpec | readonly string[] | null
  readonly prefilter: AnyText | MethodSpec | null
  readonly pareto: AnyText | MethodSpec | null
  readonly why: string | null
  readonly landscape: number | 'all' | null
  readonly evidence: false | SettledEvidence
  readonly asIs: boolean
  readonly seed: number
}

/** The rules for numbers in a spec of `select`; the command line checks its flags with the same table. */
export const selectRules = {
  k: { type: 'whole', min: 1, default: 1, help: 'how many columns to choose' },
  landscape: { type: 'whole', min: 1, default: 1, help: 'how many of the best sets to list' },
} as const satisfies OptionTable

/** The rules for a budget. */
export const budgetRules = {
  evals: { type: 'whole', min: 1, default: 1, help: 'scores or sets evaluated' },
  seconds: { type: 'number', min: 0, default: 1, help: 'seconds' },
  cost: { type: 'number', min: 0, default: 1, help: 'the cost of the selected columns' },
} as const satisfies OptionTable

const flagRule = { type: 'flag', default: false, help: '' } as const

const selectKeys = [
  ...dataKeys,
  'group',
  'strata',
  'time',
  'method',
  'criterion',
  'search',
  'k',
  'stop',
  'cut',
  'keep',
  'groups',
  'costs',
  'budget',
  'startFrom',
  'prefilter',
  'pareto',
  'why',
  'landscape',
  'evidence',
  'asIs',
  'seed',
]

/** Checks a spec of `select` and fills in its defaults. */
export function settleSelect(spec: SelectSpec): SettledSelectSpec {
  const { method, criterion, search, k, stop, landscape, evidence, asIs, seed } = spec
  const { cut, costs, budget, startFrom, prefilter, pareto, why } = spec
  const data = settleData(spec, 'select', selectKeys)
  const groups = settledGroups(spec.groups ?? {})
  const keep = settledNames('keep', spec.keep) ?? []
  return {
    ...data,
    ...settleSplit(spec),
    method: method ?? null,
    criterion: criterion ?? null,
    search: search ?? null,
    k: settledWhole('k', k),
    stop: stop ?? null,
    cut: cut ?? null,
    keep: columnsNamed(keep, groups),
    groups,
    costs: costs ?? null,
    budget: budget ? settledBudget(budget) : null,
    startFrom: isList(startFrom)
      ? columnsNamed(settledNames('startFrom', startFrom)!, groups)
      : (startFrom ?? null),
    prefilter: prefilter ?? null,
    pareto: pareto ?? null,
    why: why ?? null,
    landscape: landscape === 'all' ? 'all' : settledWhole('landscape', landscape),
    evidence: settleEvidence(evidence),
    asIs: checkOption('asIs', flagRule, asIs ?? false) as boolean,
    seed: settled('seed', seed) ?? 0,
  }
}

/** Columns by name; the name of a group stands for its columns. */
function columnsNamed(names: readonly string[], groups: SettledSelectSpec['groups']): readonly string[] {
  return [...new Set(names.flatMap((name) => (Object.hasOwn(groups, name) ? groups[name] : [name])))]
}

function isList(startFrom: SettledSelectSpec['startFrom'] | undefined): startFrom is readonly string[] {
  return Array.isArray(startFrom)
}

function settledWhole(name: keyof typeof selectRules, given: number | null | undefined): number | null {
  return given === null || given === undefined
    ? null
    : (checkOption(name, selectRules[name], given) as number)
}

/** Parses `evals=1000,seconds=60,cost=20`. */
export function parseBudget(text: string): Budget {
  const pairs = text.split(',').map((part) => /^\s*(\w+)=(.+)$/.exec(part))
  if (pairs.some((pair) => pair === null)) {
    throw new CribaError(
      'invalid',
      `invalid budget: ${text} (needs evals=1000,seconds=60,cost=20, or some of them)`,
    )
  }
  return settledBudget(Object.fromEntries(pairs.map((pair) => [pair![1], pair![2]])))
}

function settledGroups(groups: Readonly<Record<string, readonly string[]>>): SettledSelectSpec['groups'] {
  for (const [name, members] of Object.entries(groups)) {
    if (!settledNames(`group ${name}`, members)) {
      throw new CribaError('invalid', `invalid group ${name}: ${String(members)} (needs a list)`)
    }
  }
  return groups
}

function settledBudget(budget: Budget): Budget {
  const names = Object.keys(budgetRules)
  for (const name of Object.keys(budget)) {
    if (!names.includes(name)) throw unknownName('part of a budget', name, names)
  }
  const checked = Object.entries(budget).map(([name, given]) => [
    name,
    checkOption(`budget of ${name}`, budgetRules[name as keyof typeof budgetRules], given as number),
  ])
  return Object.fromEntries(checked) as Budget
}
