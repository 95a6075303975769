import { untrack } from 'svelte'
import type { FeatureScore, MeanRank, RankResult } from '#core'
import type { Answer, SaidError } from './answers.svelte.ts'
import { partsOf } from './rank-scorers.ts'
import type { Studio } from './studio.svelte.ts'

/** What is known of a ticked scorer. */
export interface ScorerAnswer {
  /** The method with its options, as it was asked. */
  readonly text: string
  readonly result: RankResult | null
  /** The scores, as soon as they are found: p-values may follow. */
  readonly scores: readonly FeatureScore[] | null
  /** The scores are of another question, and new ones are to come. */
  readonly isOld: boolean
  readonly isRunning: boolean
  readonly isStopped: boolean
  /** 0 to 1. */
  readonly share: number
  readonly error: SaidError | null
}

type Asked = Answer<RankResult>
type Joined = Pick<RankResult, 'meanRank' | 'warnings'>
/** The last scores of a scorer, and what they are of. */
interface Kept {
  readonly key: string
  readonly result: RankResult
}

/**
 * Asks for each scorer alone, so that another one moves none, and for the mean of all that could score once
 * they have. The first is asked alone, because all need what it finds of the columns; then two at a time.
 */
export function askedScorers(studio: Studio, wanted: () => readonly string[]) {
  let answers = $state.raw<ReadonlyMap<string, Asked>>(new Map())
  let kept = $state.raw<ReadonlyMap<string, Kept>>(new Map())
  let mean = $state.raw<{
    readonly key: string
    readonly of: typeof studio.opened
    readonly answer: Answer<Joined>
  } | null>(null)
  let keptMean = $state.raw<readonly MeanRank[] | null>(null)
  let opened = studio.opened

  const keyOf = (text: string) => JSON.stringify([studio.dataSpec, text])
  const list = $derived.by(() => {
    const places = new Map<string, number>()
    return wanted().map((text): ScorerAnswer & { readonly slot: string; readonly key: string } => {
      const { method } = partsOf(text)
      const place = places.get(method) ?? 0
      places.set(method, place + 1)
      const slot = `${method} ${place}`
      const key = keyOf(text)
      const answer = answers.get(key)
      const old = kept.get(slot)
      const event = answer?.events.findLast(({ kind }) => kind === 'score')
      const found = answer?.value?.rankings[0]?.scores ?? (event?.kind === 'score' ? event.scores : null)
      const isStopped = answer?.error?.code === 'interrupted'
      const isRunning = () => !answer || answer.isRunning
      const share = () => answer?.share ?? 0
      return {
        text,
        slot,
        key,
        result: answer?.value ?? (found ? null : (old?.result ?? null)),
        scores: found ?? old?.result.rankings[0]?.scores ?? null,
        isOld: !found && old !== undefined,
        // Read where it is drawn: all else stays while a run goes on.
        get isRunning() {
          return isRunning()
        },
        isStopped,
        get share() {
          return share()
        },
        error: isStopped ? null : (answer?.error ?? null),
      }
    })
  })

  /** Asks for what is wanted, and stops what nobody wants any more. */
  $effect(() => {
    const keys = new Set(list.map(({ key }) => key))
    const isNew = studio.opened !== opened
    untrack(() => {
      if (isNew) kept = new Map()
    })
    opened = studio.opened
    const next = new Map<string, Asked>(isNew ? [] : answers)
    for (const [key, answer] of next) {
      if (keys.has(key)) continue
      if (answer.isRunning) answer.stop()
      next.delete(key)
    }
    const states = [...next.values()]
    let free =
      (states.some(({ value }) => value) ? 2 : 1) - states.filter(({ isRunning }) => isRunning).length
    for (const { key, text } of list) {
      if (free <= 0) break
      if (next.has(key)) continue
      next.set(
        key,
        untrack(() => studio.ask(['rank', { ...studio.dataSpec, by: [text] }])),
      )
      free--
    }
    if (isNew || next.size !== answers.size || [...next].some(([key, answer]) => answers.get(key) !== answer))
      answers = next
  })
  $effect(() => {
    const next = new Map(untrack(() => kept))
    for (const { slot, key } of list) {
      const value = answers.get(key)?.value
      if (value) next.set(slot, { key, result: value })
    }
    const before = untrack(() => kept)
    if ([...next].some(([slot, { key }]) => before.get(slot)?.key !== key)) kept = next
  })

  /** The scorers that could score, once none is to come. */
  const joined = $derived(
    list.length > 0 && list.every(({ isRunning }) => !isRunning)
      ? list.filter(({ key }) => answers.get(key)?.value).map(({ text }) => text)
      : null,
  )
  $effect(() => {
    const by = joined
    const of = studio.opened
    if (!by) return
    const key = by.length > 1 ? JSON.stringify([studio.dataSpec, by]) : ''
    untrack(() => {
      if (by.length < 2) {
        mean = null
        keptMean = null
      } else if (mean?.key !== key || mean.of !== of || mean.answer.error) {
        mean = { key, of, answer: studio.ask(['meanRanks', { ...studio.dataSpec, by }]) }
      }
    })
  })
  $effect(() => {
    if (mean?.answer.value?.meanRank) keptMean = mean.answer.value.meanRank
  })

  return {
    get list(): readonly ScorerAnswer[] {
      return list
    },
    /** The mean rank over all scorers that are ticked, or were before. */
    get mean(): readonly MeanRank[] | null {
      return list.length > 1 ? (mean?.answer.value?.meanRank ?? keptMean) : null
    },
    get isMeanOld(): boolean {
      return joined === null || !mean?.answer.value
    },
    get meanResult(): Joined | null {
      return joined !== null ? (mean?.answer.value ?? null) : null
    },
    get isRunning(): boolean {
      return joined === null ? list.length > 0 : (mean?.answer.isRunning ?? false)
    },
    /** Whether the columns are known as a ranking finds them. */
    get isSettled(): boolean {
      return list.some(({ result, isOld }) => result !== null && !isOld) || joined !== null
    },
    stop(): void {
      const next = new Map(answers)
      for (const { key, text } of list) {
        const answer = next.get(key)
        if (answer?.isRunning) answer.stop()
        // One that waits is asked, and stopped at once.
        if (!answer) {
          const asked = studio.ask(['rank', { ...studio.dataSpec, by: [text] }])
          asked.stop()
          next.set(key, asked)
        }
      }
      answers = next
      mean?.answer.stop()
    },
    again(text: string): void {
      const next = new Map(answers)
      next.delete(keyOf(text))
      answers = next
    },
  }
}

export type ScorerAnswers = ReturnType<typeof askedScorers>
