import type { Answer, ConditionalRule, Family, Nearest, Request, Variable, View } from '#core'
import { ln2 } from '../../measures/estimators.ts'
import type { RankScores } from '../../shapes/criterion.ts'
import type { InformationOptions } from './information-options.ts'
import {
  conditionalInformation,
  kraskov,
  neighbourWarnings,
  ross,
  tiedAtZero,
  tooFewRows,
} from './neighbour-estimates.ts'

/**
 * A way to estimate I(S;Y) for the sets of a family, in bits: what it asks, and how the answers become
 * scores.
 */
export interface InformationRoute {
  /** What is estimated from, for messages. */
  readonly from: 'counts' | 'neighbours' | 'densities'
  needs(sets: Family, target: Variable, view: View): readonly Request[]
  fold(answers: readonly Answer[]): RankScores
}

/** The options of estimates from neighbours. */
type NeighbourOptions = Pick<InformationOptions, 'k' | 'scale' | 'jitter' | 'clip'>

export function betweenNumbers(options: NeighbourOptions, rule: 1 | 2): InformationRoute {
  const { k, scale, jitter } = options
  return {
    from: 'neighbours',
    needs: (family, target, view) => {
      const wanted = { of: 'ksg', with: [target], rule } as const
      return [{ kind: 'nearest', family, k, metric: 'chebyshev', scale, jitter, wanted, view }]
    },
    fold: ([answer]) => inBits(answer as Nearest, options, (nearest, i) => kraskov(nearest, i, k, rule)),
  }
}

/**
 * I(S;Y|Z) with variables given: by Frenzel and Pompe where all are numbers, by Mesner and Shalizi where some are
 * levels, which counts tied rows as they are.
 */
export function conditionalRoute(
  options: NeighbourOptions,
  given: readonly Variable[],
  rule: ConditionalRule,
): InformationRoute {
  // Given nothing, it is Kraskov's first rule, which is faster between two columns.
  if (rule === 'frenzel-pompe' && given.length === 0) return betweenNumbers(options, 1)
  const { k, scale } = options
  const jitter = rule === 'frenzel-pompe' ? options.jitter : 0
  return {
    from: 'neighbours',
    needs: (family, target, view) => {
      const wanted = { of: 'conditional', with: [target], given, rule } as const
      return [{ kind: 'nearest', family, k, metric: 'chebyshev', scale, jitter, wanted, view }]
    },
    fold: ([answer]) => {
      const nearest = answer as Nearest
      const counted = rule === 'frenzel-pompe' ? nearest : { ...nearest, ...withoutTies(nearest) }
      return inBits(counted, options, conditionalInformation)
    },
  }
}

/** The rule for variables: that of numbers, unless there are levels among them. */
export function conditionalRule(variables: readonly Variable[]): ConditionalRule {
  return variables.every(({ coding }) => coding === null) ? 'frenzel-pompe' : 'mesner-shalizi'
}

/** An estimate that counts tied rows as they are has nothing to say of them. */
function withoutTies({ n }: Nearest): Pick<Nearest, 'zeros' | 'tied'> {
  return { zeros: n.map(() => 0), tied: n.map(() => 0) }
}

export function numbersWithLevels(options: InformationOptions): InformationRoute {
  const { k, scale, jitter } = options
  return {
    from: 'neighbours',
    needs: (family, target, view) => {
      const wanted = { of: 'levels', target } as const
      return [{ kind: 'nearest', family, k, metric: 'chebyshev', scale, jitter, wanted, view }]
    },
    fold: ([answer]) => inBits(answer as Nearest, options, ross, noSharedLevel),
  }
}

/** Information by the rule of Ross where each set is one column of levels, and the target a number. */
export function levelsWithNumber(options: InformationOptions): InformationRoute {
  const { k, scale, jitter } = options
  return {
    from: 'neighbours',
    needs: (sets, target, view) => {
      const family = { list: [[target]] }
      return singlesOf(sets).map((levels): Request => {
        const wanted = { of: 'levels', target: levels } as const
        return { kind: 'nearest', family, k, metric: 'chebyshev', scale, jitter, wanted, view }
      })
    },
    fold: (answers) => {
      const each = (answers as readonly Nearest[]).map((nearest) =>
        inBits(nearest, options, ross, noSharedLevel),
      )
      const column = (of: 'score' | 'n') => Float64Array.from(each, (scores) => scores[of][0])
      return {
        n: column('n'),
        score: column('score'),
        why: each.map(({ why }) => why?.[0]),
        warnings: each.flatMap(({ warnings = [] }) => warnings).slice(0, 1),
      }
    },
  }
}

/** Ross's estimate needs rows that share their level with another. */
function noSharedLevel({ n }: Nearest): readonly (string | undefined)[] {
  return Array.from(n, (rows) => (rows > 1 ? undefined : 'no two complete rows share a level'))
}

/** What was done about ties. */
function tiesBy(jitter: number): string {
  return jitter > 0
    ? `noise of ${jitter} standard deviations parts them (jitter=0 counts them as tied; counts of levels fit such data better)`
    : 'estimates from neighbours depend on how ties are counted (jitter breaks ties; counts of levels fit such data better)'
}

function inBits(
  nearest: Nearest,
  { k, clip, jitter }: NeighbourOptions,
  estimate: (nearest: Nearest, i: number) => number,
  reasons: (nearest: Nearest, k: number) => readonly (string | undefined)[] = tooFewRows,
): RankScores {
  const few = reasons(nearest, k)
  // Noise that is independent of all columns parts ties without changing the information; the tied rows
  // themselves have none.
  const tied =
    jitter > 0 ? [] : tiedAtZero(nearest, k, 'jitter parts tied rows, estimator=plug-in counts levels')
  const why = few.map((reason, i) => reason ?? tied[i])
  const score = nearest.n.map((_, i) => {
    if (why[i] !== undefined) return NaN
    const bits = estimate(nearest, i) / ln2
    return clip ? Math.max(0, bits) : bits
  })
  const warnings = neighbourWarnings(nearest, k, tiesBy(jitter), (i) => why[i] === undefined)
  return { n: nearest.n, score, why, warnings }
}

function singlesOf(sets: Family): readonly Variable[] {
  if ('each' in sets && sets.base.length === 0) return sets.each
  if ('list' in sets && sets.list.every((set) => set.length === 1))
    return sets.list.map(([variable]) => variable)
  throw new TypeError('levels are held against a number one column at a time')
}
