import { isOuterMethod } from '#core'
import type { Evidence, RunEvent, SelectionStep, SelectResult, SizeChoice } from '#core'
import type { Question } from './answers.svelte.ts'
import type { Studio } from './studio.svelte.ts'
import type { PathChoice } from './workspace.ts'

/** The selection that a path is, without what else is asked of it. */
function pathSpec({ dataSpec, workspace }: Studio, choice: PathChoice = workspace.path) {
  const { method, search, stop, k } = choice
  return {
    ...dataSpec,
    method,
    ...(search !== '' && { search }),
    ...(stop !== '' && { stop }),
    ...(k !== null && { k }),
  }
}

/** A path, and how well it predicts held-out rows; null without a target. */
export function pathQuestion(studio: Studio, choice?: PathChoice): Question<'select'> | null {
  if (!studio.opened || studio.workspace.target === null) return null
  return ['select', { ...pathSpec(studio, choice), evidence: true }]
}

/** Why a column was chosen or not. */
export function whyQuestion(studio: Studio, why: string): Question<'select'> {
  return ['select', { ...pathSpec(studio), why }]
}

/**
 * What a method that resamples says of a column: it explains none, but has a reason for those that it looked
 * at closely.
 */
export function reasonOf({ method, setAside }: SelectResult, name: string): string | null {
  if (!isOuterMethod(method)) return null
  return setAside.find(({ feature }) => feature === name)?.because ?? ''
}

/** The same search that ends with the first `k` columns of its path. */
export function firstOfPathQuestion(studio: Studio, { spec }: SelectResult, k: number): Question<'select'> {
  const { stop: _, ...path } = pathSpec(studio)
  // A ranking ends by its cut, or by k.
  const stop = spec.cut === null && spec.stop !== null && { stop: spec.stop }
  return ['select', { ...path, ...stop, k, evidence: true }]
}

/** The steps of a search that still runs, or was stopped. */
export function stepsOf(events: readonly RunEvent[]): readonly SelectionStep[] {
  return events.flatMap((event) => (event.kind === 'step' ? [event.step] : []))
}

/** The columns that steps have chosen. */
export function chosenBy(steps: readonly SelectionStep[]): readonly string[] {
  const chosen = new Set<string>()
  for (const { action, feature } of steps) {
    if (action === 'add') chosen.add(feature)
    else chosen.delete(feature)
  }
  return [...chosen]
}

/** How many folds of the evidence have ended, and of how many. */
export function foldsOf(events: readonly RunEvent[]): { readonly done: number; readonly of: number } | null {
  const folds = events.flatMap((event) => (event.kind === 'fold' ? [event] : []))
  const last = folds.at(-1)
  return last ? { done: folds.length, of: last.folds } : null
}

/** The curve over the number of columns, with what it is a curve of. */
export interface Curve
  extends
    Pick<Evidence, 'learner' | 'metric' | 'columns' | 'all' | 'none'>,
    Required<Pick<Evidence, 'sizes'>> {
  /** How many splits it is a mean of. */
  readonly splits: number
}

export function curveOf({ evidence, sizeChoice }: SelectResult): Curve | null {
  if (evidence?.sizes) return curve(evidence, evidence.sizes, evidence.folds.length)
  return sizeChoice ? curve(sizeChoice, sizeChoice.sizes, sizeChoice.splits.length) : null
}

function curve(
  { learner, metric, columns, all, none }: Evidence | SizeChoice,
  sizes: Curve['sizes'],
  splits: number,
): Curve {
  return { learner, metric, columns, all, none, sizes, splits }
}

/** After how many columns the path was cut, or held-out rows suggest to cut it; null where all are kept. */
export function cutAfter({ selected, uncut, evidence }: SelectResult): number | null {
  if (uncut) return selected.length
  const sizes = evidence?.sizes
  if (!sizes || evidence.verdict === 'no-better-than-none' || evidence.selected.sd === null) return null
  return sizes.oneError < selected.length ? sizes.oneError : null
}

/** Columns that were left out, for one reason. */
export interface LeftOut {
  /**
   * Redundant beside a chosen column; undecided beside one; for another reason; set apart; or just not
   * chosen.
   */
  readonly kind: 'covered' | 'undecided' | 'reason' | 'apart' | 'rest'
  /** The chosen column, or the reason in words. */
  readonly by: string | null
  readonly names: readonly string[]
}

/** The columns that were left out, by what covers them in the order of the path. */
export function leftOutOf(result: SelectResult, features: readonly string[]): readonly LeftOut[] {
  const { selected, uncut = selected, setAside, alsoRelated = [], columns } = result
  const chosen = new Set(uncut)
  const found = new Map<
    string,
    { readonly kind: LeftOut['kind']; readonly by: string | null; readonly names: string[] }
  >()
  const seen = new Set(selected)
  const add = (kind: LeftOut['kind'], by: string | null, name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const key = `${kind} ${by}`
    const group = found.get(key) ?? { kind, by, names: [] }
    group.names.push(name)
    found.set(key, group)
  }
  for (const { feature, because, tooFewRows } of setAside) {
    if (chosen.has(because)) add(tooFewRows ? 'undecided' : 'covered', because, feature)
    else add('reason', because, feature)
  }
  for (const { feature, coveredBy } of alsoRelated) if (coveredBy !== null) add('covered', coveredBy, feature)
  for (const { name, setApart } of columns) if (setApart) add('apart', null, name)
  for (const name of features) add('rest', null, name)
  const kinds = ['covered', 'undecided', 'reason', 'rest', 'apart'] as const
  const places = new Map(uncut.map((name, i) => [name, i]))
  const placeOf = ({ by }: LeftOut) => (by === null ? 0 : (places.get(by) ?? 0))
  return kinds.flatMap((kind) =>
    [...found.values()].filter((group) => group.kind === kind).sort((a, b) => placeOf(a) - placeOf(b)),
  )
}
