import {
  bottleneck,
  chain,
  compare,
  describe,
  informationByLevel,
  informationMatrix,
  groups,
  interactions,
  selfInformation,
  transform,
} from 'criba'
import type { CompareSpec, DataSpec, Run, Source, Table } from 'criba'
import { discretisers, missingPolicies, tasks } from '../../dist/src/core/spec/rank-spec.js'
import type { Draw } from './draw.ts'
import { drawAny, drawMerit, drawRanker, drawSearch, isOfCounts } from './methods.ts'
import type { OddTable } from './odd-tables.ts'
import { rank, score, select } from '../untyped.ts'
import type { RankSpec, ScoreSpec, SelectSpec } from '../untyped.ts'

/** One call of a public function, as plain data. */
export interface Call {
  readonly name: keyof typeof functions
  readonly spec: object
  /** All its numbers come from counts, so sources agree to the last bit. */
  readonly ofCounts: boolean
}

const functions = {
  describe,
  rank,
  select,
  score,
  interactions,
  groups,
  informationMatrix,
  chain,
  informationByLevel,
  selfInformation,
  bottleneck,
  compare,
  apply,
} as const

/** A selection, applied to the rows that it is of. */
async function apply(data: Table | Source, spec: SelectSpec, run: Run): Promise<object> {
  const result = await select(data, spec, run)
  if ('answer' in data) return transform(result, data, run)
  const { table: _, ...applied } = await transform(result, data, run)
  return applied
}

/** Makes a call. The function itself checks whether the spec suits the table. */
export function makeCall({ name, spec }: Call, data: Table | Source, run: Run = {}): Promise<object> {
  return (functions[name] as (data: Table | Source, spec: object, run: Run) => Promise<object>)(
    data,
    spec,
    run,
  )
}

export function drawRank(draw: Draw, table: OddTable): Call {
  const by = Array.from({ length: 1 + draw.whole(3) }, () => drawRanker(draw))
  const spec: RankSpec = {
    ...dataSpec(draw, table),
    by,
    ...(draw.chance(0.08) && { given: [draw.pick(table.features)] }),
    ...(draw.chance(0.15) && { permutations: 1 + draw.whole(9), seed: draw.whole(100) }),
  }
  return { name: 'rank', spec, ofCounts: table.wholeWeights && by.every(isOfCounts) }
}

export function drawSelect(draw: Draw, table: OddTable): Call {
  const criterion = drawAny(draw)
  const { features } = table
  const names = () => draw.some(features, 1 + draw.whole(features.length))
  const prefilter = draw.pick(['mutual-information:top=2', 'gain-ratio:share=0.5', 'chi2:above=0.1'])
  const startFrom = draw.chance(0.5) ? names() : draw.pick(['jmi:k=2', 'mutual-information', 'mim'])
  const groups = { 'a group': names() }
  const costs = Object.fromEntries(features.map((name) => [name, 1 + draw.whole(3)]))
  const evidence = draw.chance(0.04)
  // A partial F tests only a linear fit.
  const isFit = criterion.method === 'sse' && draw.chance(0.8)
  const spec: SelectSpec = {
    ...dataSpec(draw, table),
    criterion,
    ...(draw.chance(0.85) && { search: drawSearch(draw, criterion) }),
    ...(draw.chance(0.5) && { k: 1 + draw.whole(3) }),
    ...((isFit || draw.chance(0.5)) && { stop: draw.pick(isFit ? stops.slice(-2) : stops.slice(0, -2)) }),
    ...(draw.chance(0.1) && { cut: draw.pick(['top:2', 'share:0.4', 'above:0.05', 'fdr:0.1']) }),
    ...(draw.chance(0.08) && { keep: names() }),
    ...(draw.chance(0.08) && { groups }),
    ...(draw.chance(0.08) && { costs }),
    ...(draw.chance(0.08) && { budget: draw.pick([{ evals: 5 }, { cost: 3 }, { evals: 20, cost: 4 }]) }),
    ...(draw.chance(0.08) && { startFrom }),
    ...(draw.chance(0.08) && { prefilter }),
    ...(draw.chance(0.08) && { why: draw.pick(features) }),
    ...(draw.chance(0.08) && { landscape: draw.pick([1, 3, 'all'] as const) }),
    ...(draw.chance(0.05) && { pareto: drawMerit(draw) }),
    ...(evidence && { evidence }),
    ...(draw.chance(0.3) && { seed: draw.whole(100) }),
  }
  // Sums of ranks are no counts; without a stop columns are tested by them too.
  const hasRanks = spec.stop?.startsWith('significance') ?? true
  const ofCounts = table.wholeWeights && !evidence && !hasRanks && isOfCounts(criterion)
  return { name: 'select', spec, ofCounts }
}

/** Every kind of stop. */
export const stops = [
  'none',
  'rising',
  'gain:0.01',
  'gain:0',
  'significance',
  'significance:alpha=0.5,permutations=19',
  'significance:null=set',
  'significance:null=max',
  'partial-f',
  'partial-f:alpha=0.5',
] as const

export function drawScore(draw: Draw, table: OddTable): Call {
  const features = draw.some(table.features, 1 + draw.whole(4))
  const others = table.features.filter((name) => !features.includes(name))
  const by = Array.from({ length: 1 + draw.whole(2) }, () => drawMerit(draw))
  const spec: ScoreSpec = {
    ...dataSpec(draw, table),
    features,
    by,
    ...(others.length > 0 && draw.chance(0.2) && { given: [draw.pick(others)] }),
    ...(draw.chance(0.15) && { permutations: 1 + draw.whole(9), seed: draw.whole(100) }),
  }
  return { name: 'score', spec, ofCounts: table.wholeWeights && by.every(isOfCounts) }
}

/** A call of `describe`, or of a function that reads only levels. */
export function drawOther(draw: Draw, table: OddTable): Call {
  const name = draw.pick([
    'describe',
    'interactions',
    'interactions',
    'groups',
    'informationMatrix',
    'informationMatrix',
    'chain',
    'informationByLevel',
    'selfInformation',
    'bottleneck',
  ] as const)
  const features = draw.some(table.features, 1 + draw.whole(3))
  const [feature] = features
  const given = [draw.pick(table.features)]
  const form = draw.pick(['sufficient', 'hard', 'soft'])
  const own = {
    describe: {},
    interactions: draw.chance(0.3) ? { permutations: 1 + draw.whole(9) } : {},
    groups: {
      by: draw.pick(['symmetrical-uncertainty', 'information-distance']),
      linkage: draw.pick(['complete', 'average']),
      ...(draw.chance(0.3) && { count: 1 + draw.whole(4) }),
      ...(draw.chance(0.2) && { stability: 2 }),
    },
    informationMatrix: draw.chance(0.3) ? { units: 'nats' } : {},
    chain: { features },
    informationByLevel: { features, given },
    selfInformation: { feature },
    bottleneck: {
      feature,
      form,
      ...(form !== 'sufficient' && draw.chance(0.5) && { beta: draw.pick([0, 0.5, 1, 50]) }),
    },
  } as const
  return { name, spec: { ...dataSpec(draw, table), ...own[name] }, ofCounts: table.wholeWeights }
}

/** A call of what learns from the rows, or is applied to them. */
function drawApplied(draw: Draw, table: OddTable): Call {
  if (draw.chance(0.5)) return { ...drawSelect(draw, table), name: 'apply', ofCounts: false }
  const methods = draw.some(
    ['jmi', 'mrmr', 'relieff', 'variance', 'cfs', 'iamb', 'mim', 'lasso'],
    1 + draw.whole(2),
  )
  const learners = ['linear', 'naive-bayes', 'logistic', 'knn', 'lda', 'tree', 'ridge', 'cox', 'forest']
  const spec: CompareSpec = {
    ...dataSpec(draw, table),
    methods,
    ...(draw.chance(0.8) && { k: 1 + draw.whole(3) }),
    ...(draw.chance(0.6) && { learner: [draw.pick(learners)] }),
    ...(draw.chance(0.7) ? { folds: 2 + draw.whole(3) } : { holdout: draw.pick([0.2, 0.5]) }),
    ...(draw.chance(0.2) && { repeats: 2 }),
    ...(draw.chance(0.3) && { seed: draw.whole(100) }),
  }
  return { name: 'compare', spec, ofCounts: false }
}

/** What random calls are drawn from, by name. */
export const kinds = {
  rank: drawRank,
  select: drawSelect,
  sets: (draw: Draw, table: OddTable) => (draw.chance(0.6) ? drawScore : drawOther)(draw, table),
  applied: drawApplied,
} as const

function dataSpec(draw: Draw, { target, event, weights, features }: OddTable): DataSpec {
  const most = draw.some(features, features.length - 1)
  return {
    ...(draw.chance(0.93) && { target }),
    ...(event !== null && draw.chance(0.9) && { event }),
    ...(weights !== null && draw.chance(0.9) && { weights }),
    ...(draw.chance(0.1) && { task: draw.pick(tasks) }),
    ...(draw.chance(0.4) && { missing: draw.pick(missingPolicies) }),
    ...(draw.chance(0.5) && { discretise: draw.pick(discretisers) }),
    ...(draw.chance(0.15) && { bins: 2 + draw.whole(6) }),
    ...(draw.chance(0.05) && most.length > 0 && { drop: [draw.pick(most)] }),
    ...(draw.chance(0.05) && { types: { '*': draw.pick(['categorical', 'numeric'] as const) } }),
  }
}
