import { CribaError } from '#core'
import { onIndicators } from './learner.ts'
import { survivalMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * A Cox model with a ridge: the hazard of the event is h₀(t)·exp(x·w), and the weights maximise the logarithm
 * of the partial likelihood − ½·ridge·Σ w², numbers at standard deviation 1 in the training rows, one
 * indicator for each level of a categorical column; h₀ is left open. Events at the same time by Efron, or
 * `ties=breslow`; rows censored then are at risk. It predicts x·w: the greater, the earlier the event. By
 * Newton's method with conjugate gradients, to slopes below 1e-14 of a row, as far as rounding lets it. So
 * constant columns, levels absent from the training rows and all columns of rows without events have weight
 * 0, and columns that have all events in their order have finite weights. Without events among the held-out
 * rows no fold has a score. Cox (1972); Efron (1977); Verweij and van Houwelingen (1994).
 */
export const cox = defineRowLearner({
  id: 'cox',
  title: 'Cox model with a ridge',
  tasks: ['survival'],
  ...onIndicators,
  metrics: survivalMetrics,
  weighs: true,
  options: {
    ridge: {
      ...optionRows.ridge,
      min: 1e-9,
      help: 'penalty on the squared weight of a standardised column; 1e-9 is next to none',
    },
    ties: optionRows.ties,
  },
  reference: 'Cox 1972; Efron 1977; Verweij & van Houwelingen 1994',
  model: ({ ridge, ties }) => {
    if (ridge > 0) return { id: 'cox', ridge, ties }
    throw new CribaError(
      'invalid',
      'invalid ridge: 0 (cox needs more than 0: columns in the order of the events have no finite weights without; 1e-9 is next to none)',
    )
  },
})
