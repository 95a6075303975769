import { isNear } from '#core'
import { defineStep } from '../shapes/step-criterion.ts'
import {
  bits,
  negligibleBits,
  pairNeeds,
  PairTerms,
  relevanceFold,
  relevanceNeeds,
} from './families/pair-terms.ts'

/**
 * Rewards columns that are informative about the target, except those on which a better column is more
 * informative than they are about the target.
 *
 * J(X_k) = SU(X_k;Y) = 2·I(X_k;Y)/(H(X_k)+H(Y)), 0 to 1; none where it is below `delta` or 0, and none any
 * more as soon as a selected X_j has SU(X_j;X_k) ≥ SU(X_k;Y): then X_k is set aside because of X_j. So
 * forward selection walks down the ranking by `symmetrical-uncertainty` past what is redundant, and ends by
 * itself when no column is left. Of a copy of a selected column SU is 1, so it always leaves; a constant
 * column has 0. What shows only together with a selected column is not seen, as in `mrmr`. Yu and Liu (2003);
 * they keep SU > δ, some programs drop only where SU(X_j;X_k) is greater.
 *
 * @example select(table, { target: 'y', criterion: fcbf() })
 */
export const fcbf = defineStep({
  id: 'fcbf',
  title: 'Fast correlation-based filter',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  better: 'higher',
  units: 'share of the mean entropy',
  pairwise: true,
  takesGiven: true,
  options: {
    delta: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0,
      help: 'the least symmetrical uncertainty with the target',
    },
  },
  formula: 'J = SU(X_k;Y), none where some SU(X_j;X_k) ≥ SU(X_k;Y)',
  reference: 'Yu & Liu 2003',
  falling: 0,
  stop: 'none',
  needs: (step) => (step.sums ? pairNeeds(step, false) : relevanceNeeds(step)),
  fold: (answers, step) => {
    const { sums, selected, options } = step
    const { delta } = options
    if (!sums) {
      const { n, relevance, targetEntropy, kept } = relevanceFold(answers, step)
      const entropies = kept['xHigh'].map((high, k) => bits(high, kept['xLow'][k], n[k]))
      const all = relevance.map((bits, k) => uncertainty(bits, entropies[k], targetEntropy(k)))
      const isBelow = (value: number) => value < delta && !isNear(value, delta)
      const score = all.map((value) => (value < negligibleBits || isBelow(value) ? NaN : value))
      const why = Array.from(all, (value, k) =>
        Number.isNaN(score[k]) ? tooLittle(value, delta) : undefined,
      )
      return { n, score, why, sums: { score, xHigh: kept['xHigh'], xLow: kept['xLow'] } }
    }
    const { n } = answers[1]
    const { xHigh, xLow } = sums
    const { redundancy: shared, candidateEntropy, selectedEntropy } = new PairTerms(answers, sums, step)
    const last = selected.length - 1
    const because = new Int32Array(n.length).fill(-1)
    const score = sums['score'].map((known, k) => {
      const redundancy = uncertainty(shared[k], candidateEntropy[k], selectedEntropy[k])
      if (Number.isNaN(known) || (redundancy < known && !isNear(redundancy, known))) return known
      because[k] = last
      return NaN
    })
    return { n, score, because, sums: { score, xHigh, xLow } }
  },
})

/** 2·I/(H+H), 0 where nothing varies. */
function uncertainty(information: number, one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * information) / (one + other)
}

function tooLittle(value: number, delta: number): string {
  return value < negligibleBits
    ? 'it tells nothing of the target'
    : `it tells less of the target than delta = ${delta}`
}
