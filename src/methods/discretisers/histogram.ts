import { CribaError, interpolate, limits, singles } from '#core'
import type { MomentsRequest, OrderRequest, OrderStatistics, Variable, View } from '#core'
import type { BinningMethod } from './binning-method.ts'
import { cutsBetween } from './equal-width.ts'
import { histogramBins } from './histogram-rules.ts'
import type { HistogramRule, HistogramSample } from './histogram-rules.ts'

/**
 * A histogram: right-closed bins of equal width, whose number in each column a rule computes from its values.
 * Weights count as repeated values. `histogramRules` has the rules and their references.
 */
export function histogram(rule: HistogramRule): BinningMethod<readonly [MomentsRequest, ...OrderRequest[]]> {
  return {
    bins: 'own',
    needs: (columns, { view }) => [
      { kind: 'moments', family: singles(columns), of: 'values', view },
      ...(rule === 'freedman-diaconis' ? columns.map((variable) => quartilesRequest(variable, view)) : []),
    ],
    cuts: ([{ n, min, max, comoment }, ...orders], { names }) =>
      names.map((name, i) => {
        const bins = histogramBins(
          {
            n: n[i],
            min: min[i],
            max: max[i],
            deviation: Math.sqrt(comoment[i] / n[i]),
            quartiles: quartilesOf(orders[i]),
          },
          rule,
        )
        if (bins > limits.cells) throw tooMany(name, rule, bins)
        return cutsBetween(min[i], max[i], bins)
      }),
  }
}

const quartiles = [
  { part: 1, of: 4 },
  { part: 3, of: 4 },
] as const

function quartilesRequest(variable: Variable, view: View): OrderRequest {
  const at = quartiles.flatMap((quartile) => [
    { ...quartile, side: 'before' as const },
    { ...quartile, side: 'after' as const },
  ])
  return { kind: 'order', variable, at, distinctUpTo: 0, view }
}

/** NaN for a rule that needs no quartiles, and for a column without values. */
function quartilesOf(order: OrderStatistics | undefined): HistogramSample['quartiles'] {
  if (!order || order.values.length === 0) return [NaN, NaN]
  const { n, values } = order
  return [
    interpolate(quartiles[0], n, values[0], values[1]),
    interpolate(quartiles[1], n, values[2], values[3]),
  ]
}

/** A few extreme values can lead to more bins than can be counted. */
function tooMany(name: string, rule: HistogramRule, bins: number): CribaError {
  const count = bins < 1e15 ? bins.toLocaleString('en') : bins.toExponential(1)
  return new CribaError(
    'too-large',
    `too many bins: ${rule} gives ${count} in column ${name} (at most ${limits.cells.toLocaleString('en')}; use another discretiser, or drop the column)`,
  )
}
