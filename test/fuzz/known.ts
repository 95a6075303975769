import type { SelectSpec } from 'criba'
import type { Call } from './calls.ts'
import { recordOf } from './methods.ts'
import type { DrawnMethod } from './methods.ts'
import type { OddTable } from './odd-tables.ts'

/** A defect that is known and not mended yet. */
interface Known {
  /** What is wrong, and where. */
  readonly reason: string
  /** Whether a line of a failing call is this defect. */
  readonly is?: (call: Call, table: OddTable, line: string) => boolean
  /** A call that is not made on DuckDB. */
  readonly spares?: (call: Call) => boolean
}

/** Empty at best: a line here is owed. */
const known: readonly Known[] = [
  {
    reason:
      'on DuckDB each permutation is queries of its own: a ranking cut by its p-values takes 10 to 30 s',
    spares: ({ name, spec }) => name === 'select' && isCutByPermutations(spec),
  },
]

/** Why a failing line is let pass; undefined where it is not. */
export function reasonFor(call: Call, table: OddTable, line: string): string | undefined {
  return known.find(({ is }) => is?.(call, table, line))?.reason
}

export function isSpared(call: Call): boolean {
  return known.some(({ spares }) => spares?.(call))
}

/** A ranking without a bound is cut by its false discovery rate; where the method has no p-values they come by permutation. */
function isCutByPermutations({ criterion, search, cut, k, stop, startFrom }: SelectSpec): boolean {
  const { method } = criterion as DrawnMethod
  const { shape, pValue } = recordOf(method)
  const isRanking = (search as DrawnMethod | undefined)?.method ?? 'ranking'
  const isCut = cut === undefined ? k === undefined && stop === undefined : cut?.startsWith('fdr')
  const isIts = shape === 'rank' && pValue === undefined && isRanking === 'ranking' && isCut
  return Boolean(isIts) || startFrom === 'mutual-information'
}
