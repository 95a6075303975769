import type { ColumnDistribution } from '#core/results'
import { asked } from './asked.svelte.ts'
import type { Studio } from './studio.svelte.ts'

/** So many columns are asked for at once. */
const part = 50

/** The distributions of the columns on screen, which are asked for as they come there. */
export function askedDistributions(studio: Studio, namesOf: (from: number, to: number) => readonly string[]) {
  let found = $state.raw<ReadonlyMap<string, ColumnDistribution>>(new Map())
  let wanted = $state.raw<readonly string[]>([])
  let shown = $state.raw<readonly [from: number, to: number]>([0, 0])
  const answer = asked(studio, () => {
    const { target } = studio.workspace
    return wanted.length > 0 ? ['distributions', wanted, target === null ? {} : { target }] : null
  })
  // Other rows, types or classes: everything is counted anew.
  $effect(() => {
    void studio.opened
    void studio.workspace.target
    found = new Map()
    wanted = []
  })
  $effect(() => {
    const missing = namesOf(...shown).filter((name) => !found.has(name))
    if (missing.length > 0 && !wanted.some((name) => missing.includes(name))) wanted = missing.slice(0, part)
  })
  $effect(() => {
    const { answer: current } = answer
    if (!current || current.isRunning || wanted.length === 0) return
    const next = new Map(found)
    // What cannot be counted is not asked for again.
    for (const name of wanted) next.set(name, { feature: name, bins: [], why: current.error?.message ?? '' })
    for (const one of current.value ?? []) next.set(one.feature, one)
    found = next
    wanted = []
  })
  const classes = $derived.by(() => {
    const names = new Set<string>()
    for (const { bins } of found.values())
      for (const { series, others } of bins) if (series !== '' && !others) names.add(series)
    return [...names]
  })
  return {
    get: (name: string) => found.get(name),
    /** The classes of the target that have a colour of their own. */
    get classes(): readonly string[] {
      return classes
    },
    show(from: number, to: number): void {
      shown = [from, to]
    },
  }
}
