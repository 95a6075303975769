import { firstFew, queryColumn, queryOption, queryValue } from '#core'
import type {
  Moments,
  MomentsRequest,
  Run,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  View,
  Warning,
} from '#core'
import { holdOutRows } from '../held-out/held-out.ts'
import { heavyTarget } from '../profile/heavy-target.ts'
import { inspectedRows } from '../profile/profile.ts'
import { levelsRequest } from '../scope/level-codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'

/**
 * A class of a smaller share of the rows is rare: by accuracy a learner that never predicts it looks good.
 */
const rareShare = 0.1
/** The target is nearly constant in a fold that has a smaller share of what a fold has on average. */
const constantShare = 0.01

/**
 * The evidence with the area under the curve as its metric, where none was asked for and a class is rarer
 * than a tenth of the rows.
 */
export async function withMetricOfTarget<E extends Pick<SettledEvidence, 'metric'>>(
  source: Source,
  settled: SettledSelectSpec,
  evidenceSpec: E,
  run: Run,
): Promise<E> {
  if (evidenceSpec.metric !== 'auto') return evidenceSpec
  const scope = scopeOf(source, { ...settled, missing: 'pairwise' })
  const batcher = new RequestBatcher(source, run)
  const { classes, task } = await inspectTarget(batcher, scope, settled)
  if (!classes || task === 'regression') return evidenceSpec
  const counts = { kind: 'counts', family: { list: [[classes]] }, view: scope.view } as const
  const [[[{ cells }]]] = await batcher.request([[counts]])
  const present = cells.filter((count) => count > 0)
  const all = present.reduce((sum, count) => sum + count, 0)
  return present.some((count) => count < rareShare * all) ? { ...evidenceSpec, metric: 'auc' } : evidenceSpec
}

/**
 * Warnings about the target. Of classes: those with fewer rows than folds. Of numbers under a metric of
 * squares: of one row that rules the sums of squares, and of folds in which the target is constant or nearly
 * so, where the learner cannot be judged.
 */
export async function targetWarnings(
  source: Source,
  settled: SettledSelectSpec,
  evidenceSpec: SettledEvidence,
  run: Run,
): Promise<readonly Warning[]> {
  const { batcher, facts, splits, scope } = await holdOutRows(source, settled, evidenceSpec, run)
  const { values, name } = facts
  if (facts.task === 'classification') return smallClasses(batcher, facts, evidenceSpec, inspectedRows(scope))
  if (!values) return []
  const momentsOf = (view: View): MomentsRequest => {
    return { kind: 'moments', family: { list: [[values]] }, of: 'values', view }
  }
  const [[whole, ...ofFolds]] = await batcher.request([
    [momentsOf(scope.view), ...splits.splits.map(({ test }) => momentsOf(test))],
  ])
  const { n, mean, min, max, comoment } = whole
  const numbers = { n: n[0], mean: mean[0], m2: comoment[0], min: min[0], max: max[0] }
  return [...heavyTarget(numbers, name), ...constantFolds(ofFolds, whole, name)]
}

/** The warning of splits in which the target hardly varies. */
function constantFolds(
  ofFolds: readonly SingleMoments[],
  { n, comoment }: SingleMoments,
  name: string,
): readonly Warning[] {
  const usual = comoment[0] / n[0]
  const places = ofFolds.flatMap(({ n: [rows], comoment: [squares] }, fold) =>
    rows > 1 && squares / rows <= constantShare * usual ? [String(fold + 1)] : [],
  )
  if (places.length === 0) return []
  const message = `${name} is constant or nearly so in the held-out rows of ${places.length === 1 ? 'split' : 'splits'} ${firstFew(places, 8)} of ${ofFolds.length}: R² is pooled over all, so these count by their errors only`
  return [{ code: 'constant-folds', column: name, message }]
}

/** The moments of one variable. */
type SingleMoments = Pick<Moments, 'mean' | 'min' | 'max' | 'comoment'> & { readonly n: Float64Array }

/** The most classes that a message names. */
const mostNamed = 5

/** The warning of classes with fewer rows than there are folds: some folds have none of them. */
async function smallClasses(
  batcher: RequestBatcher,
  { name, column, classes }: TargetFacts,
  { folds }: SettledEvidence,
  view: View,
): Promise<readonly Warning[]> {
  if (!classes || folds === null) return []
  const [[[{ levels, cells }]]] = await batcher.request([[levelsRequest([column], view)]])
  const small = levels[0]
    .map((level, i) => ({ level, rows: cells[i] }))
    .filter(({ rows }) => rows > 0 && rows < folds)
  if (small.length === 0) return []
  const shown = firstFew(
    small.map(({ level, rows }) => `${JSON.stringify(level)} in ${rows} ${rows === 1 ? 'row' : 'rows'}`),
    mostNamed,
  )
  const which = small.length === 1 ? 'a class' : 'classes'
  const values = small.map(({ level }) => queryValue(level))
  const query = `SELECT * FROM data WHERE ${queryColumn(name)} NOT IN (${firstFew(values, 20)})`
  const message = `${name} has ${which} with fewer rows than the ${folds} folds: ${shown}; some folds have none, so that they are hardly learnt or judged: merge classes, take fewer folds, or leave such rows out: ${queryOption(query)}`
  return [{ code: 'small-classes', column: name, message }]
}
