import { plainVariable, underViews, variablesOf, variablesOfView, variablesRead } from '#core'
import type { ColumnFacts, Request, Variable, View } from '#core'

/** What requests read of the columns of a source in memory. */
export interface ColumnsRead {
  /** Columns whose cells are read. */
  readonly cells: readonly number[]
  /** Columns of which it matters which rows have no value. */
  readonly gaps: readonly number[]
  /** Variables whose levels are counted: where they are coded, no cells are read for them. */
  readonly coded: readonly Variable[]
}

/** What some requests read of these columns, which come first in the source. */
export function columnsRead(
  requests: readonly Request[],
  columns: readonly Pick<ColumnFacts, 'type'>[],
): ColumnsRead {
  const cells = new Set<number>()
  const gaps = new Set<number>()
  const coded = new Set<Variable>()
  const addCells = (variables: Iterable<Variable>) => {
    for (const { column } of variables) cells.add(column)
  }
  const addLevels = (variables: Iterable<Variable>) => {
    for (const variable of variables) {
      const { coding, column } = variable
      // Numbers by their values may be sorted instead of coded.
      if (!coding || (coding.kind === 'values' && columns[column]?.type === 'numeric')) cells.add(column)
      else coded.add(plainVariable(variable))
      gaps.add(column)
    }
  }
  const addView = ({ weights, sampledOver = [], complete = [], sample }: View) => {
    if (weights !== undefined) cells.add(weights)
    for (const column of [...sampledOver, ...complete]) gaps.add(column)
    if (sample) addView(sample.of)
  }
  const views = new Set<View>()
  for (const request of requests) {
    underViews(request, (view) => (views.add(view), view))
    switch (request.kind) {
      case 'entropy':
        addLevels(variablesOf(request.family))
        if (request.also) addLevels([request.also])
        if (request.within) for (const { column } of variablesOf(request.within)) gaps.add(column)
        break
      case 'counts':
        addLevels(variablesOf(request.family))
        break
      case 'moments':
        addCells(variablesOf(request.family))
        if (request.by) addLevels([request.by])
        break
      default:
        addCells(variablesRead(request))
    }
  }
  for (const view of views) {
    addView(view)
    addCells(variablesOfView(view))
  }
  const isOf = (column: number) => column < columns.length
  return {
    cells: [...cells].filter(isOf),
    gaps: [...gaps].filter(isOf),
    coded: [...coded].filter(({ column }) => isOf(column)),
  }
}

/** The columns that are read in any way. */
export function columnsOf({ cells, gaps, coded }: ColumnsRead): readonly number[] {
  return [...new Set([...cells, ...gaps, ...coded.map(({ column }) => column)])]
}
