import type { OwnCriterion, SubsetFunction } from '#core'
import { defineSubset } from '#methods'
import type { SubsetCriterion } from '#methods'

/** The user's own function as a criterion of sets, which needs no requests to the source. */
export interface FunctionCriterion extends SubsetCriterion {
  readonly scoreOf: SubsetFunction
  /**
   * It learns from some rows and scores others, which are given to it; otherwise it decides which rows it
   * uses.
   */
  readonly takesRows: boolean
}

/** The id of a function without a name, and of every function in a spec. */
export const functionId = 'function'

/** Makes a criterion from a function, or from a record with the function. */
export function functionCriterion(given: SubsetFunction | OwnCriterion): FunctionCriterion {
  const own: OwnCriterion = typeof given === 'function' ? { score: given } : given
  const { criterion } = defineSubset({
    id: own.id ?? functionId,
    title: 'A function',
    features: { numeric: 'values', categorical: 'levels' },
    target: null,
    better: own.better ?? 'higher',
    ...(own.monotone && { monotone: true }),
    units: '',
    options: {},
    formula: 'J = the value of the function',
    reference: 'by definition',
    needs: () => [],
    fold: () => {
      throw new TypeError('a function is called, not folded')
    },
  })
  return { ...criterion, scoreOf: own.score, takesRows: own.score.length >= 2 }
}

/** How many asynchronous calls of the function run at a time. */
export const mostInFlight = 8
