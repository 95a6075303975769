import { CribaError } from './error.ts'
import { invalidPart } from './given.ts'
import { choice, number, part, schemaOf, settleParts, whole } from './parts.ts'
import type { Part, PartsOf, Row, SettledBy } from './parts.ts'

/**
 * How evidence is computed: the learner, the metric, the number of folds, and how often the folds are
 * repeated.
 */
export interface EvidenceSpec {
  readonly learner?: string
  readonly metric?: string
  readonly folds?: number | null
  readonly repeats?: number
  /** Instead of folds: the share of the rows that is held out. */
  readonly holdout?: number | null
  /**
   * How many columns of the path to keep. `stop`, the default: all that the search chose; `one-error`: the
   * fewest whose score is within one standard error of the best.
   */
  readonly size?: SizeRule
}

type SizeRule = 'one-error' | 'stop'

const defaultFolds = 5

/** The parts of the evidence. */
export const evidenceParts = {
  learner: chosenName({
    flag: '--learner <learner>',
    help: 'the learner of that test, such as linear, naive-bayes or logistic',
    defaultInWords: 'by the target',
  }),
  metric: chosenName({
    flag: '--metric <metric>',
    help: 'its score: accuracy, balanced-accuracy, macro-f1, auc or log-loss; for numbers r2, mse or mae; for times until an event concordance',
    defaultInWords: 'r2; accuracy, or auc if a class is rarer than a tenth; concordance',
  }),
  folds: whole({
    min: 2,
    max: 1000,
    flag: '--folds <n>',
    help: 'its number of folds',
    defaultInWords: String(defaultFolds),
  }),
  repeats: whole({
    min: 1,
    max: 1000,
    default: 1,
    flag: '--repeats <n>',
    help: 'how often it divides the rows anew',
  }),
  holdout: number({
    min: 0.01,
    max: 0.9,
    flag: '--holdout <share>',
    help: 'hold out a share of the rows, such as 0.3, instead of folds',
  }),
  size: choice(['one-error', 'stop'], {
    default: 'stop',
    flag: '--size <rule>',
    help: 'how many columns to keep: one-error (the fewest within one standard error of the best) or stop (all chosen)',
    description:
      'one-error: the fewest columns of the path within one standard error of the best; stop: all that the search chose.',
  }),
} satisfies PartsOf<EvidenceSpec>

export type SettledEvidence = SettledBy<EvidenceSpec, typeof evidenceParts>

/** The evidence as a part of a spec, with the flags of its own parts. */
export const evidencePart = part(
  {
    default: false,
    flag: '--evidence',
    help: 'test the selection on held-out rows',
    defaultInWords: 'only without --method, --criterion and --search',
  },
  (_, given: boolean | EvidenceSpec | null | undefined) => settleEvidence(given),
  { anyOf: [{ const: false }, schemaOf(evidenceParts)] },
  { negation: { spelling: '--no-evidence', help: 'skip that test' }, parts: evidenceParts },
)

/** Checks the spec of the evidence and fills in the defaults; false if there is to be none. */
function settleEvidence(given: boolean | EvidenceSpec | null | undefined): false | SettledEvidence {
  if (given === null || given === undefined || given === false) return false
  if (given !== true && (typeof given !== 'object' || Array.isArray(given))) {
    throw invalidPart('evidence', given, 'true, false, or learner, metric, folds and repeats')
  }
  const settled = settleParts('evidence', evidenceParts, given === true ? {} : given)
  const { folds, holdout } = settled
  if (folds !== null && holdout !== null) {
    throw new CribaError('invalid', 'invalid holdout: folds are given too (leave out one of the two)')
  }
  if (settled.size === 'one-error' && isSingleSplit(settled)) {
    throw new CribaError('invalid', 'invalid size: one-error (needs more than one split; add repeats)')
  }
  return { ...settled, folds: folds ?? (holdout === null ? defaultFolds : null) }
}

/** Whether rows are held out only once. */
export function isSingleSplit({ holdout, repeats }: Pick<SettledEvidence, 'holdout' | 'repeats'>): boolean {
  return holdout !== null && repeats === 1
}

/** A name that the registry of learners checks; `auto` if none is given. */
function chosenName(row: Row<string>): Part<string, string> {
  const schema = { type: 'string' }
  return part(
    { ...row, default: 'auto' },
    (name, given: string | null | undefined) => nameOf(name, given),
    schema,
  )
}

/** Checks that a name is a text. */
function nameOf(what: string, given: string | null | undefined): string {
  if (given === null || given === undefined) return 'auto'
  if (typeof given === 'string' && given !== '') return given
  throw invalidPart(what, given, 'a name')
}
