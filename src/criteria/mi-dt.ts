import {
  informationAndNoiseFacts,
  informationAndNoiseFold,
  informationAndNoiseNeeds,
  informationAndNoiseOptions,
} from './families/information-and-noise.ts'
import { defineSubset } from './subset-criterion.ts'

/**
 * Rewards sets of columns that are informative about the target and leave little noise.
 *
 * J = α·MI(S) − β·δ(S): the information in nats, by `total-correlation` or `joint-mi`, less the delta test on the scale
 * chosen; α = β = 1. From −∞ upwards; where columns copy each other the total correlation has no bound. `mi-dt-inverse`
 * divides by the delta test instead; `delta-test` and `total-correlation` are its parts. Madinabeitia (2019), chapter
 * 11; Pi and Peterson (1994); Kozachenko and Leonenko (1987).
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
