import type { MeanRank } from '#core'
import type { ScorerColumn } from './rank-columns.ts'

export interface Order {
  /** The text of a scorer, `mean` or `file`. */
  readonly by: string
  readonly names: readonly string[]
}

/** The names of columns as a sort orders them, best first; null as long as it is not known. */
export function namesBy(
  by: string,
  columns: readonly ScorerColumn[],
  mean: readonly MeanRank[] | null,
  file: readonly string[],
): readonly string[] | null {
  if (by === 'file') return file
  if (by === 'mean')
    return (
      mean &&
      withRest(
        mean.map(({ feature }) => feature),
        file,
      )
    )
  const column = columns.find(({ text }) => text === by)
  return column?.answer.scores
    ? withRest(
        column.answer.scores.map(({ feature }) => feature),
        file,
      )
    : null
}

/** Names in an order, without those that are not there any more, and with new ones after them. */
export function withRest(names: readonly string[], file: readonly string[]): readonly string[] {
  const there = new Set(file)
  const ordered = names.filter((name) => there.has(name))
  if (ordered.length === file.length) return ordered
  const known = new Set(ordered)
  return [...ordered, ...file.filter((name) => !known.has(name))]
}

/** The last order of the rows of opened data: it changes on demand only, so it outlives the view. */
const orders = new WeakMap<object, { readonly key: string; readonly order: Order }>()

export function keptOrder(opened: object, key: string): Order | null {
  const kept = orders.get(opened)
  return kept?.key === key ? kept.order : null
}

export function keepOrder(opened: object, key: string, order: Order): void {
  orders.set(opened, { key, order })
}
