import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { elasticNetJob } from '../kernel/elastic-net-job.ts'
import type { ElasticNetPart } from '../kernel/elastic-net-job.ts'
import { runBatch } from '../kernel/pool.ts'
import type { BatchRun } from '../kernel/pool.ts'
import { gramOf, gramRequests, indicatorsOf, layOut } from '../learners/gram.ts'
import type { Layout } from '../learners/gram.ts'
import { weightsOfPlaces } from '../measures/orthonormal-blocks.ts'
import type { Counts } from '../statistics/counts.ts'
import type { Path, PathRequest } from '../statistics/path.ts'
import { mergeMoments } from '../statistics/moments.ts'
import type { Moments, MomentsOfFamily } from '../statistics/moments.ts'
import type { Answer, DirectRequest } from '../statistics/request.ts'
import { trainingSet } from './training-set.ts'
import type { TrainingSet } from './training-set.ts'

/** Penalties between which progress is reported and the event loop runs. */
const penaltiesAtOnce = 10
/** Multiplications a millisecond, and passes that a penalty takes, roughly. */
const rate = 1e6
const passesAPenalty = 10

/** The statistics that a fit is made of. */
export function pathNeeds(request: PathRequest): readonly DirectRequest[] {
  const layout = layoutOf(request)
  return viewsOf(request).flatMap((view) => gramRequests(layout, view))
}

/** Fits the path of an elastic net to the answers to what it needs. */
export async function fitElasticNet(
  request: PathRequest,
  answers: readonly Answer[],
  run: BatchRun,
): Promise<Path> {
  const layout = layoutOf(request)
  const grams = gramsOf(layout, answers, viewsOf(request).length)
  const all = grams.reduce(mergeMoments)
  const { features, target } = request
  const wild = features.filter((feature) => !layout.canSquare(feature, all))
  const unsquarable = layout.canSquare(null, all) ? wild : [target, ...wild]
  const blocks = features.map((feature) =>
    wild.includes(feature) ? [] : indicatorsOf(layout, [feature]).places,
  )
  const sets = [
    trainingSet(all, null, blocks),
    ...request.trials.map(({ train, test }) =>
      trainingSet(train.map((part) => grams[part]).reduce(mergeMoments), grams[test], blocks),
    ),
  ]
  const penalties = penaltiesOf(request, sets[0])
  const [path, ...judged] = await runPaths(request, sets, penalties, run)
  return {
    n: all.n,
    penalties,
    ...weightsInUnits(layout, request, sets[0], path, all),
    residuals: path.residuals.map((residual) => residual * sets[0].variance),
    gaps: path.gaps,
    columns: sets[0].blocks.starts.slice(1).map((end, i) => end - sets[0].blocks.starts[i]),
    unsquarable,
    heldOut: Float64Array.from(request.trials, ({ test }) => grams[test].n),
    errors: joined(
      judged.map(({ errors }, trial) => errors.map((error) => error * sets[trial + 1].variance)),
    ),
  }
}

function layoutOf({ target, features }: PathRequest): Layout {
  return layOut(target, features)
}

function viewsOf({ parts, view }: PathRequest) {
  return parts.length > 0 ? parts : [view]
}

function gramsOf(layout: Layout, answers: readonly Answer[], count: number): readonly Moments[] {
  const each = answers.length / count
  return Array.from({ length: count }, (_, part) => {
    const own = answers.slice(part * each, (part + 1) * each)
    return gramOf(layout, own as readonly (MomentsOfFamily | readonly Counts[])[])
  })
}

/** From the least penalty that lets no column in, with equal ratios between. */
function penaltiesOf({ ratio, penalties, least }: PathRequest, set: TrainingSet): Float64Array {
  const { starts, factors, withTarget, variance } = set
  let most = 0
  factors.forEach((factor, block) => {
    let squares = 0
    for (let i = starts[block]; i < starts[block + 1]; i++) squares += withTarget[i] * withTarget[i]
    if (factor > 0) most = Math.max(most, Math.sqrt(squares) / factor)
  })
  const first = (most * Math.sqrt(variance)) / ratio
  return Float64Array.from({ length: penalties }, (_, i) =>
    i === 0 ? first : first * exp((ln(least) * i) / (penalties - 1)),
  )
}

/** By this share the greatest penalty is raised, so that its rounding lets no column in. */
const rounding = 1e-9

/** The paths of all sets, a few penalties of each at a time. */
async function runPaths(
  { ratio }: PathRequest,
  sets: readonly TrainingSet[],
  penalties: Float64Array,
  { progress, ...run }: BatchRun,
): Promise<readonly ElasticNetPart[]> {
  const input = { sets: sets.map(({ blocks: _, variance: __, ...set }) => set) }
  const chunks: ElasticNetPart[][] = sets.map(() => [])
  const width = sets[0].withTarget.length
  for (let from = 0; from < penalties.length; from += penaltiesAtOnce) {
    const some = penalties.slice(from, from + penaltiesAtOnce)
    const tasks = sets.map(({ withTarget, variance }, set) => ({
      set,
      absolute: some.map((penalty, i) => {
        const raised = from + i === 0 ? penalty * (1 + rounding) : penalty
        return (raised * ratio) / Math.sqrt(variance)
      }),
      square: some.map((penalty) => penalty * (1 - ratio)),
      weights: chunks[set].at(-1)?.weights.slice(-withTarget.length) ?? new Float64Array(withTarget.length),
    }))
    const cost = (sets.length * some.length * width * width * passesAPenalty) / rate
    const parts = await runBatch({ job: elasticNetJob, input, tasks, count: tasks.length, cost }, run)
    parts.forEach((part, set) => chunks[set].push(part))
    progress?.((from + some.length) / penalties.length)
  }
  return chunks.map((parts) => ({
    weights: joined(parts.map(({ weights }) => weights)),
    gaps: joined(parts.map(({ gaps }) => gaps)),
    residuals: joined(parts.map(({ residuals }) => residuals)),
    errors: joined(parts.map(({ errors }) => errors)),
  }))
}

/** The weights of numbers and levels in units of the data, with intercepts, and the size of each feature. */
function weightsInUnits(
  layout: Layout,
  { features }: PathRequest,
  { blocks, variance, withTarget }: TrainingSet,
  { weights: all, gaps }: ElasticNetPart,
  { mean, meanLow }: Moments,
): Pick<Path, 'starts' | 'weights' | 'intercepts' | 'sizes'> {
  const deviation = Math.sqrt(variance)
  const { length } = withTarget
  const places = features.map((feature) => indicatorsOf(layout, [feature]).places)
  const starts = new Uint32Array(features.length + 1)
  places.forEach((own, i) => (starts[i + 1] = starts[i] + own.length))
  const width = starts[features.length]
  const weights = new Float64Array(gaps.length * width)
  const sizes = new Float64Array(gaps.length * features.length)
  const intercepts = new Float64Array(gaps.length)
  for (let step = 0; step < gaps.length; step++) {
    const scaled = all.subarray(step * length, (step + 1) * length).map((weight) => weight * deviation)
    const ofPlaces = weightsOfPlaces(blocks, scaled, layout.width)
    intercepts[step] = mean[0] + meanLow[0]
    features.forEach(({ coding }, i) => {
      const own = places[i].map((place) => ofPlaces[place])
      const centre = places[i].reduce((sum, place, j) => sum + own[j] * mean[place], 0)
      // The weights of levels are determined up to a constant.
      weights.set(coding ? own.map((weight) => weight - centre) : own, step * width + starts[i])
      if (!coding) intercepts[step] -= centre
      const squares = scaled
        .subarray(blocks.starts[i], blocks.starts[i + 1])
        .reduce((sum, weight) => sum + weight * weight, 0)
      sizes[step * features.length + i] = Math.sqrt(squares)
    })
  }
  return { starts, weights, intercepts, sizes }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
