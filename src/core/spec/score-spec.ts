import type { AnyText, MethodSpec } from './method-text.ts'
import { methods, names, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { dataParts, permutationSeed, settleSpec } from './rank-spec.ts'
import type { DataSpec, MethodFunction } from './rank-spec.ts'
import { refuseOthers, splitParts } from './split-spec.ts'
import type { SplitSpec } from './split-spec.ts'

/** The spec of `score`, as plain data. */
export interface ScoreSpec extends DataSpec, SplitSpec {
  /**
   * Criteria of sets: a name, a name with options (`joint-mi:k=5`), an object of both, or the method's
   * function.
   */
  readonly by?: readonly (string | MethodSpec | MethodFunction)[] | null
  /** Permutations of the target for the p-values of methods without a distribution of their own. */
  readonly permutations?: number | null
  readonly seed?: number | null
  /** The columns of the set. */
  readonly features: readonly string[]
  /** Columns to condition the score on. */
  readonly given?: readonly string[] | null
}

/** The parts of a spec of `score`. */
export const scoreParts = {
  ...dataParts,
  ...splitParts,
  by: methods<AnyText | MethodSpec | MethodFunction>({
    flag: '--by <methods...>',
    help: 'one or more methods, with options as in delta-test:k=3',
    defaultInWords: 'joint-mi; cv for the time until an event',
    description: 'Methods, each with the options that apply.',
  }),
  permutations: whole({
    min: 0,
    default: 0,
    flag: '--permutations <n>',
    help: 'p-values from this many permutations of the target',
    defaultInWords: '',
  }),
  seed: permutationSeed,
  features: names({
    flag: '--features <columns>',
    help: "the columns of the set: a,b or 'mean*'",
    isRequired: true,
    schema: { $ref: '#/definitions/names' },
  }),
  given: names({
    flag: '--given <columns>',
    help: 'columns to condition the score on',
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  }),
} satisfies PartsOf<ScoreSpec>

export type SettledScoreSpec = SettledBy<ScoreSpec, typeof scoreParts>

/** Checks a spec of `score` and fills in its defaults. */
export function settleScore(spec: ScoreSpec): SettledScoreSpec {
  const settled = settleSpec('score', scoreParts, spec)
  refuseOthers(settled)
  return settled
}
