import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { countLevels, CribaError } from '#core'
import type { ClassPath, ClassPathRequest, View } from '#core'
import { placesOfColumn } from '../models/model.ts'
import { classPathJob } from '../penalties/class-path-job.ts'
import type { ClassPathInput, ClassPathPart } from '../penalties/class-path-job.ts'
import { listsWanted } from '../penalties/training-set.ts'
import { concatenate } from '../threads/job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { ResolvedView } from './resolved-view.ts'
import { columnOf, trainingRows } from './training-rows.ts'

/**
 * The greatest duality gaps, as shares of the loss without columns: of the path itself, and of those that are
 * judged on held-out rows.
 */
const tolerance = { path: 1e-10, heldOut: 1e-5 } as const
/** Penalties between which progress is reported and the event loop runs. */
const penaltiesAtOnce = 10
/** Where a smaller share of the loss without columns is left, the path ends. */
const leastLoss = 1e-3
/** Multiplications a millisecond, and passes over the rows that a penalty takes, roughly. */
const rate = 5e5
const passesAPenalty = 20
/** The most values of coordinates of training rows. */
const mostValues = 1 << 27
/** By this share the greatest penalty is raised, so that its rounding lets no column in. */
const rounding = 1e-9

/**
 * Fits the path of a logistic regression, and those of the training rows of the trials at the same penalties.
 */
export async function answerClassPath(
  request: ClassPathRequest,
  resolved: ResolvedView,
  { progress, ...run }: BatchRun,
  resolve: (view: View) => Promise<ResolvedView>,
): Promise<ClassPath> {
  const { features, target, groups, penalty, hasReference, trials, most = Infinity } = request
  await resolved.encode(
    [...features, target].filter(({ coding }) => coding),
    run,
  )
  const columns = features.map((feature) => columnOf(feature, resolved))
  const whole = await trainingRows({ ...request, parts: [], trials: [] }, resolved, columns, resolve)
  const judged = trials.length > 0 ? await trainingRows(request, resolved, columns, resolve) : null
  const { codes, count } = resolved.codesOf(target)
  const [all] = whole.trials
  refuseLarge(
    columns.reduce((sum, column) => sum + placesOfColumn(column), 0),
    all.train.length,
  )
  const lists = listsWanted(count, hasReference)
  if (all.train.length === 0) return emptyPath(request, lists)
  // Whoever asks refuses empty folds.
  if (judged?.heldOut.includes(0))
    return { ...emptyPath(request, lists), n: whole.n, heldOut: judged.heldOut }
  const input: ClassPathInput = {
    columns,
    codes,
    classes: count,
    weights: whole.weights,
    hasReference,
    groups,
    factors: { columns: penalty.columns, groups: penalty.groups },
    sets: [all, ...(judged?.trials ?? [])],
    tolerances: [tolerance.path, ...trials.map(() => tolerance.heldOut)],
  }
  const width = columns.reduce((sum, column) => sum + placesOfColumn(column), 0)
  const costOf = (sets: number, penalties: number) =>
    (sets * penalties * passesAPenalty * all.train.length * (width + 1)) / rate
  const ask = (tasks: Parameters<ReturnType<typeof classPathJob.open>>[0][]) =>
    runBatch({ job: classPathJob, input, tasks, count: tasks.length, cost: costOf(tasks.length, 10) }, run)
  const [{ greatest, lossOfNone }] = await ask([{ set: 0, penalties: [], before: null, end: null }])
  const penalties = Float64Array.from({ length: request.penalties }, (_, i) =>
    i === 0 ? greatest : greatest * exp((ln(request.least) * i) / (request.penalties - 1)),
  )
  const chunks: ClassPathPart[][] = input.sets.map(() => [])
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
  return pathOf(request, lists, penalties.subarray(0, fitted), chunks, whole.n, judged?.heldOut)
}

function pathOf(
  { features, trials }: ClassPathRequest,
  lists: number,
  penalties: Float64Array,
  chunks: readonly (readonly ClassPathPart[])[],
  n: number,
  heldOut: Float64Array = new Float64Array(0),
): ClassPath {
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
      intercepts[step * lists + list] = found[step][from]
    }
    if (lists === listOf.length) centre(intercepts.subarray(step * lists, (step + 1) * lists))
  })
  return {
    n,
    lists,
    penalties,
    starts,
    weights,
    intercepts,
    sizes: concatenate(own.flatMap(({ sizes }) => sizes)),
    residuals: concatenate(own.map(({ losses }) => losses)),
    gaps: concatenate(own.map(({ gaps }) => gaps)),
    degrees: concatenate(own.map(({ degrees }) => degrees)),
    isRidge: false,
    unsquarable: [],
    heldOut,
    errors: concatenate(
      trials.flatMap((_, trial) => judged[trial].map(({ errors }) => errors.map((loss) => loss / ln(2)))),
    ),
  }
}

/** Intercepts of all classes are determined up to a constant: their mean is 0. */
function centre(intercepts: Float64Array): void {
  const mean = intercepts.reduce((sum, one) => sum + one, 0) / intercepts.length
  for (let i = 0; i < intercepts.length; i++) intercepts[i] -= mean
}

/** The path of no rows; whoever asks refuses it. */
function emptyPath({ features, trials }: ClassPathRequest, lists: number): ClassPath {
  const none = new Float64Array(0)
  return {
    n: 0,
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

function refuseLarge(places: number, rows: number): void {
  if (places * rows <= mostValues) return
  throw new CribaError(
    'too-large',
    `too many values for the path of a logistic regression: ${rows} rows × ${places} columns, levels counted (at most ${mostValues}; use a prefilter, or fewer rows)`,
  )
}
