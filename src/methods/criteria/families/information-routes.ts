import { countMembers, CribaError, joinVariables } from '#core'
import type { BandwidthRule, Counts, Density, DensityFlaw, DensityShape, Entropies, Variable } from '#core'
import { adjustedInformation } from '../../measures/adjusted-information.ts'
import { densityInformation } from './neighbour-estimates.ts'
import { betweenNumbers, conditionalRoute, levelsWithNumber, numbersWithLevels } from './neighbour-routes.ts'
import type { InformationRoute } from './neighbour-routes.ts'
import { ln2, millerMadow, plugIn } from '../../measures/estimators.ts'
import { countRows, tableEstimators } from '../../measures/table-estimators.ts'
import { mutualInformation } from '../../measures/quantities.ts'
import type { InformationOptions } from './information-options.ts'

const information = mutualInformation([0], [1])

/**
 * The way an estimator takes for sets and a target of numbers or of levels; `nearest` takes Kraskov's for
 * numbers with numbers, Ross's for numbers with levels, counts for levels with levels.
 */
export function informationRoute(
  options: InformationOptions,
  areNumbers: boolean,
  targetIsNumber: boolean,
): InformationRoute {
  switch (options.estimator) {
    case 'plug-in':
    case 'miller-madow':
      return fromEntropies(options.estimator === 'plug-in' ? plugIn : millerMadow)
    case 'shrink':
      return fromTables
    case 'adjusted':
      return adjusted
    case 'ksg1':
      return betweenNumbers(options, 1)
    case 'ksg2':
      return betweenNumbers(options, 2)
    case 'ross':
      return areNumbers ? numbersWithLevels(options) : levelsWithNumber(options)
    case 'mesner-shalizi':
      return conditionalRoute(options, [], 'mesner-shalizi')
    case 'kde':
      return fromDensities(options)
    case 'nearest':
      if (areNumbers) return targetIsNumber ? betweenNumbers(options, 1) : numbersWithLevels(options)
      return targetIsNumber ? levelsWithNumber(options) : fromEntropies(plugIn)
  }
}

/** From the entropies of the sets, the target, and both, over the rows complete in all. */
function fromEntropies(estimate: typeof plugIn): InformationRoute {
  return {
    from: 'counts',
    needs: (sets, target, view) => {
      const both = joinVariables(sets, [target])
      const alone = [target]
      const targets = { list: new Array<readonly Variable[]>(countMembers(sets)).fill(alone) }
      return [
        { kind: 'entropy', family: sets, within: both, view },
        { kind: 'entropy', family: targets, within: both, view },
        { kind: 'entropy', family: both, view },
      ]
    },
    fold: (answers) => {
      const entropies = answers as readonly [Entropies, Entropies, Entropies]
      const { n } = entropies[2]
      return { n, score: n.map((_, i) => estimate(information, entropies, i)) }
    },
  }
}

/** From the whole tables of the sets and the target, shrunk towards uniform. */
const fromTables: InformationRoute = {
  from: 'counts',
  needs: (sets, target, view) => [{ kind: 'counts', family: joinVariables(sets, [target]), view }],
  fold: ([answer]) => {
    const tables = answer as readonly Counts[]
    const rows = Float64Array.from(tables, countRows)
    const score = Float64Array.from(tables, (table) => {
      const others = table.levels.map((_, axis) => axis).slice(1)
      return tableEstimators.shrink(table)(mutualInformation([0], others))
    })
    return { n: rows, score }
  },
}

/** I less its mean over permutations of the target, from the whole tables. */
const adjusted: InformationRoute = {
  from: 'counts',
  needs: (sets, target, view) => fromTables.needs(sets, target, view),
  fold: ([answer]) => {
    const found = (answer as readonly Counts[]).map(adjustedInformation)
    return {
      n: Float64Array.from(found, ({ n }) => n),
      score: Float64Array.from(found, ({ bits }) => bits),
      why: found.map(({ why }) => why),
    }
  },
}

function fromDensities({ kernel, bandwidth, clip }: InformationOptions): InformationRoute {
  return {
    from: 'densities',
    needs: (family, target, view) => [
      { kind: 'density', family, with: [target], view, ...shapeOf(kernel, bandwidth) },
    ],
    fold: ([answer]) => {
      const density = answer as Density
      const why = density.flaws.map((flaw, i) => (flaw === null ? undefined : whyFlawed(flaw, density.n[i])))
      const score = density.n.map((_, i) => {
        if (why[i] !== undefined) return NaN
        const bits = densityInformation(density, i) / ln2
        return clip ? Math.max(0, bits) : bits
      })
      return { n: density.n, score, why }
    },
  }
}

function shapeOf(kernel: 'gaussian' | 'box', bandwidth: BandwidthRule | 'likelihood'): DensityShape {
  if (kernel === 'gaussian') return { kernel, bandwidth }
  if (bandwidth !== 'likelihood') return { kernel, bandwidth }
  throw new CribaError('invalid', 'invalid bandwidth: likelihood (boxes need scott or silverman)')
}

function whyFlawed(flaw: DensityFlaw, rows: number): string {
  if (flaw === 'rows') return `${rows} complete rows (too few for a density)`
  return flaw === 'constant' ? 'a column is constant' : 'a column is determined by the others'
}
