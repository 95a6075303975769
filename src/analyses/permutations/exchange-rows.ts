import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { CribaError, seeded, seedWith, variablesOfExchange } from '#core'
import type { Exchange } from '#core'
import { jointLevels, rowExchanges } from '../null-distributions/row-exchange.ts'
import type { ExchangeColumns } from '../null-distributions/row-exchange.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { RowsOfPermutation, TargetToPermute } from './permuted-target.ts'

/**
 * The permutations of a target whose rows are exchanged in groups, strata or time; the seed depends on the
 * columns of the exchange too.
 */
export async function exchangeRowsOf(
  batcher: RequestBatcher,
  { view, target, seed: given, exchange }: TargetToPermute & { readonly exchange: Exchange },
): Promise<{ readonly seed: number; readonly kinds: number; readonly rowsOf: RowsOfPermutation }> {
  const read = [(target.values ?? target.classes)!, ...variablesOfExchange(exchange)]
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: read, view }])
  if (rows.weights.some((weight) => weight !== 0 && weight !== 1)) {
    throw new CribaError(
      'unsuitable',
      'unsuitable weights: permutation p-values need every weight to be 0 or 1',
    )
  }
  const seed = seedWith(given, ...rows.columns)
  const all = Int32Array.from({ length: rows.weights.length }, (_, row) => row)
  const moved = all.filter((row) => rows.weights[row] > 0 && !Number.isNaN(rows.columns[0][row]))
  const take = (column: Float64Array) => Float64Array.from(moved, (row) => column[row])
  const draws = rowExchanges(
    take(rows.columns[0]),
    exchangeColumns(exchange, rows.columns.slice(1).map(take)),
  )
  return {
    seed,
    kinds: draws.length,
    rowsOf: (number) => {
      const draw = draws[number % draws.length]
      const random = seeded(`${seed}/${number}/exchange`)
      const from = all.slice()
      draw(() => uniformFloat64(random)).forEach((place, i) => (from[moved[i]] = moved[place]))
      return from
    },
  }
}

/** The columns of an exchange by name, from those of `variablesOfExchange`. */
export function exchangeColumns(
  { within, together, along }: Exchange,
  columns: readonly Float64Array[],
): ExchangeColumns {
  const left = [...columns]
  const levels = left.splice(0, within?.length ?? 0)
  return {
    ...(levels.length > 0 && { within: jointLevels(levels[0].length, levels) }),
    ...(together && { together: left.shift()! }),
    ...(along && { along: left.shift()! }),
  }
}
