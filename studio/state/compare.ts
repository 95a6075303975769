import { methodText } from '#core'
import type { ComparedMethod, Comparison, RunEvent } from '#core'
import { axisOver } from './axis.ts'
import type { Axis } from './axis.ts'
import type { Question } from './answers.svelte.ts'
import type { Studio } from './studio.svelte.ts'

/** The comparison of the ticked methods; null without a target, or without a method. */
export function compareQuestion(studio: Studio): Question<'compare'> | null {
  const { compare, target } = studio.workspace
  const { methods, k, repeats } = compare
  if (!studio.opened || target === null || methods.length === 0) return null
  return [
    'compare',
    { ...studio.dataSpec, methods, ...(k !== null && { k }), ...(repeats > 1 && { repeats }) },
  ]
}

/** A ticked method, and what is known of it. */
export interface ComparedRow {
  readonly text: string
  readonly method: ComparedMethod | null
  /** It is of another question, and the new one is to come. */
  readonly isOld: boolean
}

/**
 * What is known of each ticked method: from the result, from the methods that are done, or from the result
 * before.
 */
export function comparedRows(
  texts: readonly string[],
  {
    value,
    events,
    before,
  }: {
    readonly value: Comparison | null
    readonly events: readonly RunEvent[]
    /** The result of the question before. */
    readonly before: Comparison | null
  },
): readonly ComparedRow[] {
  const done = new Map(
    events.flatMap((event) => (event.kind === 'method' ? [[event.place, event.method]] : [])),
  )
  const old = new Map(
    before?.methods.map((method, place) => [methodText(before.spec.methods[place]), method]),
  )
  return texts.map((text, place) => {
    const found = value?.methods[place] ?? done.get(place) ?? null
    return { text, method: found ?? old.get(text) ?? null, isOld: found === null && old.has(text) }
  })
}

/** The sets of two methods, and what differs. */
interface SetsOfPair {
  readonly names: readonly [string, string]
  readonly both: readonly string[]
  readonly only: readonly [readonly string[], readonly string[]]
}

export function setsOfPair(rows: readonly ComparedRow[], pair: readonly string[]): SetsOfPair | null {
  const [a, b] = pair.map((text) => rows.find((row) => row.text === text))
  if (!a?.method || !b?.method || a === b) return null
  const [first, second] = [a.method.selected, b.method.selected]
  return {
    names: [a.text, b.text],
    both: first.filter((name) => second.includes(name)),
    only: [first.filter((name) => !second.includes(name)), second.filter((name) => !first.includes(name))],
  }
}

/** Whether two lists have the same names. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one)
  return names.size === other.length && other.every((name) => names.has(name))
}

/** What could stand in for the columns of the set, and other sets as good; null without a set or a target. */
export function alternativesQuestion({ workspace, opened, dataSpec }: Studio): Question<'select'> | null {
  const { set, target } = workspace
  if (!opened || target === null || set.length === 0) return null
  return [
    'select',
    { ...dataSpec, startFrom: [...set].sort(), k: set.length, evidence: true, alternatives: true },
  ]
}

/** The axes that the rows share: of the score, of what it is against all columns, and of the stability. */
export function axesOf(
  methods: readonly ComparedMethod[],
): Readonly<Record<'quality' | 'beside' | 'phi', Axis>> {
  const evidence = methods.map((method) => method.evidence[0])
  const scores = evidence.flatMap(({ folds, all, selected: { mean, sd } }) => [
    ...folds.map(({ selected }) => selected),
    all.mean,
    mean - (sd ?? 0),
    mean + (sd ?? 0),
  ])
  const differences = evidence.flatMap(({ besideAll: { interval, difference } }) => [...interval, difference])
  const stability = methods.flatMap((method) => method.stability?.nogueira?.value ?? [])
  return {
    quality: axisOver(scores, 4),
    beside: axisOver([0, ...differences], 3),
    phi: axisOver([0, 1], 2, [Math.min(0, ...stability), 1]),
  }
}
