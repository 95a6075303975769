import { settleDescribe } from '#core'
import type { DataSpec, Description, Run, Source, Table } from '#core'
import { withWarnings } from './scope/error-warnings.ts'
import { underOneTarget } from './scope/one-target.ts'
import { sourceOf } from './scope/scope.ts'

/**
 * Describes the columns of a table: type, missing and distinct values, range or levels, how the values are
 * distributed, and the levels that methods based on counts would use.
 *
 * @example const { columns } = await describe(table, { target: 'species' })
 * @throws CribaError naming the column and the remedy
 */
export async function describe(
  data: Table | Source,
  spec: DataSpec = {},
  run: Run = {},
): Promise<Description> {
  return underOneTarget(sourceOf(data, run), spec, settleDescribe, run, (source, one) =>
    withWarnings(source.warnings, run.on, async ({ warnings }) => {
      const { describeFrom, withRowsCounted } = await import('./on-demand/describe.ts')
      return withRowsCounted(source, settleDescribe(one), run, (counted, drop, ofRows) => {
        warnings.push(...ofRows)
        return describeFrom(counted, { ...one, drop }, run, warnings)
      })
    }),
  )
}
