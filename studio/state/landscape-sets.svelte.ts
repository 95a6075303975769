import { untrack } from 'svelte'
import type { Warning } from '#core'
import { extendFront } from '#report/wording'
import type { Answer, SaidError } from './answers.svelte.ts'
import { CountedSets, levelQuestion } from './landscape.ts'
import type { Pair } from './landscape.ts'
import type { ListedSets } from '#analyses/client'
import type { Studio } from './studio.svelte.ts'
import { targetSpecOf } from './workspace-columns.ts'

/** What the sets are of. */
interface Landscape {
  readonly columns: readonly string[]
  readonly pair: Pair
}

/** The sets counted so far. They grow in place: a new object says that there are more. */
export interface Counted {
  readonly sets: CountedSets
  readonly pair: Pair
  readonly count: number
  /** The places of the Pareto front. */
  readonly front: readonly number[]
  readonly warnings: readonly Warning[]
}

/**
 * Asks for the sets of each size, and keeps what was counted: of one column, of all, of two, of all but one, …, so
 * that both ends of the landscape are there before its middle, which has the most sets.
 */
export function countedSets(studio: Studio, of: () => Landscape | null) {
  let counted = $state.raw<Counted | null>(null)
  let answer = $state.raw<Answer<ListedSets> | null>(null)
  /** How many sizes were counted. */
  let done = $state(0)
  let isHalted = $state(false)
  let key = ''
  let file: typeof studio.opened = null

  const ask = (landscape: Landscape) => {
    const size = sizeAt(done, landscape.columns.length)
    answer = studio.ask<'listSets'>(levelQuestion(studio, landscape.columns, landscape.pair, size))
  }
  $effect(() => {
    const landscape = of()
    const { opened } = studio
    const next = JSON.stringify([landscape, targetSpecOf(studio.workspace)])
    untrack(() => {
      if (key === next && file === opened) return
      key = next
      file = opened
      if (answer?.isRunning) answer.stop()
      counted = null
      answer = null
      done = 0
      isHalted = false
      if (!landscape || landscape.columns.length === 0) return
      counted = {
        sets: new CountedSets(landscape.columns),
        pair: landscape.pair,
        count: 0,
        front: [],
        warnings: [],
      }
      ask(landscape)
    })
  })
  /** The answer whose sets were added last. */
  let added: typeof answer = null
  $effect(() => {
    const value = answer?.value
    if (!value || answer === added) return
    untrack(() => {
      if (!counted || value.stopped === 'interrupted') return
      added = answer
      const { sets, front, warnings } = counted
      sets.add(value, sizeAt(done, sets.names.length))
      // Each size says the same with other numbers.
      const said = new Set(warnings.map(({ code, column }) => `${code} ${column}`))
      counted = {
        ...counted,
        count: sets.count,
        front: extendFront(front, sets, counted.count, sets.count),
        warnings: [
          ...warnings,
          ...value.warnings.filter(({ code, column }) => !said.has(`${code} ${column}`)),
        ],
      }
      done++
      if (!isHalted && done < sets.names.length) ask({ columns: sets.names, pair: counted.pair })
    })
  })

  return {
    get counted(): Counted | null {
      return counted
    },
    get isRunning(): boolean {
      return answer?.isRunning ?? false
    },
    /** Whether it was stopped, here or with all that runs, before all sets were counted. */
    get isHalted(): boolean {
      if (!answer || answer.isRunning || done >= counted!.sets.names.length) return false
      return isHalted || answer.error?.code === 'interrupted' || answer.value?.stopped === 'interrupted'
    },
    /** The share of all sets. */
    get share(): number {
      return counted ? counted.count / counted.sets.total : 0
    },
    get error(): SaidError | null {
      const error = answer?.error ?? null
      return error?.code === 'interrupted' ? null : error
    },
    stop(): void {
      isHalted = true
      answer?.stop()
    },
    again(): void {
      isHalted = false
      if (counted) ask({ columns: counted.sets.names, pair: counted.pair })
    },
  }
}

/** The sizes from both ends: 1, all, 2, all but one, … */
function sizeAt(place: number, columns: number): number {
  const step = Math.floor(place / 2)
  return place % 2 === 0 ? 1 + step : columns - step
}
