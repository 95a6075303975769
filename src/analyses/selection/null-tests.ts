import { CribaError, exchangeOf } from '#core'
import type { Variable, View, Warning } from '#core'
import type { NullTest, RankCriterion, RankStep, StepProblem } from '#methods'
import { readEvent, readLevels, readTargets, variablesRead } from '../coding/assignment.ts'
import { isAnyCutByTarget } from '../coding/recut.ts'
import type { Recut } from '../coding/recut.ts'
import { withDrawnPValues, withLawsChecked } from '../permutations/failing-laws.ts'
import { uncheckedLawWarnings } from '../ranking/ranking-warnings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { readSplitColumns } from '../scope/split-columns.ts'
import type { CandidateInput } from './candidate-input.ts'
import { testCandidate } from './candidate-test.ts'
import { testCorrelations } from './correlation-test.ts'
import { testGain } from './gain-test.ts'
import type { TestContext } from './gain-test.ts'
import { testIndependence } from './independence-test.ts'
import { testNeighbours } from './neighbour-test.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { Scorer } from './scorer.ts'
import { testStrata, testWeightedGain } from './strata-test.ts'

/**
 * Rows a cell holds on average, so that its rows speak for the next ones: a cell of one row determines any
 * target. In fewer than 300 rows an exception of 1 % may go unseen (the rule of three), and the best of many
 * columns part the classes by chance too.
 */
const rowsPerCell = (rows: number) => (rows < 300 ? 20 : 5)
/** The share of the target's rows that are complete in the selected columns. */
const leastShare = 0.9

/**
 * Whether the selected columns and those given, as levels, determine the classes: H(Y|X_S) = 0, as each cell of X_S has rows
 * of one class. The cells must hold five rows on average (20 of fewer than 300 rows), and nine in ten of the
 * target's rows. Bins of a numeric target leave its values open, so those are never determined.
 */
async function isDetermined(
  batcher: RequestBatcher,
  { features, target, view, given }: Pick<TestContext, 'features' | 'target' | 'view' | 'given'>,
  selected: readonly number[],
): Promise<boolean> {
  const columns = [...selected.map((i) => features[i]), ...given]
  if (columns.length === 0 || !target?.coding || target.coding.kind === 'cuts') return false
  if (columns.some(({ coding }) => !coding)) return false
  const all = [...columns, target]
  const family = { list: [columns, all, [target]] }
  const within = { list: [all, all, [target]] }
  const [{ n, cells }] = await batcher.requestOnce([{ kind: 'entropy', family, within, view }])
  return (
    cells[0] === cells[1] && cells[2] > 1 && n[0] >= rowsPerCell(n[0]) * cells[0] && n[0] >= leastShare * n[2]
  )
}

/** The test of any candidate where the selected columns determine the target. */
const nothingLeft: NullTest = {
  gain: 0,
  because: 'set',
  isDetermined: true,
  estimatePValue: () => ({ pValue: 1, by: 'exact' }),
}

/** Tests of candidates against chance. */
export interface NullTests {
  /** The gain of candidates beside those selected, with its null distribution. */
  readonly test: StepProblem['test']
  /** Tests of independence of candidates from the target given others. */
  readonly independence: NonNullable<StepProblem['independence']>
  /** The p-value of each candidate by itself, as exact as a cut at a false discovery rate needs it. */
  readonly pValues: StepProblem['pValues']
  /** What the user should know of these p-values. */
  readonly warnings: Warning[]
}

/** The tests of a scorer's candidates against chance; `scoring` answers what its scores are made of. */
export function nullTestsOf(
  batcher: RequestBatcher,
  scoring: RequestBatcher,
  { ranker, criterion: { id } }: Scorer,
  {
    input,
    names,
    scope,
    facts,
    recutting,
    given,
  }: Pick<PreparedSelection, 'input' | 'names' | 'scope' | 'facts' | 'recutting' | 'given'>,
  seed: number,
): NullTests {
  const { features, context } = input
  const { target, view, splitBy } = context
  const ofSpec = splitBy && exchangeOf(splitBy)
  const exchange = given ? given.exchange(ofSpec) : ofSpec
  const levels = given?.levels ?? []
  const numbers = numericColumns({ scope, facts })
  const isNumeric = (column: number) => numbers.has(column)
  let [asked, isKnown] = ['', false]
  // A step tests several candidates beside the same columns.
  const determine = async (selected: readonly number[]) => {
    if (asked === selected.join()) return isKnown
    isKnown =
      !view.sampledOver && (await isDetermined(batcher, { features, target, view, given: levels }, selected))
    asked = selected.join()
    return isKnown
  }
  const warnings: Warning[] = []
  return {
    warnings,
    test: async (selected, joining, beside, rivals) => {
      const tested = { features, names, target, view, seed, isNumeric, given: levels }
      if (await determine(selected)) return nothingLeft
      if (exchange) {
        if (isAnyCutByTarget(recutting, tested, joining)) throw exchangedCutsError()
        const { testExchanged } = await import('../on-demand/exchange.ts')
        return testExchanged(batcher, { ...tested, exchange }, selected, joining, beside)
      }
      if (isAnyCutByTarget(recutting, tested, joining)) {
        if (view.sampledOver) throw supervisedCutsError()
        const { testRecut } = await import('../on-demand/exchange.ts')
        return testRecut(batcher, tested, recutting, { selected, joining, beside })
      }
      if (beside === 'min') {
        if (view.sampledOver) return testWeightedGain(batcher, tested, selected, joining)
        const [candidate, ...more] = joining
        if (more.length > 0) return testGain(batcher, tested, selected, joining)
        return testCandidate(batcher, tested, selected, candidate)
      }
      return testStrata(batcher, tested, selected, joining, beside === 'max' ? rivals() : null)
    },
    independence: async (questions) => {
      if (ofSpec) throw exchangedIndependenceError()
      if (questions.some(({ test }) => test === 'fisher-z')) {
        const { targetName } = context
        return testCorrelations(batcher, { features, names, target, targetName, view }, questions)
      }
      if (questions.some(({ test }) => test === 'cmi-knn')) {
        const { targetName } = context
        return testNeighbours(batcher, { features, names, target, targetName, view, seed }, questions)
      }
      const tested = { features, names, target, view, given: levels }
      if (isAnyCutByTarget(recutting, tested, [...features.keys()])) throw supervisedTestsError()
      return testIndependence(batcher, tested, questions)
    },
    pValues: async (rate) => {
      if (!ranker) {
        throw new CribaError('invalid', `invalid cut: fdr (${id} has no p-values; use mutual-information)`)
      }
      const ranked: RankerColumns = { criterion: ranker, target, features, names }
      const step = stepOf(context, ranked, view)
      const [answers] = await scoring.request([ranker.needs(step)])
      const how = {
        view,
        column: scope.target?.column ?? -1,
        target: facts,
        seed,
        rate,
        recutting,
        ...(exchange && { exchange }),
        variablesOf: ({ features }: RankerColumns) => variablesRead({ ...context, features }),
        restrictTo,
        stepOf: ({ features, ...ranked }: RankerColumns, view: View, read: Recut) =>
          stepOf(readContext(context, read), { ...ranked, features: features.map(read) }, view),
      }
      const scores = await withLawsChecked(scoring, [ranked], [ranker.fold(answers, step)], how, () => view)
      const [{ pValue, pFrom, pWithin }] = await withDrawnPValues(scoring, [ranked], scores, how, undefined)
      warnings.push(...uncheckedLawWarnings([ranked], scores))
      if (pValue && !pValue.every(Number.isNaN)) {
        return Array.from(pValue, (p, i) => ({
          pValue: p,
          by: pFrom?.[i] ?? 'law',
          ...(pWithin && !Number.isNaN(pWithin[i]) && { within: pWithin[i] }),
        }))
      }
      if (ranker.pValue !== undefined) {
        throw new CribaError(
          'unsuitable',
          `unsuitable cut: fdr (${id} gives no column a p-value here; name k, or cut at top:10)`,
        )
      }
      throw new CribaError('invalid', `invalid cut: fdr (${id} has no p-values; name k, or cut at top:10)`)
    },
  }
}

/**
 * The columns of a source that are numbers, so that their levels have an order: of features, and of a target
 * of regression.
 */
export function numericColumns({
  scope,
  facts,
}: Pick<PreparedSelection, 'scope' | 'facts'>): ReadonlySet<number> {
  const all = [...scope.features, ...(facts.task === 'regression' ? [scope.target!] : [])]
  return new Set(all.filter(({ type }) => type === 'numeric').map(({ column }) => column))
}

/** A ranker with the columns that it scores. */
interface RankerColumns {
  readonly criterion: RankCriterion
  readonly target: Variable | null
  readonly features: readonly Variable[]
  readonly names: readonly string[]
}

function readContext(context: CandidateInput['context'], read: Recut): CandidateInput['context'] {
  const { target, splitBy } = context
  return {
    ...context,
    target: target && read(target),
    ...readTargets(context, read),
    ...readEvent(context, read),
    ...readLevels(context, read),
    ...(splitBy && { splitBy: readSplitColumns(splitBy, read) }),
  }
}

function stepOf(
  context: CandidateInput['context'],
  { features, names }: RankerColumns,
  view: View,
): RankStep {
  return { ...context, features, names, view }
}

function restrictTo(ranked: RankerColumns, places: readonly number[]): RankerColumns {
  return {
    ...ranked,
    features: places.map((place) => ranked.features[place]),
    names: places.map((place) => ranked.names[place]),
  }
}

function supervisedTestsError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable discretise: cuts that look at the target make columns of noise dependent on it (discretise equal-frequency)',
  )
}

function exchangedCutsError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable discretise: cuts that look at the target have no test of significance by group, strata or time, or beside given columns (discretise equal-frequency, or use another stop)',
  )
}

function exchangedIndependenceError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable group, strata or time: tests of independence count independent rows (leave it out, or use jmi, whose permutations respect it)',
  )
}

function supervisedCutsError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable sampling weights: cuts that look at the target have no test of significance under them (discretise equal-frequency, or use another stop)',
  )
}
