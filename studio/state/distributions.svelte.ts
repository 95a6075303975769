import type { ColumnDistribution } from '#core/results'
import { asked } from './asked.svelte.ts'
import type { Studio } from './studio.svelte.ts'
import { targetSpecOf } from './workspace-columns.ts'

/** So many columns are asked for at once. */
const part = 50

/** The distributions of the columns on screen, which are asked for as they come there. */
export function askedDistributions(studio: Studio, namesOf: (from: number, to: number) => readonly string[]) {
  /** Of 20,000 columns no copy is made for each part: `newest`, another for each, says that there is more. */
  const found = new Map<string, ColumnDistribution>()
  const names = new Set<string>()
  let newest = $state.raw({})
  let wanted = $state.raw<readonly string[]>([])
  let shown = $state.raw<readonly [from: number, to: number]>([0, 0])
  const answer = asked(studio, () => {
    return wanted.length > 0 ? ['distributions', wanted, targetSpecOf(studio.workspace)] : null
  })
  // Other rows, types or classes: everything is counted anew.
  $effect(() => {
    void studio.opened
    void studio.workspace.target
    void studio.workspace.task
    found.clear()
    names.clear()
    newest = {}
    wanted = []
  })
  $effect(() => {
    void newest
    const missing = namesOf(...shown).filter((name) => !found.has(name))
    if (missing.length > 0 && !wanted.some((name) => missing.includes(name))) wanted = missing.slice(0, part)
  })
  $effect(() => {
    const { answer: current } = answer
    if (!current || current.isRunning || wanted.length === 0) return
    // What cannot be counted is not asked for again.
    for (const name of wanted) found.set(name, { feature: name, bins: [], why: current.error?.message ?? '' })
    for (const one of current.value ?? []) {
      found.set(one.feature, one)
      for (const { series, others } of one.bins) if (series !== '' && !others) names.add(series)
    }
    newest = {}
    wanted = []
  })
  const classes = $derived.by(() => {
    void newest
    return [...names]
  })
  return {
    get(name: string): ColumnDistribution | undefined {
      void newest
      return found.get(name)
    },
    /** The classes of the target that have a colour of their own. */
    get classes(): readonly string[] {
      return classes
    },
    show(from: number, to: number): void {
      shown = [from, to]
    },
  }
}
