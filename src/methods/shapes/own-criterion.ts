import { CribaError } from '#core'
import type { Answers, Request } from '#core'
import type { RankScores } from './criterion.ts'

/** What a record of a criterion does. */
interface Scoring<R extends readonly Request[], Step> {
  readonly id: string
  needs(step: Step): R
  fold(answers: Answers<R>, step: Step): RankScores
}

/**
 * A criterion of one's own that is refused where it gives more or fewer scores than it was asked for: columns
 * would have those of others, or none without a word. `sizeOf` says how many a step asks for.
 */
export function withScoresChecked<R extends readonly Request[], Step, C extends Scoring<R, Step>>(
  record: C,
  sizeOf: (step: Step) => number,
): C {
  const refuse = (what: string): never => {
    throw new CribaError('invalid', `invalid method: ${record.id} ${what}`)
  }
  return {
    ...record,
    needs(step: Step): R {
      const requests: unknown = record.needs(step)
      if (!Array.isArray(requests)) refuse(`needs ${String(requests)} (needs a list of requests)`)
      return requests as R
    },
    fold(answers: Answers<R>, step: Step): RankScores {
      const scores = record.fold(answers, step)
      const size = sizeOf(step)
      for (const [name, list] of listsOf(scores)) {
        const length = (list as { readonly length?: number } | undefined)?.length
        if (length !== size) refuse(`gives ${length ?? 'no'} ${name} for ${size} (needs one for each)`)
      }
      return scores
    },
  }
}

/**
 * The lists of a criterion's scores that have one entry for each, by name; `score` and `n` may not be absent.
 */
function listsOf(scores: RankScores): readonly (readonly [string, unknown])[] {
  const {
    score,
    n,
    parts = {},
    sums = {},
    ...others
  } = Object(scores) as RankScores & {
    readonly sums?: Readonly<Record<string, unknown>>
  }
  const { pValue, pFrom, pWithin, law, tieOrder, why, chosen } = others
  const optional = { pValue, pFrom, pWithin, law, tieOrder, why, chosen, ...parts, ...sums }
  return [['score', score], ['n', n], ...Object.entries(optional).filter(([, list]) => list !== undefined)]
}
