import type { RankResult } from 'criba'
import { shuffled } from '../contract/tables.ts'
import type { Call } from './calls.ts'
import type { Draw } from './draw.ts'
import { recordOf } from './methods.ts'
import type { DrawnMethod } from './methods.ts'
import type { OddTable } from './odd-tables.ts'

/** What may stand in another order without another answer. */
export type Ordered = 'rows' | 'columns'

/** A table in another order of its rows, or of its columns. */
export function reordered(draw: Draw, table: OddTable, of: Ordered): OddTable {
  const { columns } = table
  if (of === 'columns') return { ...table, columns: shuffled(columns, () => draw.number()) }
  const rows = shuffled([...columns[0][1].keys()], () => draw.number())
  return { ...table, columns: columns.map(([name, cells]) => [name, rows.map((row) => cells[row])]) }
}

/** Functions whose numbers are sums over rows, whatever their order. */
const sumsOfRows = [
  'score',
  'interactions',
  'groups',
  'informationMatrix',
  'chain',
  'informationByLevel',
  'selfInformation',
]

/** What draws rows by their places. */
const drawing = ['permutations', 'stability', 'evidence', 'prefilter', 'budget', 'pareto']
/** Searches that draw, and stops that permute rows. */
const drawingSearches = ['random', 'annealing', 'genetic', 'particle-swarm']

/**
 * Whether the answer of a call is promised for any order of the rows, or of the columns; only of counts, whose sums are
 * exact. Ties between columns go by their order.
 */
export function isPromised({ name, spec, ofCounts }: Call, of: Ordered): boolean {
  if (!ofCounts || drawing.some((part) => part in spec)) return false
  if (name === 'describe') return true
  if (name === 'rank') return methodsOf(spec).every((method) => !isDrawn(method))
  if (of === 'columns') return name === 'score'
  if (name !== 'select') return sumsOfRows.includes(name)
  const { search, stop, startFrom, criterion } = spec as Readonly<Record<string, unknown>>
  const { method } = (search ?? { method: 'forward' }) as DrawnMethod
  const isPlain = typeof stop === 'string' && /^(?:none|rising|gain)/.test(stop)
  return isPlain && !startFrom && !drawingSearches.includes(method) && !isDrawn(criterion as DrawnMethod)
}

function methodsOf(spec: object): readonly DrawnMethod[] {
  return (spec as { readonly by: readonly DrawnMethod[] }).by
}

/** Whether a method draws rows or columns by their places, or adds up other columns in their order. */
function isDrawn({ method, options }: DrawnMethod): boolean {
  const record = recordOf(method)
  const draws = ['forest-importance', 'permutation-importance', 'cv', 'fused-lasso']
  return draws.includes(method) || 'joint' in record || 'seed' in record.options || 'samples' in options
}

/** An answer without what may depend on the order: the order of its lists of columns, and its warnings. */
export function unordered(name: Call['name'], result: object): object {
  const { warnings: _, data: __, spec: ___, ...rest } = result as Readonly<Record<string, unknown>>
  const lists = ['columns', 'features', 'coding', 'meanRank']
  const sorted = Object.entries(rest).map(([key, value]) => [
    key,
    lists.includes(key) ? sortedByName(withoutCopies(value)) : value,
  ])
  const answer = Object.fromEntries(sorted) as object
  if (name !== 'rank') return answer
  const { rankings } = answer as RankResult
  return {
    ...answer,
    rankings: rankings.map((ranking) => ({ ...ranking, scores: sortedByName(ranking.scores) })),
  }
}

/** A list of columns without the finding that one repeats another: it is of the later one. */
function withoutCopies(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item: unknown) => {
    const { findings = [], ...rest } = item as { readonly findings?: readonly { readonly kind: string }[] }
    const others = findings.filter(({ kind }) => kind !== 'copy')
    return typeof item === 'string' ? item : { ...rest, ...(others.length > 0 && { findings: others }) }
  })
}

function sortedByName(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  const nameOf = (item: unknown) =>
    typeof item === 'string'
      ? item
      : String((item as { feature?: string; name?: string }).feature ?? (item as { name?: string }).name)
  return (list as unknown[]).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}
