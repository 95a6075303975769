import { CribaError } from './error.ts'
import { evidenceParts } from './evidence-spec.ts'
import type { EvidenceSpec, SettledEvidence } from './evidence-spec.ts'
import { invalidPart, listIn, recordIn } from './given.ts'
import { methodText, parseMethod } from './method-text.ts'
import type { AnyText, MethodSpec } from './method-text.ts'
import { flag, methods, names, part, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { dataPartOf, dataParts, groupsOfColumns, settleSpec } from './rank-spec.ts'
import type { DataSpec, GroupsOfColumns } from './rank-spec.ts'
import { settleSelect } from './select-spec.ts'
import type { SettledSelectSpec } from './select-spec.ts'
import { refuseOthers, refuseRepeatsInTime, splitParts } from './split-spec.ts'
import type { SplitSpec } from './split-spec.ts'

/**
 * The spec of `compare`, as plain data: the same spec on the same data gives the same result, bit for bit.
 */
export interface CompareSpec extends DataSpec, SplitSpec {
  /** Methods of `select`: a name, a name with options (`jmi:form=sum`), or an object of both. */
  readonly methods?: readonly (string | MethodSpec)[] | null
  /** How many columns each method chooses; without it each stops by itself. */
  readonly k?: number | null
  /** The learners that predict held-out rows. */
  readonly learner?: readonly string[] | null
  readonly metric?: string | null
  readonly folds?: number | null
  readonly repeats?: number | null
  readonly holdout?: number | null
  /** The columns that the target is known to depend on. */
  readonly truth?: readonly string[] | null
  /** Options whose values are chosen inside the folds: `jmi:k=5..20`, or `{ method, option, values }`. */
  readonly tune?: readonly (string | TunedOption)[] | null
  /** Columns or groups that every method keeps. */
  readonly keep?: readonly string[] | null
  readonly groups?: GroupsOfColumns | null
  /** Whether unfit columns are included. */
  readonly asIs?: boolean | null
  readonly seed?: number | null
}

/** The parts of a spec of `compare`. */
export const compareParts = {
  ...dataParts,
  ...splitParts,
  methods: methods<AnyText | MethodSpec>({
    flag: '--methods <methods...>',
    help: 'the methods of select to compare, with options as in jmi:form=sum',
  }),
  k: whole({
    min: 1,
    flag: '-k <n>',
    help: 'how many columns each method chooses',
    defaultInWords: 'each stops by itself',
  }),
  learner: names({
    flag: '--learner <learners...>',
    help: 'one or more learners that predict held-out rows',
    defaultInWords: 'by the target',
  }),
  metric: evidenceParts.metric,
  folds: evidenceParts.folds,
  repeats: evidenceParts.repeats,
  holdout: evidenceParts.holdout,
  truth: names({ flag: '--truth <columns>', help: 'the columns that the target is known to depend on: a,b' }),
  tune: part(
    {
      default: [],
      flag: '--tune <options...>',
      help: 'options chosen inside the folds: jmi:k=5..20, relieff:k=5/10/20',
    },
    (name, given: readonly (string | TunedOption)[] | null | undefined) =>
      (listIn(name, given) ?? []).map(settleTuned),
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          method: { type: 'string' },
          option: { type: 'string' },
          values: { type: 'array', items: { type: ['number', 'string'] } },
        },
        required: ['method', 'option', 'values'],
        additionalProperties: false,
      },
    },
  ),
  keep: names({
    flag: '--keep <columns>',
    help: "columns or groups that every method keeps: a,b or 'mean*'",
  }),
  groups: groupsOfColumns('columns to add or remove together'),
  asIs: flag({
    flag: '--as-is',
    help: 'include unfit columns too: identifiers, free text, constants, copies of others or of the target',
  }),
  seed: whole({ min: 0, default: 0, flag: '--seed <n>', help: 'seed of all random numbers' }),
} satisfies PartsOf<CompareSpec>

export interface SettledCompareSpec extends Omit<SettledBy<CompareSpec, typeof compareParts>, 'methods'> {
  readonly methods: readonly MethodSpec[]
}

/** Checks a spec of `compare` and fills in its defaults. */
export function settleCompare(spec: CompareSpec): SettledCompareSpec {
  const settled = settleSpec('compare', compareParts, spec)
  if (settled.target === null) throw new CribaError('missing', 'missing target (compare needs one)')
  const found = (settled.methods ?? [])
    .map((given) => (typeof given === 'string' ? parseMethod(given) : given))
    .map((method) => ({ ...method, options: method.options ?? {} }))
  if (found.length === 0) {
    throw new CribaError('missing', 'missing methods (compare needs one or more: --methods jmi mrmr)')
  }
  refuseTwice(
    'methods',
    found.map((method) => methodText(method)),
  )
  refuseTwice('learner', settled.learner)
  refuseOthers(settled)
  refuseRepeatsInTime(settled.time, settled.repeats)
  for (const { method } of settled.tune) refuseUnknownTuned(method, found)
  return { ...settled, methods: found }
}

/** The spec of one method of a comparison, as `select` takes it, with the evidence of one learner. */
export function selectSpecOf(
  settled: SettledCompareSpec,
  method: MethodSpec,
  learner: string | undefined,
): SettledSelectSpec & { readonly evidence: SettledEvidence } {
  const { group, strata, time, key, k, keep, groups, asIs, seed, metric, folds, repeats, holdout } = settled
  const evidence: EvidenceSpec = {
    metric,
    folds,
    repeats,
    holdout,
    // What a method chooses is compared, not what is left where fewer are within one standard error of the
    // best.
    size: 'stop',
    ...(learner !== undefined && { learner }),
  }
  const spec = {
    ...dataPartOf(settled),
    group,
    strata,
    time,
    key,
    k,
    keep,
    groups,
    asIs,
    seed,
    method,
    evidence,
  }
  return settleSelect(spec) as SettledSelectSpec & { readonly evidence: SettledEvidence }
}

function refuseTwice(what: string, given: readonly string[]): void {
  const twice = given.find((one, place) => given.indexOf(one) < place)
  if (twice !== undefined) throw new CribaError('invalid', `invalid ${what}: ${twice} is given twice`)
}

function refuseUnknownTuned(method: string, given: readonly MethodSpec[]): void {
  const found = given.filter((one) => one.method === method).length
  if (found === 1) return
  const why = found === 0 ? 'it is none of the methods' : 'several methods have this name'
  throw new CribaError('invalid', `invalid tune: ${method} (${why})`)
}

/** An option of a method, or its `k`, and the values among which held-out rows choose. */
export interface TunedOption {
  readonly method: string
  readonly option: string
  readonly values: readonly (string | number)[]
}

/** The most values of an option that is tuned. */
const mostValues = 1000

/**
 * Reads `jmi:k=5..20`: a range, with a step as `5..50..5`, or values between slashes, `relieff:k=5/10/20`.
 */
function settleTuned(given: unknown): TunedOption {
  if (typeof given !== 'string') {
    const { method, option } = (recordIn('tune', given) ?? {}) as Partial<TunedOption>
    if (typeof method !== 'string' || typeof option !== 'string')
      throw invalidPart('tune', given, 'a text such as jmi:k=5..20, or { method, option, values }')
    return checkedTuned(given as TunedOption, `${method}:${option}`)
  }
  const { method, options = {} } = parseMethod(given)
  const entries = Object.entries(options)
  if (entries.length !== 1) throw invalidTune(given, 'needs one option: jmi:k=5..20')
  const [[option, text]] = entries
  return checkedTuned({ method, option, values: valuesOf(String(text), given) }, given)
}

function valuesOf(text: string, given: string): TunedOption['values'] {
  const range = /^(\d+)\.\.(\d+)(?:\.\.(\d+))?$/.exec(text)
  if (!range) return text.split('/').map((value) => value.trim())
  const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)]
  if (to < from || step < 1) throw invalidTune(given, 'a range goes from the least to the most: 5..20')
  if ((to - from) / step >= mostValues) throw invalidTune(given, `more than ${mostValues} values`)
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
}

function checkedTuned(tuned: TunedOption, given: string): TunedOption {
  const { values } = tuned
  if (!Array.isArray(values) || values.length < 2)
    throw invalidTune(given, 'needs two or more values: 5..20 or 5/10/20')
  if (values.some((value) => value === '')) throw invalidTune(given, 'a value is empty')
  if (new Set(values).size < values.length) throw invalidTune(given, 'a value is given twice')
  return tuned
}

function invalidTune(given: string, why: string): CribaError {
  return new CribaError('invalid', `invalid tune: ${given} (${why})`)
}
