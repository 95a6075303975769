import { binningMethods } from '../../coding/discretiser.ts'
import type { BinningMethod } from '../../coding/discretiser.ts'
import type { Recuts } from '../../criteria/subset-criterion.ts'
import type { SettledDataSpec } from '../../spec/rank-spec.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RequestBatcher } from './request-batcher.ts'
import type { Codings } from './codings.ts'
import type { TargetFacts } from './target.ts'

/** How cuts that looked at the target are made anew. */
export interface Recutting {
  readonly cutter: BinningMethod
  readonly bins: number
  /** The target by its levels, by which the columns were cut. */
  readonly target: Variable
  /** The columns as they are cut, each made once: what a source read of one it keeps. */
  readonly plain: Map<number, Variable>
}

/** A variable as it is read through another view: one that was cut by the target is cut anew there. */
export type Recut = (variable: Variable) => Variable

/** As it is. */
export const sameCuts: Recut = (variable) => variable

/** Null where no cut looked at the target. */
export function recuttingOf(
  { bins, target, levels }: Codings,
  { classes }: Pick<TargetFacts, 'classes'>,
  { discretise }: SettledDataSpec,
): Recutting | null {
  const cutter = binningMethods[discretise]
  const cutBy = target ?? classes
  if (!cutter.supervised || !cutBy) return null
  if (![...levels.values()].some(({ coding }) => coding?.kind === 'cuts')) return null
  return { cutter, bins: bins ?? 2, target: cutBy, plain: new Map() }
}

/** Whether the cuts of a variable looked at the target. */
export function looksAtTarget({ target }: Recutting, { column, coding }: Variable): boolean {
  return coding?.kind === 'cuts' && column !== target.column
}

/**
 * Makes the cuts of some variables anew, once through each view: cuts that saw the target a score is made with make noise tell
 * something. All are asked for in one batch.
 */
export async function recutThrough(
  batcher: RequestBatcher,
  recutting: Recutting,
  variables: Iterable<Variable>,
  views: readonly View[],
): Promise<readonly Recut[]> {
  const { cutter, bins, target, plain } = recutting
  const cut = [...new Set(variables)].filter((variable) => looksAtTarget(recutting, variable))
  if (cut.length === 0) return views.map(() => sameCuts)
  const columns = cut.map(({ column }) => {
    const known = plain.get(column) ?? { column, coding: null }
    plain.set(column, known)
    return known
  })
  const ways = views.map((view) => ({ bins, target, names: [], view }))
  const answers = await batcher.request(ways.map((how) => cutter.needs(columns, how)))
  return ways.map((how, i) => {
    const cuts = cutter.cuts(answers[i], how)
    const anew = new Map(cut.map((variable, place) => [variable, withCuts(variable, cuts[place])]))
    return (variable) => anew.get(variable) ?? variable
  })
}

/** Steps of a criterion that learns from parts of the rows, with the cuts as they are made anew from each part. */
export async function recutForParts<S>(
  batcher: RequestBatcher,
  recutting: Recutting,
  learnsFrom: (step: S) => readonly View[],
  variables: Iterable<Variable>,
  steps: readonly S[],
): Promise<readonly (S & { readonly recuts: Recuts })[]> {
  const views = steps.map(learnsFrom)
  const recuts = await recutThrough(batcher, recutting, variables, views.flat())
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
