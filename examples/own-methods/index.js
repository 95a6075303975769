import { defineLearner, defineRank, defineSearch, pathWith } from 'criba/methods'

/**
 * ε² of a one-way layout: the share of a numeric target's variance that the levels of a column explain, less what chance gives.
 * Kelley (1935). From −1/(n − 2) to 1; columns of noise score 0 on average.
 */
export const epsilonSquared = defineRank({
  id: 'epsilon-squared',
  title: 'ε² of a one-way layout',
  features: { numeric: null, categorical: 'levels' },
  target: 'values',
  better: 'higher',
  units: 'share of variance',
  options: {
    adjusted: { type: 'flag', default: true, help: 'less what chance gives' },
  },
  formula: '1 − (SS_within/(n − K)) / (SS_total/(n − 1))',
  reference: 'Kelley 1935',
  needs: ({ features, target, view }) => {
    const family = { list: target ? [[target]] : [] }
    return features.map((by) => /** @type {const} */ ({ kind: 'moments', family, by, of: 'values', view }))
  },
  fold: (answers, { features, options }) => {
    const score = new Float64Array(features.length).fill(NaN)
    const n = new Float64Array(features.length)
    answers.forEach(({ n: rows, mean, comoment }, column) => {
      const levels = [...rows.keys()].filter((level) => rows[level] > 0)
      const total = levels.reduce((sum, level) => sum + rows[level], 0)
      const middle = levels.reduce((sum, level) => sum + rows[level] * mean[level], 0) / total
      const within = levels.reduce((sum, level) => sum + comoment[level], 0)
      const between = levels.reduce((sum, level) => sum + rows[level] * (mean[level] - middle) ** 2, 0)
      n[column] = total
      if (within + between === 0 || total <= levels.length) return
      const chance = options.adjusted ? (total - 1) / (total - levels.length) : 1
      score[column] = 1 - (within / (within + between)) * chance
    })
    const why = Array.from(score, (value) => (Number.isNaN(value) ? 'too few rows, or a constant target' : undefined))
    return { score, n, why }
  },
})

/** Adds the best candidate, or with some probability the second best: a greedy search that can be begun again. Feo and Resende (1995). */
export const randomisedGreedy = defineSearch({
  takes: 'step',
  id: 'randomised-greedy',
  title: 'Randomised greedy',
  options: {
    second: { type: 'number', min: 0, max: 1, default: 0.25, help: 'how often the second best is taken' },
  },
  how: 'adds the best candidate, or now and then the second best',
  reference: 'Feo & Resende 1995',
  async *run(candidates, { start, random }, { second: share }) {
    for (let path = start; ;) {
      const evaluation = await candidates.evaluate(path.selected)
      const best = pathWith(path, evaluation)
      if (!best) return
      const runnerUp = best.move?.runnerUp ?? null
      const second = runnerUp !== null && random() < share ? pathWith(path, evaluation, runnerUp) : null
      path = (yield { add: [second ?? best] }) ?? path
    }
  },
})

/** Predicts the median of the training rows: the least absolute error of any constant. */
export const median = defineLearner(
  {
    fit: (_, target) => {
      const sorted = [...target].sort((a, b) => a - b)
      const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
      return { predict: (rows) => rows.map(() => middle) }
    },
  },
  { id: 'median', task: 'regression' },
)
