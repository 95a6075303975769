import { membersOf } from '#core'
import type { Answer, Entropies, MomentsOfFamily, Request } from '#core'
import type { RankScores, Reads } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import { gramNeeds, gramsOf } from './families/linear-fits.ts'
import { uncertaintyNeeds, uncertaintyTerms } from './families/information-sums.ts'
import { correlationNeeds, correlationTerms, pairsOfSets, sumPairs } from './families/pairs-of-sets.ts'
import type { SetSums } from './families/pairs-of-sets.ts'
import { outOfRange } from './families/tests.ts'

const byLevels: Reads = { features: { numeric: 'levels', categorical: 'levels' }, target: 'levels' }
const byValues: Reads = { features: { numeric: 'values', categorical: null }, target: 'values' }

/**
 * Rewards sets of columns that go with the target and not with one another.
 *
 * J = k·r̄_cf / √(k + k(k−1)·r̄_ff), 0 to 1, r̄_cf the mean relation of the k columns with the target and
 * r̄_ff that of their pairs. Between numbers r is |ρ|; with classes, or where a column holds levels, it is
 * the symmetrical uncertainty of discretised columns. `relation: 'uncertainty'` takes that for numbers too,
 * `relation: 'pearson'` takes |ρ| of numbers alone and leaves the other columns out. A constant column
 * relates to nothing. `quadratic-mi` weighs the same two by subtraction. Weka adds columns afterwards that
 * its search left out; this does not. Hall (1999).
 *
 * @example select(table, { target: 'species', criterion: cfs(), search: bestFirst() })
 */
export const cfs = defineSubset({
  id: 'cfs',
  title: 'Correlation-based feature selection',
  ...byLevels,
  target: 'either',
  reads: ({ relation }, { features, target }) => {
    if (relation === 'pearson') return byValues
    if (relation === 'uncertainty' || target !== 'numeric') return byLevels
    if (!features.has('categorical')) return byValues
    return {
      ...byLevels,
      warning:
        'numbers and levels in one question: numbers are discretised (relation=pearson takes numbers alone)',
    }
  },
  together: 2,
  pairwise: true,
  takesGiven: ({ relation }) => relation === 'uncertainty',
  better: 'higher',
  units: 'merit',
  options: {
    relation: {
      type: 'choice',
      of: ['by-type', 'uncertainty', 'pearson'],
      default: 'by-type',
      help: '|ρ| between numbers and symmetrical uncertainty otherwise (by-type), or one of them for all',
    },
  },
  formula: 'J = k·r̄_cf / √(k + k(k−1)·r̄_ff)',
  reference: 'Hall 1999',
  needs: (step): readonly Request[] =>
    isOfNumbers(step)
      ? step.gaps
        ? correlationNeeds(pairsOfSets(step.sets), step.target!, step.view)
        : gramNeeds(step.sets, step.target!, step.view)
      : uncertaintyNeeds(step.sets, step.target!, step.view, step.gaps),
  fold: (answers, step) => {
    if (!isOfNumbers(step)) return ofLevels(answers as readonly Entropies[], step)
    return step.gaps ? ofPairs(answers as readonly MomentsOfFamily[], step) : ofNumbers(answers, step)
  },
})

function isOfNumbers({ target }: SubsetStep): boolean {
  return target!.coding === null
}

function ofLevels(answers: readonly Entropies[], { sets, gaps }: SubsetStep): RankScores {
  const pairs = pairsOfSets(sets)
  return sumPairs(sets, pairs, uncertaintyTerms(answers, pairs, gaps), merit)
}

/** |ρ| of each column and each pair over rows of its own. */
function ofPairs(answers: readonly MomentsOfFamily[], { sets }: SubsetStep): RankScores {
  const pairs = pairsOfSets(sets)
  const { unsquarable, ...terms } = correlationTerms(answers, pairs)
  const scores = sumPairs(sets, pairs, terms, merit)
  if (unsquarable.size === 0) return scores
  const why = [...membersOf(sets)].map((set) => {
    if (unsquarable.has(-1)) return outOfRange('the target').why
    const isWild = set.some((variable) => unsquarable.has(pairs.variables.indexOf(variable)))
    return isWild ? outOfRange('the column').why : undefined
  })
  return { ...scores, score: scores.score.map((score, i) => (why[i] === undefined ? score : NaN)), why }
}

function ofNumbers(answers: readonly Answer[], { sets }: SubsetStep): RankScores {
  const found = Array.from(
    gramsOf(answers as readonly [MomentsOfFamily], sets),
    ({ n, comoment, width, places, unsquarable }) => {
      if (unsquarable) return { n, score: NaN, why: outOfRange(unsquarable).why }
      const size = (i: number) => Math.sqrt(comoment[i * width + i])
      const relation = (i: number, j: number) => {
        const product = size(i) * size(j)
        return product === 0 ? 0 : Math.min(1, Math.abs(comoment[i * width + j]) / product)
      }
      const sums = { size: places.length, relevance: 0, redundancy: 0, conditional: 0 }
      places.forEach((i, at) => {
        sums.relevance += relation(i, 0)
        for (let other = 0; other < at; other++) sums.redundancy += relation(i, places[other])
      })
      return { n, score: merit(sums), why: undefined }
    },
  )
  return {
    n: Float64Array.from(found, ({ n }) => n),
    score: Float64Array.from(found, ({ score }) => score),
    why: found.map(({ why }) => why),
  }
}

/** k·r̄_cf / √(k + k(k−1)·r̄_ff), written with the sums. */
function merit({ size, relevance, redundancy }: SetSums): number {
  return relevance / Math.sqrt(size + 2 * redundancy)
}
