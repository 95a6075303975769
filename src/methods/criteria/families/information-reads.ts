import type { Reads, Types } from '../../shapes/criterion.ts'
import type { InformationEstimator } from './information-options.ts'

/** How an estimator of information reads columns, with a target of some type. */
export function informationReads(estimator: InformationEstimator, { target }: Types): Reads {
  switch (estimator) {
    case 'plug-in':
    case 'miller-madow':
    case 'shrink':
    case 'adjusted':
      return { features: { numeric: 'levels', categorical: 'levels' }, target: 'levels' }
    case 'ksg1':
    case 'ksg2':
    case 'kde':
      return { features: { numeric: 'distances', categorical: null }, target: 'distances' }
    case 'ross':
      return target === 'numeric'
        ? { features: { numeric: null, categorical: 'levels' }, target: 'either' }
        : { features: { numeric: 'distances', categorical: null }, target: 'either' }
    case 'nearest':
      return { features: { numeric: 'distances', categorical: 'levels' }, target: 'either' }
  }
}

/** How an estimator of information reads a set: numbers and levels together are discretised. */
export function setInformationReads(estimator: InformationEstimator, types: Types): Reads {
  const isMixed = types.features.size > 1
  if (estimator === 'ross' && types.target === 'numeric' && types.size > 1) {
    // One column of levels can be held against a number, several cannot.
    return { features: { numeric: null, categorical: null }, target: 'either' }
  }
  const areLevels = types.features.has('categorical') && types.size > 1
  if (estimator !== 'nearest' || (!isMixed && !(areLevels && types.target === 'numeric'))) {
    return informationReads(estimator, types)
  }
  // One column of levels can be held against a number; several of them, or of both kinds, cannot.
  return {
    ...informationReads('plug-in', types),
    warning: 'numbers and levels in one question: numbers are discretised and counted',
  }
}
