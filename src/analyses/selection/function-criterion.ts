import { defineSubset } from '../../criteria/subset-criterion.ts'
import type { SubsetCriterion } from '../../criteria/subset-criterion.ts'
import type { OwnCriterion, SubsetFunction } from '../../spec/select-spec.ts'

/** A function of the user's as a criterion of sets: it asks nothing of the source, and answers by itself. */
export interface FunctionCriterion extends SubsetCriterion {
  readonly scoreOf: SubsetFunction
}

/** What a function is called that has no name, and in every spec. */
export const functionId = 'function'

/** Makes it, from the function or from what says more of it. */
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
    formula: 'J = what the function says',
    reference: 'by definition',
    needs: () => [],
    fold: () => {
      throw new TypeError('a function is asked itself')
    },
  })
  return { ...criterion, scoreOf: own.score }
}

export function isFunctionCriterion(criterion: object): criterion is FunctionCriterion {
  return 'scoreOf' in criterion
}
