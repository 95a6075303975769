import { untrack } from 'svelte'
import { planeLayout, radialLayout } from '#report/wording'
import type { Layout } from '#report/wording'
import { asked } from './asked.svelte.ts'
import { columnsOfMap, interchangeable, mapDataOf, mapGroupsQuestion, mapQuestion } from './map.ts'
import type { MapData } from './map.ts'
import { relevanceQuestion } from './questions.ts'
import type { Studio } from './studio.svelte.ts'

/** So long the page works at a layout before it draws again, in milliseconds. */
const slice = 8

/** Layouts of answers, so that a view that comes back has them at once. */
const known = new WeakMap<object, Partial<Record<'relevance' | 'redundancy', Layout>>>()

/**
 * What the map draws, as it comes: the relevance of all columns, the pairs of those drawn, their groups, and
 * their places.
 */
export function askedMap(studio: Studio) {
  const relevance = asked(studio, () => relevanceQuestion(studio))
  const rank = $derived(relevance.isOld ? null : (relevance.answer?.value ?? null))
  const columns = $derived(rank ? columnsOfMap(studio, rank) : null)
  /** Changes only where the columns do: a question about many columns is long. */
  const key = $derived(columns ? JSON.stringify([studio.dataSpec, columns.names]) : null)
  const question = $derived.by(() =>
    key === null ? null : untrack(() => columns && mapQuestion(studio, columns.names)),
  )
  const pairs = asked(studio, () => question)
  const result = $derived(pairs.value)
  const data = $derived(result ? mapDataOf(result) : null)
  const groups = asked(studio, () => {
    const now = pairs.answer?.value
    return now && question ? mapGroupsQuestion(question, now) : null
  })
  const by = $derived(studio.workspace.map.layout === 'redundancy' ? 'redundancy' : 'relevance')
  let layout = $state.raw<{ readonly of: MapData; readonly by: string; readonly layout: Layout } | null>(null)

  let file = studio.opened
  $effect(() => {
    if (studio.opened !== file) layout = null
    file = studio.opened
  })
  $effect(() => {
    const now = data
    const way = by
    if (!now) return
    const found = known.get(now.result)?.[way]
    if (found) {
      layout = { of: now, by: way, layout: found }
      return
    }
    const steps =
      way === 'redundancy'
        ? planeLayout(now.dots.length, now.distance)
        : radialLayout(
            now.dots.map(({ radius }) => radius),
            now.distance,
          )
    let timer = 0
    const work = () => {
      const until = performance.now() + slice
      do {
        const { done, value } = steps.next()
        if (!done) continue
        known.set(now.result, { ...known.get(now.result), [way]: value })
        layout = { of: now, by: way, layout: value }
        return
      } while (performance.now() < until)
      timer = window.setTimeout(work)
    }
    work()
    return () => clearTimeout(timer)
  })

  const answers = [relevance, pairs, groups] as const
  const current = $derived(answers.find(({ answer }) => answer?.isRunning) ?? null)
  const isStopped = $derived(answers.some(({ answer }) => answer?.error?.code === 'interrupted'))

  return {
    /** The columns drawn, and how many are not. */
    get columns() {
      return columns
    },
    get data(): MapData | null {
      return layout?.of ?? null
    },
    /** Where the dots are, once they are placed. */
    get layout(): Layout | null {
      return layout?.layout ?? null
    },
    /** What places them. */
    get by(): 'relevance' | 'redundancy' {
      return layout?.by === 'redundancy' ? 'redundancy' : 'relevance'
    },
    /** Null as long as they are not known. */
    get groups(): readonly (readonly string[])[] | null {
      return groups.value && !groups.isOld ? interchangeable(groups.value) : null
    },
    get isOld(): boolean {
      return relevance.isOld || pairs.isOld || (layout !== null && layout.of !== data)
    },
    get isRunning(): boolean {
      return current !== null
    },
    get share(): number {
      return current?.answer?.share ?? 0
    },
    /** What is being counted: the relevance of all, pairs, or groups. */
    get stage(): 'relevance' | 'pairs' | 'groups' | null {
      return current === relevance ? 'relevance' : current === pairs ? 'pairs' : current ? 'groups' : null
    },
    get isStopped(): boolean {
      return isStopped && current === null
    },
    get error() {
      const failed = answers.find(({ answer }) => answer?.error && answer.error.code !== 'interrupted')
      return failed?.answer?.error ?? null
    },
    stop(): void {
      for (const { answer } of answers) if (answer?.isRunning) answer.stop()
    },
    again(): void {
      for (const one of answers) if (one.answer?.error) one.again()
    },
  }
}

export type AskedMap = ReturnType<typeof askedMap>
