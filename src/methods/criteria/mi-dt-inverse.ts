import { defineSubset } from '../shapes/subset-criterion.ts'
import {
  informationAndNoiseFacts,
  informationAndNoiseFold,
  informationAndNoiseNeeds,
  informationAndNoiseOptions,
} from './mi-dt.ts'

/**
 * Rewards sets of columns that are informative about the target, and steeply those that leave hardly any
 * noise.
 *
 * J = MI(S) + 1/(δ(S) + β): the information in nats, by `total-correlation` or `joint-mi`, and the inverse of
 * the delta test on the scale chosen; β = 0.01 bounds that by 100. Where columns copy each other the total
 * correlation has no bound. `mi-dt` takes the delta test away instead. Madinabeitia (2019), chapters 11 and
 * 24; Pi and Peterson (1994); Kozachenko and Leonenko (1987).
 *
 * @example select(table, { target: 'y', criterion: miDtInverse(), search: exhaustive() })
 */
export const miDtInverse = defineSubset({
  ...informationAndNoiseFacts,
  id: 'mi-dt-inverse',
  title: 'Information and inverse noise',
  units: 'nats + 1/share of var(y)',
  options: {
    beta: { type: 'number', min: 1e-9, default: 0.01, help: 'what is added to the delta test' },
    ...informationAndNoiseOptions,
  },
  formula: 'J = MI(S) + 1/(δ(S) + β)',
  reference: 'Madinabeitia 2019; Pi & Peterson 1994; Kozachenko & Leonenko 1987',
  needs: informationAndNoiseNeeds,
  fold: (answers, step) =>
    informationAndNoiseFold(answers, step, (nats, delta) => nats + 1 / (delta + step.options.beta)),
})
