import { CribaError, unknownName } from './error.ts'
import { checkOption } from './options.ts'
import type { OptionTable } from './options.ts'

/** How evidence is computed: the learner, the metric, the number of folds, and how often the folds are repeated. */
export interface EvidenceSpec {
  readonly learner?: string
  readonly metric?: string
  readonly folds?: number
  readonly repeats?: number
  /** Instead of folds: the share of the rows that is held out. */
  readonly holdout?: number | null
  /**
   * How many columns of the path to keep. `one-error`: the fewest whose score is within one standard error of the best;
   * `stop`: all that the search chose. The default is `one-error` if neither k nor a stop nor a cut is given, else `stop`.
   */
  readonly size?: SizeRule | 'auto'
}

export type SizeRule = 'one-error' | 'stop'

export type SettledEvidence = Required<EvidenceSpec>

export const evidenceRules = {
  folds: { type: 'whole', min: 2, max: 1000, default: 5, help: 'folds of the evidence' },
  repeats: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 1,
    help: 'how often the rows are assigned to new folds',
  },
  holdout: {
    type: 'number',
    min: 0.01,
    max: 0.9,
    default: 0.3,
    help: 'the share of the rows that is held out, instead of folds',
  },
  size: {
    type: 'choice',
    of: ['auto', 'one-error', 'stop'],
    default: 'auto',
    help: 'how many columns to keep: one-error (the fewest within one standard error of the best) or stop (all chosen)',
  },
} as const satisfies OptionTable

const keys = ['learner', 'metric', 'folds', 'repeats', 'holdout', 'size']

/** Checks the spec of the evidence and fills in the defaults; false if there is to be none. */
export function settleEvidence(given: boolean | EvidenceSpec | null | undefined): false | SettledEvidence {
  if (given === null || given === undefined || given === false) return false
  if (given !== true && (typeof given !== 'object' || Array.isArray(given))) {
    throw new CribaError(
      'invalid',
      `invalid evidence: ${String(given)} (needs true, false, or learner, metric, folds and repeats)`,
    )
  }
  const spec = given === true ? {} : given
  for (const name of Object.keys(spec)) {
    if (!keys.includes(name)) throw unknownName('part of evidence', name, keys)
  }
  const { folds, repeats, holdout, size } = evidenceRules
  const share = spec.holdout ?? null
  if (share !== null && spec.folds !== undefined) {
    throw new CribaError('invalid', 'invalid holdout: folds are given too (leave out one of the two)')
  }
  return {
    learner: nameOf('learner', spec.learner),
    metric: nameOf('metric', spec.metric),
    folds: checkOption('folds', folds, spec.folds ?? folds.default) as number,
    repeats: checkOption('repeats', repeats, spec.repeats ?? repeats.default) as number,
    holdout: share === null ? null : (checkOption('holdout', holdout, share) as number),
    size: checkOption('size', size, spec.size ?? size.default) as SettledEvidence['size'],
  }
}

/** Checks that a name is a text; the registry of learners checks the name itself. */
function nameOf(what: string, given: string | undefined): string {
  if (given === undefined) return 'auto'
  if (typeof given === 'string' && given !== '') return given
  throw new CribaError('invalid', `invalid ${what}: ${String(given)} (needs a name)`)
}
