import { resolveOptions } from '#core'
import type { Answer, Request, Scale } from '#core'
import { ln2 } from '../measures/estimators.ts'
import { scaleOption } from '../shapes/criterion.ts'
import type { RankScores } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetCriterion, SubsetStep } from '../shapes/subset-criterion.ts'
import { deltaTest } from './delta-test.ts'
import { distanceOptions } from './families/neighbour-entropies.ts'
import { jointMi } from './joint-mi.ts'
import { totalCorrelation } from './total-correlation.ts'

// What the criteria have in common that weigh information against noise.
export const informationAndNoiseFacts = {
  features: { numeric: 'distances', categorical: null },
  target: 'distances',
  better: 'higher',
  raisedByCopies: ({ mi }: { readonly mi: string }) => mi === 'total-correlation',
} as const

export const informationAndNoiseOptions = {
  mi: {
    type: 'choice',
    of: ['total-correlation', 'joint-mi'],
    default: 'total-correlation',
    help: 'the information of a set: with that between its columns, or of the target alone (ksg1, k = 3)',
  },
  k: { ...distanceOptions.k, help: 'which neighbour the delta test looks at' },
  scale: scaleOption,
} as const

type Step = SubsetStep<{ readonly mi: string; readonly k: number; readonly scale: Scale }>

/** What the information and the delta test of each set ask for. */
export function informationAndNoiseNeeds(step: Step): readonly Request[] {
  const { information, noise } = partsOf(step)
  return [...information.needs(), ...noise.needs()]
}

/** Scores made of the information of each set, in nats, and its delta test. */
export function informationAndNoiseFold(
  answers: readonly Answer[],
  step: Step,
  weigh: (nats: number, delta: number) => number,
): RankScores {
  const { information, noise } = partsOf(step)
  const count = information.needs().length
  const ofInformation = information.fold(answers.slice(0, count))
  const ofNoise = noise.fold(answers.slice(count))
  const nats = ofInformation.score.map((bits) => bits * ln2)
  return {
    n: ofInformation.n,
    score: nats.map((value, i) => weigh(value, ofNoise.score[i])),
    why: Array.from(nats, (_, i) => ofInformation.why?.[i] ?? ofNoise.why?.[i]),
    parts: { information: nats, delta: ofNoise.score },
    warnings: [...(ofInformation.warnings ?? []), ...(ofNoise.warnings ?? [])],
  }
}

function partsOf(step: Step) {
  const { mi, k, scale } = step.options
  return {
    information:
      mi === 'joint-mi'
        ? part(step, jointMi.criterion, { estimator: 'ksg1', scale })
        : part(step, totalCorrelation.criterion, { scale }),
    noise: part(step, deltaTest.criterion, { k, scale }),
  }
}

/** A criterion asked the same question under options of its own. */
function part(step: Step, criterion: SubsetCriterion, given: Readonly<Record<string, string | number>>) {
  const own = { ...step, options: resolveOptions(criterion.id, criterion.options, given) }
  return {
    needs: () => criterion.needs(own),
    fold: (answers: readonly Answer[]) => criterion.fold(answers, own),
  }
}

/**
 * Rewards sets of columns that are informative about the target and leave little noise.
 *
 * J = α·MI(S) − β·δ(S): the information in nats, by `total-correlation` or `joint-mi`, less the delta test on
 * the scale chosen; α = β = 1. From −∞ upwards; where columns copy each other the total correlation has no
 * bound. `mi-dt-inverse` divides by the delta test instead; `delta-test` and `total-correlation` are its
 * parts. Madinabeitia (2019), chapter 11; Pi and Peterson (1994); Kozachenko and Leonenko (1987).
 *
 * @example select(table, { target: 'y', criterion: miDt({ beta: 2 }), search: exhaustive() })
 */
export const miDt = defineSubset({
  ...informationAndNoiseFacts,
  id: 'mi-dt',
  title: 'Information less noise',
  units: 'nats − share of var(y)',
  options: {
    alpha: { type: 'number', min: 0, default: 1, help: 'the weight of the information' },
    beta: { type: 'number', min: 0, default: 1, help: 'the weight of the delta test' },
    ...informationAndNoiseOptions,
  },
  formula: 'J = α·MI(S) − β·δ(S)',
  reference: 'Madinabeitia 2019; Pi & Peterson 1994; Kozachenko & Leonenko 1987',
  needs: informationAndNoiseNeeds,
  fold: (answers, step) => {
    const { alpha, beta } = step.options
    return informationAndNoiseFold(answers, step, (nats, delta) => alpha * nats - beta * delta)
  },
})
