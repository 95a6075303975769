import type { SettledDataSpec, Variable, View } from '#core'
import { findDiscretiser } from '#methods'
import type { BinningMethod, Recuts } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { Codings } from './codings.ts'

/** How columns that were cut by the target are cut again. */
export interface Recutting {
  readonly cutter: BinningMethod
  readonly bins: number
  /** The target as levels, by which the columns were cut. */
  readonly target: Variable
  /** The uncoded variable of each column, made once, so that a source can cache what it read of it. */
  readonly plain: Map<number, Variable>
}

/** Gives a variable as it is read elsewhere: under another view, or with a permuted target. */
export type Recut = (variable: Variable) => Variable

const sameCuts: Recut = (variable) => variable

/** Null where no column was cut by the target. */
export function recuttingOf(
  { bins, target, levels }: Codings,
  { classes }: Pick<TargetFacts, 'classes'>,
  { discretise }: SettledDataSpec,
): Recutting | null {
  const cutter = findDiscretiser(discretise)
  const cutBy = target ?? classes
  if (!cutter.supervised || !cutBy) return null
  if (![...levels.values()].some(({ coding }) => coding?.kind === 'cuts')) return null
  return { cutter, bins: bins ?? 2, target: cutBy, plain: new Map() }
}

/** Whether a variable was cut by the target. */
export function isCutByTarget({ target }: Recutting, { column, coding }: Variable): boolean {
  return coding?.kind === 'cuts' && column !== target.column
}

/**
 * Cuts the variables again under each view, with the target as it is read there, in one batch of requests. A
 * column cut by the very target that it is scored with would have information about it even if it were noise.
 */
export async function recutThrough(
  batcher: RequestBatcher,
  recutting: Recutting,
  variables: Iterable<Variable>,
  views: readonly { readonly view: View; readonly read: Recut }[],
): Promise<readonly Recut[]> {
  const { cutter, bins, target, plain } = recutting
  const cut = [...new Set(variables)].filter((variable) => isCutByTarget(recutting, variable))
  if (cut.length === 0) return views.map(() => sameCuts)
  const columns = cut.map(({ column }) => {
    const variable = plain.get(column) ?? { column, coding: null }
    plain.set(column, variable)
    return variable
  })
  const ways = views.map(({ view, read }) => ({ bins, target: read(target), names: [], view }))
  const answers = await batcher.request(ways.map((how) => cutter.needs(columns, how)))
  return ways.map((how, i) => {
    const cuts = cutter.cuts(answers[i], how)
    const recut = new Map(cut.map((variable, place) => [variable, withCuts(variable, cuts[place])]))
    return (variable) => recut.get(variable) ?? variable
  })
}

/** Steps of a criterion that learns from parts of the rows, with the columns cut again for each part. */
export async function recutForParts<S>(
  batcher: RequestBatcher,
  recutting: Recutting,
  learnsFrom: (step: S) => readonly View[],
  variables: Iterable<Variable>,
  steps: readonly S[],
): Promise<readonly (S & { readonly recuts: Recuts })[]> {
  const views = steps.map(learnsFrom)
  const parts = views.flat().map((view) => ({ view, read: sameCuts }))
  const recuts = await recutThrough(batcher, recutting, variables, parts)
  let from = 0
  return steps.map((step, i) => {
    const ofStep = new Map(views[i].map((view, j) => [view, recuts[from + j]]))
    from += views[i].length
    return { ...step, recuts: ofStep }
  })
}

function withCuts(variable: Variable, cuts: readonly number[]): Variable {
  const { coding } = variable
  return coding?.kind === 'cuts' ? { ...variable, coding: { ...coding, cuts } } : variable
}

/** Whether any candidate that would join was cut by the target. */
export function isAnyCutByTarget(
  recutting: Recutting | null,
  { features }: { readonly features: readonly Variable[] },
  joining: readonly number[],
): recutting is Recutting {
  return recutting !== null && joining.some((candidate) => isCutByTarget(recutting, features[candidate]))
}
