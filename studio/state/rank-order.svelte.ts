import { untrack } from 'svelte'
import type { ScorerAnswers } from './rank-answers.svelte.ts'
import type { ScorerColumn } from './rank-columns.ts'
import { keepOrder, keptOrder, namesBy, withRest } from './rank-order.ts'
import type { Order } from './rank-order.ts'
import { sortOf } from './rank-scorers.ts'
import type { Studio } from './studio.svelte.ts'
import { targetSpecOf } from './workspace-columns.ts'

interface Ordered {
  /** The ticked scorers, and those of them that can be asked. */
  readonly ticked: () => readonly string[]
  readonly wanted: () => readonly string[]
  readonly columns: () => readonly ScorerColumn[]
  readonly answers: ScorerAnswers
}

/**
 * The order of the rows: it changes when someone sorts, or when the data do, and never because a score comes.
 */
export function keepsOrder(studio: Studio, { ticked, wanted, columns, answers }: Ordered) {
  let order = $state.raw<Order | null>(null)
  const features = $derived(studio.features)
  const key = $derived(JSON.stringify(targetSpecOf(studio.workspace)))
  /** What the workspace asks for, as far as it can be. */
  const sort = $derived.by((): string | null => {
    const asked = sortOf(studio.workspace, ticked().length)
    const by = typeof asked === 'number' ? ticked()[asked] : asked
    // Without a target most scorers wait for one.
    if (by === 'file') return studio.workspace.rank.sort === 'file' ? by : null
    if (by === 'mean' ? wanted().length > 1 : wanted().includes(by)) return by
    return wanted().length > 1 ? 'mean' : (wanted()[0] ?? null)
  })
  /** The sort that was asked for when the rows were ordered. */
  let asked: unknown = null

  function set(next: Order): void {
    order = next
    if (studio.opened) keepOrder(studio.opened, key, next)
  }

  $effect(() => {
    const { opened } = studio
    const { sort: now } = studio.workspace.rank
    const by = sort
    const isOld =
      by === 'mean' ? answers.isMeanOld : (columns().find(({ text }) => text === by)?.answer.isOld ?? false)
    const names = isOld || by === null ? null : namesBy(by, columns(), answers.mean, features)
    const kept = opened && keptOrder(opened, key)
    untrack(() => {
      // Undo, or an address, may ask for another order.
      const isAskedAnew = asked !== null && asked !== now
      if (kept && !isAskedAnew) order = kept
      else if (names && by !== null) set({ by, names })
      else if (!kept) order = null
      if (names || (kept && !isAskedAnew)) asked = now
    })
  })

  const isStale = $derived.by(() => {
    if (!order || answers.isRunning) return false
    if (order.by !== 'mean' && order.by !== 'file' && !wanted().includes(order.by)) return true
    const now = namesBy(order.by, columns(), answers.mean, features)
    const shown = withRest(order.names, features)
    return now !== null && now.some((name, place) => name !== shown[place])
  })

  return {
    /** What orders the rows: the text of a scorer, `mean`, `file`; null as long as nothing does. */
    get by(): string | null {
      return order?.by ?? null
    },
    /** All columns in their order. */
    get names(): readonly string[] {
      return withRest(order?.names ?? features, features)
    },
    /** Whether the rows would stand otherwise if they were sorted now. */
    get isStale(): boolean {
      return isStale
    },
    /** What they would be sorted by. */
    get next(): string {
      const by = order?.by ?? sort
      return by === 'mean' || by === 'file' || (by !== null && wanted().includes(by)) ? by : (sort ?? 'file')
    },
    sortBy(by: string): void {
      const next = by === 'mean' || by === 'file' ? by : ticked().indexOf(by)
      const names = namesBy(by, columns(), answers.mean, features)
      // Scores that are still to come sort the rows when they do.
      asked = names ? next : undefined
      studio.change({ rank: { ...studio.workspace.rank, by: ticked(), sort: next } }, { silent: true })
      if (names) set({ by, names })
    },
    /** Ticks other scorers; the rows stay as they are. */
    retick(by: readonly string[]): void {
      const current = order?.by ?? sort
      const place = current === null ? -1 : by.indexOf(current)
      const next = current === 'mean' || current === 'file' ? current : place >= 0 ? place : 'mean'
      asked = next
      studio.change({ rank: { ...studio.workspace.rank, by, sort: next } })
    },
    /** Gives a scorer other options. */
    change(place: number, text: string): void {
      if (order?.by === ticked()[place]) set({ ...order, by: text })
      const by = ticked().map((one, i) => (i === place ? text : one))
      studio.change({ rank: { ...studio.workspace.rank, by } })
    },
  }
}
