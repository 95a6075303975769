import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { countLevels, CribaError } from '#core'
import type { LikelihoodPath, LikelihoodPathRequest, View } from '#core'
import { placesOfColumn } from '../models/model.ts'
import { likelihoodPathJob } from '../penalties/likelihood-path-job.ts'
import type { LikelihoodPathInput, LikelihoodPathPart } from '../penalties/likelihood-path-job.ts'
import { listsWanted } from '../penalties/target-of-rows.ts'
import { concatenate } from '../threads/job.ts'
import { runBatch } from '../threads/pool.ts'
import type { ModelTarget } from '../threads/model-rows.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { ResolvedView } from './resolved-view.ts'
import { columnOf, targetOf, trainingRows } from './training-rows.ts'

/**
 * The greatest duality gaps, as shares of the loss without columns: of the path itself, and of those that are
 * judged on held-out rows.
 */
const tolerance = { path: 1e-10, heldOut: 1e-5 } as const
/** Penalties between which progress is reported and the event loop runs. */
const penaltiesAtOnce = 10
/** Where a smaller share of the loss without columns is left, the path ends. */
const leastLoss = 1e-3
/** Multiplications a millisecond, passes over the rows that a penalty takes, and its milliseconds besides, roughly. */
const rate = 5e5
const passesAPenalty = 20
const besides = 0.2
/** The most values of coordinates of training rows. */
const mostValues = 1 << 27
/** By this share the greatest penalty is raised, so that its rounding lets no column in. */
const rounding = 1e-9

/**
 * Fits the path of a logistic regression, a Cox model or a Poisson regression, and those of the training rows of the trials at the
 * same penalties.
 */
export async function answerLikelihoodPath(
  request: LikelihoodPathRequest,
  resolved: ResolvedView,
  { progress, ...run }: BatchRun,
  resolve: (view: View) => Promise<ResolvedView>,
): Promise<LikelihoodPath> {
  const { features, event, groups, penalty, hasReference, trials, most = Infinity } = request
  await resolved.encode(
    [...features, request.target, ...(event ? [event.variable] : [])].filter(({ coding }) => coding),
    run,
  )
  const columns = features.map((feature) => columnOf(feature, resolved))
  const whole = await trainingRows({ ...request, parts: [], trials: [] }, resolved, columns, resolve)
  const judged = trials.length > 0 ? await trainingRows(request, resolved, columns, resolve) : null
  const target = targetOf(request.target, resolved, event)
  const [all] = whole.trials
  refuseLarge(
    columns.reduce((sum, column) => sum + placesOfColumn(column), 0),
    all.train.length,
  )
  const unfit = 'codes' in target || event ? null : firstUnfit(target.values, all.train)
  const lists = 'codes' in target ? listsWanted(target.classes, hasReference) : 1
  if (all.train.length === 0) return emptyPath(request, lists)
  if ('codes' in target) refuseManyClasses(target.codes, all.train)
  // Whoever asks refuses it by name.
  if (unfit) return { ...emptyPath(request, lists), n: whole.n, unfit }
  const eventsIn = (rows: Int32Array) => weightOfEvents(rows, target, whole.weights)
  const ofTrials = judged?.heldOut ?? new Float64Array(0)
  const heldOut = event ? ofTrials.map((_, trial) => eventsIn(judged!.trials[trial].test)) : ofTrials
  const counted = event ? eventsIn(all.train) : whole.n
  // Whoever asks refuses empty folds.
  if (heldOut.includes(0)) return { ...emptyPath(request, lists), n: whole.n, counted, heldOut }
  // Counts are fitted as shares of their mean, so that a path is the same in any unit.
  const unit = 'codes' in target || event ? 1 : meanOf(target.values, all.train)
  const input: LikelihoodPathInput = {
    columns,
    target:
      unit === 1 ? target : { ...target, values: (target as Counted).values.map((value) => value / unit) },
    weights: whole.weights,
    hasReference,
    groups,
    factors: { columns: penalty.columns, groups: penalty.groups },
    sets: [all, ...(judged?.trials ?? [])],
    tolerances: [tolerance.path, ...trials.map(() => tolerance.heldOut)],
  }
  const width = columns.reduce((sum, column) => sum + placesOfColumn(column), 0)
  const costOf = (sets: number, penalties: number) =>
    sets * penalties * ((passesAPenalty * all.train.length * (width + 1)) / rate + besides)
  const ask = (tasks: Parameters<ReturnType<typeof likelihoodPathJob.open>>[0][]) =>
    runBatch(
      {
        job: likelihoodPathJob,
        input,
        tasks,
        count: tasks.length,
        cost: costOf(tasks.length, penaltiesAtOnce),
        affinity: ({ set }) => set / input.sets.length,
      },
      run,
    )
  const [{ greatest, lossOfNone }] = await ask([{ set: 0, penalties: [], before: null, end: null }])
  const penalties = Float64Array.from({ length: request.penalties }, (_, i) =>
    i === 0 ? greatest : greatest * exp((ln(request.least) * i) / (request.penalties - 1)),
  )
  const chunks: LikelihoodPathPart[][] = input.sets.map(() => [])
  let fitted = 0
  const entered = new Set<number>()
  while (fitted < penalties.length && entered.size < most) {
    const some = Array.from(penalties.subarray(fitted, fitted + penaltiesAtOnce), (norms, i) => ({
      norms: fitted + i === 0 ? norms * (1 + rounding) : norms,
      squares: norms * penalty.squares,
    }))
    const parts = await ask(
      input.sets.map((_, set) => {
        const last = chunks[set].at(-1)?.last
        return {
          set,
          penalties: some,
          before: last ? { norms: penalties[fitted - 1], ...last } : null,
          end: most < Infinity ? { most, entered: [...entered] } : null,
        }
      }),
    )
    parts.forEach((part, set) => chunks[set].push(part))
    const { losses } = parts[0]
    fitted += losses.length
    for (const sizes of parts[0].sizes) sizes.forEach((size, i) => size > 0 && entered.add(i))
    progress?.(fitted / penalties.length)
    if (losses[losses.length - 1] < leastLoss * lossOfNone) break
  }
  return pathOf(request, chunks, {
    n: whole.n,
    counted,
    heldOut,
    lists,
    unit,
    penalties: penalties.subarray(0, fitted).map((penalty) => penalty * unit),
  })
}

type Counted = Exclude<ModelTarget, { codes: unknown } | { isEvent: unknown }>

/** The mean of the numbers of some rows; 1 if it is 0. */
function meanOf(values: Float64Array, rows: Int32Array): number {
  const greatest = rows.reduce((most, row) => Math.max(most, values[row]), 0)
  if (greatest === 0) return 1
  // Of the least numbers a sum of parts would be 0.
  return greatest * (rows.reduce((sum, row) => sum + values[row] / greatest, 0) / rows.length)
}

function weightOfEvents(rows: Int32Array, target: ModelTarget, weights: Float64Array | null): number {
  if (!('isEvent' in target)) return 0
  return rows.reduce((sum, row) => sum + (weights ? weights[row] : 1) * target.isEvent[row], 0)
}

function pathOf(
  { features, target, event, trials }: LikelihoodPathRequest,
  chunks: readonly (readonly LikelihoodPathPart[])[],
  {
    unit,
    ...facts
  }: Pick<LikelihoodPath, 'n' | 'counted' | 'heldOut' | 'lists' | 'penalties'> & { readonly unit: number },
): LikelihoodPath {
  const { lists } = facts
  const [own, ...judged] = chunks
  const steps = own.flatMap(({ weights }) => weights)
  const { listOf } = own[0]
  const starts = new Uint32Array(features.length + 1)
  features.forEach(({ coding }, i) => (starts[i + 1] = starts[i] + (coding ? countLevels(coding) : 1)))
  const width = starts[features.length]
  const weights = new Float64Array(steps.length * lists * width)
  const intercepts = new Float64Array(steps.length * lists)
  const found = own.flatMap((part) => part.intercepts)
  steps.forEach((ofLists, step) => {
    for (let list = 0; list < lists; list++) {
      // Of two classes the list is that of the second.
      const from = listOf[listOf.length === 2 ? 1 : list]
      if (!(from >= 0)) continue
      weights.set(ofLists[from], (step * lists + list) * width)
      intercepts[step * lists + list] = found[step][from] + ln(unit)
    }
    if (target.coding ? lists === listOf.length : event)
      centre(intercepts.subarray(step * lists, (step + 1) * lists))
  })
  // Of classes in bits.
  const inUnits = (error: number) => (target.coding ? error / ln(2) : error * unit)
  return {
    ...facts,
    starts,
    weights,
    intercepts,
    sizes: concatenate(own.flatMap(({ sizes }) => sizes)),
    residuals: concatenate(own.map(({ losses }) => losses.map((loss) => loss * unit))),
    gaps: concatenate(own.map(({ gaps }) => gaps)),
    degrees: concatenate(own.map(({ degrees }) => degrees)),
    isRidge: false,
    unsquarable: [],
    errors: concatenate(trials.flatMap((_, trial) => judged[trial].map(({ errors }) => errors.map(inUnits)))),
  }
}

/** Intercepts of all classes, or one that changes nothing, are determined up to a constant: their mean is 0. */
function centre(intercepts: Float64Array): void {
  const mean = intercepts.reduce((sum, one) => sum + one, 0) / intercepts.length
  for (let i = 0; i < intercepts.length; i++) intercepts[i] -= mean
}

/** The path of no rows; whoever asks refuses it. */
function emptyPath({ features, trials }: LikelihoodPathRequest, lists: number): LikelihoodPath {
  const none = new Float64Array(0)
  return {
    n: 0,
    counted: 0,
    lists,
    penalties: none,
    starts: new Uint32Array(features.length + 1),
    weights: none,
    intercepts: none,
    sizes: none,
    residuals: none,
    gaps: none,
    degrees: none,
    isRidge: false,
    unsquarable: [],
    heldOut: new Float64Array(trials.length),
    errors: none,
  }
}

/** The first of some rows whose number is no count, or too great to be one. */
function firstUnfit(values: Float64Array, rows: Int32Array): LikelihoodPath['unfit'] | null {
  const row = rows.find((row) => !(values[row] >= 0 && values[row] <= Number.MAX_SAFE_INTEGER))
  return row === undefined ? null : { row, value: values[row] }
}

function refuseLarge(places: number, rows: number): void {
  if (places * rows <= mostValues) return
  throw new CribaError(
    'too-large',
    `too many values for a path that is fitted to rows: ${rows} rows × ${places} columns, levels counted (at most ${mostValues}; use a prefilter, or fewer rows)`,
  )
}

/** A class to almost each row is a list of names, whose fits take hours; so few are allowed whatever the rows. */
const fewClasses = 10

/** Refuses classes of fewer than two rows on average. */
function refuseManyClasses(codes: Uint8Array | Uint16Array | Uint32Array, rows: Int32Array): void {
  const classes = new Set(Array.from(rows, (row) => codes[row])).size
  if (classes <= fewClasses || classes <= rows.length / 2) return
  throw new CribaError(
    'unsuitable',
    `unsuitable target for a path: ${classes} classes in ${rows.length} rows (needs two rows a class on average: take another target, or merge classes)`,
  )
}
