import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { mergeMoments } from '#core'
import type { Answer, Counts, Moments, MomentsOfFamily, Path, PathRequest } from '#core'
import { gramOf, indicatorsOf, weightsOfPlaces } from '#methods'
import type { Layout } from '#methods'
import type { PenalisedPart } from '../penalties/penalised-job.ts'
import { concatenate } from '../threads/job.ts'
import type { BatchRun } from '../threads/pool.ts'
import { layoutOf, viewsOf } from './paths.ts'
import { penalisedSets, runPaths } from './penalised-sets.ts'
import { trainingSet, unitsOfTargets } from './training-set.ts'
import type { TrainingSet } from './training-set.ts'

/** Fits the path of a linear model to the answers to what it needs. */
export async function fitPath(
  request: PathRequest,
  answers: readonly Answer[],
  run: BatchRun,
): Promise<Path> {
  return fitGrams(request, gramsOf(layoutOf(request), answers, viewsOf(request).length), run)
}

/** Fits the path to the moments of each part of the rows. */
export async function fitGrams(
  request: PathRequest,
  grams: readonly Moments[],
  run: BatchRun,
): Promise<Path> {
  const layout = layoutOf(request)
  const mergedOf = mergedParts(grams)
  const all = mergedOf([...grams.keys()])
  const { features, targets } = request
  const wild = features.filter((feature) => !layout.canSquare(feature, all))
  const wildTargets = targets.filter((target, i) => !layout.canSquare(i === 0 ? null : target, all))
  const unsquarable = [...wildTargets, ...wild]
  // Products with a target that cannot be squared are no numbers: no column enters.
  const blocks = features.map((feature) =>
    wildTargets.length > 0 || wild.includes(feature) ? [] : indicatorsOf(layout, [feature]).places,
  )
  const units = unitsOfTargets(targets.length, all)
  const made = [
    trainingSet(all, null, blocks, request, units),
    ...request.trials.map(({ train, test }) =>
      trainingSet(mergedOf(train), grams[test], blocks, request, units),
    ),
  ]
  const penalised = await penalisedSets(made, request, run)
  const { sets } = penalised
  const greatest = await penalised.greatest()
  const wanted = penaltiesFrom(greatest, request)
  const [path, ...judged] = await runPaths(penalised, wanted, run, request.most)
  const penalties = wanted.subarray(0, path.gaps.length)
  return {
    n: all.n,
    lists: targets.length,
    penalties,
    ...weightsInUnits(layout, request, sets[0], path, { units, moments: all }),
    residuals: path.residuals.map((residual) => residual * sets[0].variance),
    gaps: path.gaps,
    degrees: degreesOf(request, sets[0], path.weights, penalties.length),
    isRidge: penalised.isRidge,
    unsquarable,
    heldOut: Float64Array.from(request.trials, ({ test }) => grams[test].n),
    errors: concatenate(
      judged.map(({ errors }, trial) => errors.map((error) => error * sets[trial + 1].variance)),
    ),
  }
}

function gramsOf(layout: Layout, answers: readonly Answer[], count: number): readonly Moments[] {
  const each = answers.length / count
  return Array.from({ length: count }, (_, part) => {
    const own = answers.slice(part * each, (part + 1) * each)
    return gramOf(layout, own as readonly (MomentsOfFamily | readonly Counts[])[])
  })
}

/** Merges parts in a row once: the training sets of folds are what is before a fold and what is after it. */
function mergedParts(grams: readonly Moments[]): (parts: readonly number[]) => Moments {
  const known = new Map<string, Moments>()
  const run = (from: number, to: number, isFirst: boolean): Moments => {
    if (from === to) return grams[from]
    const key = `${from}-${to}`
    const found =
      known.get(key) ??
      (isFirst
        ? mergeMoments(run(from, to - 1, true), grams[to])
        : mergeMoments(grams[from], run(from + 1, to, false)))
    known.set(key, found)
    return found
  }
  return (parts) => {
    const runs: [number, number][] = []
    for (const part of parts) {
      const last = runs.at(-1)
      if (last && part === last[1] + 1) last[1] = part
      else runs.push([part, part])
    }
    return runs.map(([from, to]) => run(from, to, from === 0)).reduce(mergeMoments)
  }
}

/** From the least penalty that lets no column in, with equal ratios between. */
function penaltiesFrom(first: number, { penalties, least }: PathRequest): Float64Array {
  return Float64Array.from({ length: penalties }, (_, i) =>
    i === 0 ? first : first * exp((ln(least) * i) / (penalties - 1)),
  )
}

/** The weights of numbers and levels in units of the data, with intercepts, and the size of each feature. */
function weightsInUnits(
  layout: Layout,
  { features }: PathRequest,
  { blocks, variance, withTarget, original, starts: startsOfAll }: TrainingSet,
  { weights: all, gaps }: PenalisedPart,
  {
    units,
    moments: { mean, meanLow },
  }: { readonly units: Float64Array; readonly moments: Pick<Moments, 'mean' | 'meanLow'> },
): Pick<Path, 'starts' | 'weights' | 'intercepts' | 'sizes'> {
  const deviation = Math.sqrt(variance)
  const { length } = withTarget
  const lists = units.length
  const places = features.map((feature) => indicatorsOf(layout, [feature]).places)
  const starts = new Uint32Array(features.length + 1)
  places.forEach((own, i) => (starts[i + 1] = starts[i] + own.length))
  const width = starts[features.length]
  const weights = new Float64Array(gaps.length * lists * width)
  const sizes = new Float64Array(gaps.length * features.length)
  const intercepts = new Float64Array(gaps.length * lists)
  for (let step = 0; step < gaps.length; step++) {
    const scaled = all.subarray(step * length, (step + 1) * length).map((weight) => weight * deviation)
    for (let i = 0; i < features.length; i++) {
      // Those of copies are equal, but for rounding, so they tie.
      let squares = 0
      for (let j = startsOfAll[original[i]]; j < startsOfAll[original[i] + 1]; j++)
        squares += scaled[j] * scaled[j]
      sizes[step * features.length + i] = Math.sqrt(squares)
    }
    for (let list = 0; list < lists; list++) writeList(step * lists + list, list, scaled)
  }
  return { starts, weights, intercepts, sizes }

  function writeList(at: number, list: number, scaled: Float64Array): void {
    const unit = units[list]
    // Plain loops: closures would take as long as the rest of a short path.
    const own = new Float64Array(blocks.coordinates.length)
    for (let i = 0; i < own.length; i++) own[i] = scaled[i * lists + list] * unit
    const ofPlaces = weightsOfPlaces(blocks, own, layout.width)
    intercepts[at] = mean[list] + meanLow[list]
    for (let i = 0; i < features.length; i++) {
      if (!hasWeight(own, blocks.starts[i], blocks.starts[i + 1])) continue
      const { coding } = features[i]
      const ofFeature = places[i]
      const first = at * width + starts[i]
      let centre = 0
      for (let j = 0; j < ofFeature.length; j++) centre += ofPlaces[ofFeature[j]] * mean[ofFeature[j]]
      // The weights of levels are determined up to a constant.
      for (let j = 0; j < ofFeature.length; j++)
        weights[first + j] = ofPlaces[ofFeature[j]] - (coding ? centre : 0)
      if (!coding) intercepts[at] -= centre
    }
  }
}

/**
 * For each penalty how many coordinates the blocks in the model have. Under a fused penalty weights that are
 * equal count once: Tibshirani and Taylor (2011).
 */
function degreesOf(
  { penalty }: PathRequest,
  { starts, groupStarts }: TrainingSet,
  weights: Float64Array,
  penalties: number,
): Float64Array {
  const width = weights.length / penalties
  return Float64Array.from({ length: penalties }, (_, step) => {
    const own = weights.subarray(step * width, (step + 1) * width)
    if (penalty.kind === 'fused') {
      let count = 0
      for (let group = 1; group < groupStarts.length; group++) {
        const ofGroup = own.subarray(starts[groupStarts[group - 1]], starts[groupStarts[group]])
        count += penalty.pairs === 'group' ? countValues(ofGroup) : countRuns(ofGroup)
      }
      return count
    }
    let count = 0
    for (let block = 1; block < starts.length; block++) {
      const [start, end] = [starts[block - 1], starts[block]]
      if (hasWeight(own, start, end)) count += end - start
    }
    return count
  })
}

function hasWeight(weights: Float64Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (weights[i] !== 0) return true
  return false
}

/** How many values other than 0 there are. */
function countValues(weights: Float64Array): number {
  return new Set(weights.filter((weight) => weight !== 0)).size
}

/** How many runs of equal neighbours other than 0 there are. */
function countRuns(weights: Float64Array): number {
  return weights.reduce((runs, weight, i) => runs + Number(weight !== 0 && weight !== weights[i - 1]), 0)
}
