import { absorbsMissing, countLevels, CribaError, membersOf, variablesOf } from '#core'
import type {
  Answer,
  Counts,
  Family,
  Moments,
  MomentsOfFamily,
  MomentsRequest,
  Request,
  Variable,
  View,
} from '#core'
import { gramOf, gramRequests, layOut } from '../../learners/gram.ts'
import type { Layout } from '../../learners/gram.ts'
import { residuals } from '../../measures/least-squares.ts'
import { canSquare } from '../../measures/test.ts'
import type { SubsetStep } from '../../shapes/subset-criterion.ts'
import { outOfRange } from './tests.ts'

/* Least-squares fits on sets of columns: numbers as they are, the levels of a categorical column as one less
   than its levels. */

/** A least-squares fit with an intercept. */
interface LinearFit {
  /** Total weight of the rows. */
  readonly n: number
  /** SSE/SST; NaN where there is none. */
  readonly share: number
  /** SST. */
  readonly inAll: number
  /** How many columns it has besides the intercept. */
  readonly rank: number
  /** Why there is none. */
  readonly why?: string | undefined
}

type FitStep = Pick<SubsetStep, 'sets' | 'all' | 'target' | 'view'>

/**
 * Up to so many numbers and levels of a whole search are summed up once, so that its steps need no other
 * pass.
 */
const summedOnce = 1024
/** With more numbers and levels the matrix is too large. */
const maxPlaces = 4096

/** What the fits of all sets of a family need. */
export function linearNeeds(step: FitStep): readonly Request[] {
  const { sets, target, view } = step
  const variables = variablesToSum(step)
  if (!variables) return gramNeeds(sets, target!, view)
  const layout = layOut(target!, variables)
  if (layout.width > maxPlaces + 1) throw tooManyLevels(layout)
  const complete = [target!, ...variables].filter((one) => !absorbsMissing(one)).map(({ column }) => column)
  return gramRequests(layout, { ...view, complete: [...new Set([...(view.complete ?? []), ...complete])] })
}

/** The fits of the sets of a family, in its order. */
export function linearFits(answers: readonly Answer[], step: FitStep): readonly LinearFit[] {
  const fitOf = fitter()
  const variables = variablesToSum(step)
  if (!variables) return Array.from(gramsOf(answers as readonly [MomentsOfFamily], step.sets), fitOf)
  const { whole, placesOf } = wholeGram(answers, step.target!, variables)
  const sets = [...membersOf(step.sets)]
  const fits: LinearFit[] = []
  for (const { place, members } of inOrderOfFits(sets, variables.length)) {
    const wild = whole.unsquarable.has(null)
      ? 'the target'
      : members.some((variable) => whole.unsquarable.has(variable))
        ? 'the column'
        : null
    fits[place] = fitOf({
      ...whole.gram,
      places: members.flatMap((variable) => placesOf.get(variable)!),
      ...(wild && { unsquarable: wild }),
    })
  }
  return fits
}

/** Sets that differ by a column, as in a step of a search, share most of their factors. */
function inOrderOfFits(sets: readonly (readonly Variable[])[], columns: number) {
  return sets.length <= columns + 1 ? commonFirst(sets) : sets.map((members, place) => ({ place, members }))
}

/** The fit on all columns of the search, or of the sets where there is none. */
export function fitOnAll(answers: readonly Answer[], step: FitStep): LinearFit {
  const all = step.all ?? variablesOf(step.sets)
  const [fit] = linearFits(answers, { ...step, sets: { list: [all] } })
  return fit
}

/**
 * The columns whose matrix answers all sets: those of the whole search, or where some have levels those of
 * the sets. Null where sets are asked for by themselves.
 */
function variablesToSum({ sets, all }: FitStep): readonly Variable[] | null {
  const variables = all ?? variablesOf(sets)
  const hasLevels = variables.some(({ coding }) => coding !== null)
  if (hasLevels) return variables
  return all && all.length <= summedOnce ? all : null
}

function fitter(): (gram: SetGram) => LinearFit {
  const residualOf = residuals()
  return ({ n, unsquarable, places, ...table }) => {
    const inAll = table.comoment[0]
    if (unsquarable) return { n, inAll, share: NaN, rank: 0, why: outOfRange(unsquarable).why }
    const why = inAll > 0 ? undefined : 'the target is constant where these are complete'
    return { n, inAll, ...residualOf(table, places), why }
  }
}

/** The matrix of all columns, and the places of each; that of the level with most rows is left out. */
function wholeGram(answers: readonly Answer[], target: Variable, variables: readonly Variable[]) {
  const layout = layOut(target, variables)
  const moments = gramOf(layout, answers as readonly (MomentsOfFamily | readonly Counts[])[])
  const placesOf = new Map(variables.map((variable) => [variable, placesIn(layout, moments, variable)]))
  const { n, mean, min, max, comoment } = moments
  const isWild = (place: number) => n > 0 && !canSquare(min[place], max[place])
  const wild = variables.filter((one) => one.coding === null && isWild(layout.placeOf.get(one)!))
  return {
    whole: {
      gram: { n, comoment, width: mean.length },
      unsquarable: new Set<Variable | null>(isWild(0) ? [null, ...wild] : wild),
    },
    placesOf,
  }
}

function placesIn({ placeOf }: Layout, { mean }: Moments, variable: Variable): readonly number[] {
  const first = placeOf.get(variable)!
  if (variable.coding === null) return [first]
  const places = Array.from({ length: countLevels(variable.coding) }, (_, level) => first + level)
  const most = places.reduce((best, place) => (mean[place] > mean[best] ? place : best), first)
  return places.filter((place) => place !== most)
}

function tooManyLevels({ width }: Layout): CribaError {
  return new CribaError(
    'too-large',
    `too many columns for a linear fit: ${width - 1}, levels counted (at most ${maxPlaces}; drop categorical columns of many levels, or use a prefilter)`,
  )
}

/** One of some sets, with its members in an order of its own. */
interface Ordered<T> {
  readonly place: number
  readonly members: readonly T[]
}

/**
 * The sets, each with what all have in common first, then what those of its half have in common, and so on.
 * So those that follow each other begin alike: sets with one member more than another, or with one less.
 */
function commonFirst<T>(sets: readonly (readonly T[])[]): readonly Ordered<T>[] {
  const found: Ordered<T>[] = []
  if (sets.length > 0) order(0, sets.length, [])
  return found

  function order(from: number, to: number, before: readonly T[]): void {
    const known = new Set(before)
    const counts = new Map<T, number>()
    for (let i = from; i < to; i++)
      for (const member of sets[i]) counts.set(member, (counts.get(member) ?? 0) + 1)
    const common = sets[from].filter((member) => !known.has(member) && counts.get(member) === to - from)
    const members = [...before, ...common]
    if (to - from === 1) {
      found.push({ place: from, members })
      return
    }
    const middle = (from + to) >> 1
    order(from, middle, members)
    order(middle, to, members)
  }
}

/** The centred co-moments of a set and the target, which is place 0 of the table. */
interface SetGram {
  readonly n: number
  /** Row by row, `width` columns. */
  readonly comoment: Float64Array
  readonly width: number
  /** The places of the set's columns. */
  readonly places: readonly number[]
  /** What of it has squares that leave the range of doubles. */
  readonly unsquarable?: 'the target' | 'the column'
}

/**
 * What criteria of numbers ask for: one table of co-moments of the target and every column of the family.
 * Sets that differ in one column each are asked for by themselves where that is less, and single columns
 * always, over their own rows.
 */
export function gramNeeds(sets: Family, target: Variable, view: View): readonly [MomentsRequest] {
  return [{ kind: 'moments', family: gramFamily(sets, target), of: 'values', view }]
}

function gramFamily(sets: Family, target: Variable): Family {
  const variables = [...variablesOf(sets)]
  if ('each' in sets) {
    const width = sets.base.length + 2
    if (width === 2 || width * width <= variables.length) {
      return { base: [target, ...sets.base], each: sets.each }
    }
  }
  return { list: [[target, ...variables]] }
}

/** The co-moments of each set of the family, from the answer. */
export function* gramsOf([moments]: readonly [MomentsOfFamily], sets: Family): Generator<SetGram> {
  const { members, width } = moments
  const isOfEach = 'each' in sets && width === sets.base.length + 2
  const places = new Map([...variablesOf(sets)].map((variable, i) => [variable, i + 1]))
  const tables = Array.from({ length: members }, (_, member) => tableOf(moments, member))
  let member = 0
  for (const set of membersOf(sets)) {
    const { unsquarable, ...table } = tables[isOfEach ? member++ : 0]
    const own = set.map((variable, i) => (isOfEach ? i + 1 : places.get(variable)!))
    const wild = unsquarable[0] ? 'the target' : own.some((place) => unsquarable[place]) ? 'the column' : null
    yield { ...table, width, places: own, ...(wild && { unsquarable: wild }) }
  }
}

function tableOf({ width, n, min, max, comoment }: MomentsOfFamily, member: number) {
  const unsquarable = Array.from(
    { length: width },
    (_, i) => n[member] > 0 && !canSquare(min[member * width + i], max[member * width + i]),
  )
  const cells = width * width
  return { n: n[member], comoment: comoment.subarray(member * cells, (member + 1) * cells), unsquarable }
}
