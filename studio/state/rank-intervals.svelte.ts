import { untrack } from 'svelte'
import type { IntervalsOfMethod } from '#core'
import type { Question, SaidError } from './answers.svelte.ts'
import type { ScorerColumn } from './rank-columns.ts'
import type { Studio } from './studio.svelte.ts'

type ScoreInterval = IntervalsOfMethod['intervals'][number]

/** A scorer with the intervals of its scores. */
export interface ColumnWithIntervals extends ScorerColumn {
  readonly intervals: ReadonlyMap<string, ScoreInterval>
  /** How much longer than the longest bar the axis is, so that each interval has room. */
  readonly reach: number
}

const none: ReadonlyMap<string, ScoreInterval> = new Map()

/** Asks for the intervals of each scorer alone, so that another one needs no more than its own. */
export function askedIntervals(studio: Studio, texts: () => readonly string[]) {
  const questionOf = (text: string): Question<'scoreIntervals'> => [
    'scoreIntervals',
    { ...studio.dataSpec, by: [text] },
  ]
  const list = $derived(texts().map((text) => ({ text, answer: studio.known(questionOf(text)) })))
  const isRunning = $derived(list.some(({ answer }) => answer?.isRunning))
  // One after the other: each scores all columns ten times.
  $effect(() => {
    const next = isRunning ? undefined : list.find(({ answer }) => !answer)
    if (next) untrack(() => studio.ask(questionOf(next.text)))
  })
  return {
    get isRunning(): boolean {
      return isRunning
    },
    /** 0 to 1. */
    get share(): number {
      return (
        list.reduce((sum, { answer }) => sum + (answer?.isRunning === false ? 1 : (answer?.share ?? 0)), 0) /
        Math.max(1, list.length)
      )
    },
    get errors(): readonly SaidError[] {
      return list.flatMap(({ answer }) =>
        answer?.error && answer.error.code !== 'interrupted' ? [answer.error] : [],
      )
    },
    of(column: ScorerColumn): ColumnWithIntervals {
      const found = list.find(({ text }) => text === column.text)?.answer?.value?.[0]?.intervals
      if (!found || column.answer.isOld) return { ...column, intervals: none, reach: 1 }
      const reach = found.reduce((most, { low, high }) => Math.max(most, column.spanOf(low, high)[1]), 1)
      return { ...column, intervals: new Map(found.map((one) => [one.feature, one])), reach }
    },
    /** Asks again for what was stopped, or failed. */
    again(): void {
      for (const { text, answer } of list) if (answer?.error) studio.ask(questionOf(text))
    },
    stop(): void {
      for (const { answer } of list) if (answer?.isRunning) answer.stop()
    },
  }
}
