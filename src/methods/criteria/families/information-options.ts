import type { OptionsOf } from '#core'
import { scaleOption } from '../../shapes/criterion.ts'
import type { Reads, Types } from '../../shapes/criterion.ts'

/** Estimators of information, of the methods that have a choice. */
const informationEstimators = [
  'plug-in',
  'miller-madow',
  'shrink',
  'adjusted',
  'nearest',
  'ksg1',
  'ksg2',
  'ross',
  'mesner-shalizi',
  'kde',
] as const
type InformationEstimator = (typeof informationEstimators)[number]

const byDensities = { estimator: ['kde'] } as const
const byNoisyNeighbours = { estimator: ['nearest', 'ksg1', 'ksg2', 'ross'] } as const
/** The estimators from neighbours. */
export const byNeighbours = { estimator: [...byNoisyNeighbours.estimator, 'mesner-shalizi'] } as const

/** The options of an information that can be estimated in several ways. */
export function informationOptions<const D extends InformationEstimator>(byDefault: D) {
  return {
    estimator: {
      type: 'choice',
      of: informationEstimators,
      default: byDefault,
      help: 'from counts of levels (plug-in, miller-madow, shrink; adjusted: less what chance gives), or from neighbours: of numbers (ksg1, ksg2), of numbers and levels (ross; mesner-shalizi: of any in one set), as the types are (nearest); of numbers by kernel densities (kde)',
    },
    k: {
      type: 'whole',
      min: 1,
      max: 1000,
      default: 3,
      help: 'neighbours looked at',
      only: byNeighbours,
    },
    scale: { ...scaleOption, only: byNeighbours },
    jitter: {
      type: 'number',
      min: 0,
      max: 1,
      default: 1e-10,
      help: 'noise that breaks ties between rows where there are any, in standard deviations; 0: tied rows count by the definition',
      only: byNoisyNeighbours,
    },
    clip: {
      type: 'flag',
      default: false,
      help: 'an estimate below 0 becomes 0',
      only: { estimator: [...byNeighbours.estimator, 'kde'] },
    },
    kernel: {
      type: 'choice',
      of: ['gaussian', 'box'],
      default: 'gaussian',
      help: 'normal densities, or boxes, around the rows',
      only: byDensities,
    },
    bandwidth: {
      type: 'choice',
      of: ['scott', 'silverman', 'likelihood'],
      default: 'scott',
      help: 'the width of the kernel by a rule, or the one under which rows held out are likeliest (gaussian)',
      only: byDensities,
    },
  } as const
}

/** What they say of how information is estimated. */
export type InformationOptions = OptionsOf<ReturnType<typeof informationOptions>>

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
    case 'mesner-shalizi':
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
