import { countLevels, CribaError, firstFew, methodText } from '#core'
import type { Exchange, FeatureCoding, OptionTable, Request, Source, Variable, Warning } from '#core'
import type { CriterionFacts } from '#methods'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import { ConditionalSource, isConditional } from '../scope/conditional-source.ts'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import { defaultBins } from './codings.ts'
import type { Codings, CodingSpec } from './codings.ts'
import { cutsOfColumn } from './fitting-requests.ts'
import { withJointLevels } from './joint-levels.ts'
import type { LevelVariable } from './joint-levels.ts'

/** The columns that scores are given. */
interface GivenColumns {
  /** All of them as levels, for information. */
  readonly levels: readonly Variable[]
  /** The same with numbers in finer bins: values are permuted within these. */
  readonly within: readonly Variable[]
  /** How many joint levels they have at most. */
  readonly strata: number
  /** The bins of all numbers of the run, where some that are given are cut; otherwise those of the spec. */
  readonly bins: number | null
}

/** Numbers of so few values are levels as they stand. */
const fewValues = 10
/** So many rows share the fine bins of the numbers that are given: few, so that they hardly vary within. */
const rowsOfFineBin = 8

/** The columns that scores are given, and what follows for scores, their permutations and the bins. */
export interface OpenedGiven extends Pick<GivenColumns, 'levels' | 'strata' | 'bins'> {
  /** The exchange of the spec, which keeps each row within its levels of these columns. */
  readonly exchange: (ofSpec: Exchange | undefined) => Exchange
  /** What answers the needs of methods given these columns. */
  readonly conditional: (asked: ConditionalNeeds) => ReturnType<typeof conditionalSource>
}

/** Reads the columns that scores are given. */
export async function openGiven(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  spec: CodingSpec,
): Promise<OpenedGiven> {
  const given = await readGivenColumns(batcher, scope, facts, spec)
  const { levels, within, strata, bins } = given
  return {
    levels,
    strata,
    bins,
    exchange: (ofSpec) => (ofSpec ? { ...ofSpec, within } : { within, keepsLaw: true }),
    conditional: (asked) => conditionalSource(scope, facts, given, asked),
  }
}

/**
 * Reads columns that are taken into account as levels: categories and numbers of few values as they stand,
 * other numbers cut into as many bins as leave five rows a cell in the table of two columns, the target and
 * all that is given.
 */
async function readGivenColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  spec: CodingSpec,
): Promise<GivenColumns> {
  const given = scope.given!
  const few = await fewLevels(batcher, scope)
  const parts = few.reduce((product, one) => product * (one?.levels.length ?? 1), 1)
  const cut = few.filter((one) => !one).length
  const classes = facts.classes ? facts.classNames.length : null
  const bins = cut === 0 || spec.bins !== null ? spec.bins : defaultBins(facts.n / parts, classes, 2 + cut)
  const fine = fineBins(facts.n / parts, cut)
  const inBins = async (most: number, discretise: CodingSpec['discretise']) => {
    const cuts = given.map((one) => cutsOfColumn(scope.view, one, most, { ...spec, discretise }))
    const answers = await batcher.request(cuts.map(({ needs }, i) => (few[i] ? [] : needs)))
    return given.map(({ column }, i): Variable => {
      const coding = few[i]
      return coding ? { column, coding } : cuts[i].levels(answers[i])
    })
  }
  const levels = await inBins(bins ?? 2, spec.discretise)
  const within = cut > 0 && fine > bins! ? await inBins(fine, 'equal-frequency') : levels
  const strata = levels.reduce((product, { coding }) => product * countLevels(coding!), 1)
  return { levels, within, strata, bins }
}

/** The most bins, up to a thousand, that leave a few rows in each cell of the table of some columns. */
function fineBins(rows: number, columns: number): number {
  const cells = (bins: number) => Array.from({ length: columns }, () => bins).reduce((a, b) => a * b, 1)
  let bins = 1
  while (bins < 1000 && cells(bins + 1) * rowsOfFineBin <= rows) bins++
  return bins
}

/** The requests for the levels of categories, and for the few values of numbers. */
export function givenRequests({ given = [], view }: AnalysisScope) {
  return [
    given.filter(isText).map(({ column }) => levelsRequest([column], view)),
    given
      .filter((one) => !isText(one))
      .map(({ column }) => {
        const variable = { column, coding: null }
        return { kind: 'order', variable, at: [], distinctUpTo: fewValues, view } as const
      }),
  ] as const
}

function isText({ type }: ScopeColumn): boolean {
  return type === 'categorical'
}

/** The levels of categories, and of numbers of few values; null of others. */
async function fewLevels(
  batcher: RequestBatcher,
  scope: AnalysisScope,
): Promise<readonly (LevelVariable['coding'] | null)[]> {
  const [tables, orders] = await batcher.request(givenRequests(scope))
  const [texts, numbers] = [tables.values(), orders.values()]
  return scope.given!.map((one) => {
    if (isText(one)) return levelCoding(texts.next().value![0])
    const { distinct } = numbers.next().value!
    return distinct && { kind: 'levels', levels: distinct }
  })
}

/** What methods ask given the columns. */
interface ConditionalNeeds {
  readonly methods: readonly ChosenCriterion<CriterionFacts<OptionTable>>[]
  /** The requests of each. */
  readonly needs: readonly (readonly Request[])[]
}

/**
 * The source of statistics given these columns, once it is known what methods ask of it; how the numbers among
 * them were cut, where the cuts are used, and what the user should know of that.
 */
async function conditionalSource(
  scope: AnalysisScope,
  facts: TargetFacts,
  { levels, strata }: GivenColumns,
  asked: ConditionalNeeds,
) {
  const { source, view } = scope
  const given = scope.given!
  refuseUnconditional(scope, asked)
  const kinds = new Set(asked.needs.flat().map(({ kind }) => kind))
  const texts = levels.filter((_, i) => isText(given[i])) as readonly LevelVariable[]
  const one = { source, joint: texts.at(0) }
  const joined = kinds.has('moments') && texts.length > 1 ? await withJointLevels(source, texts, view) : one
  const shown = levels.flatMap(({ coding }, i): FeatureCoding[] =>
    coding?.kind === 'cuts' ? [{ feature: given[i].name, cuts: coding.cuts }] : [],
  )
  const isOfLevels = kinds.has('entropy')
  return {
    source: over(scope, joined.source, levels, joined.joint),
    shown: isOfLevels ? shown : [],
    warnings: isOfLevels ? [...cutWarnings(shown), ...fewRowsWarnings(given, strata, facts.n)] : [],
  }
}

/** That source for a plan, before any coding is fitted; levels are joined without a query of their own. */
export function provisionalSource(
  scope: AnalysisScope,
  codings: Codings,
  asked: ConditionalNeeds,
): ConditionalSource {
  refuseUnconditional(scope, asked)
  const levels = scope.given!.map(({ column }) => codings.levels.get(column)!)
  const by = levels.find((_, i) => isText(scope.given![i]))
  return over(scope, scope.source, levels, by)
}

function over(
  { given }: AnalysisScope,
  source: Source,
  levels: readonly Variable[],
  by: Variable | undefined,
): ConditionalSource {
  const numbers = given!.filter((one) => !isText(one)).map(({ column }) => ({ column, coding: null }))
  return new ConditionalSource(source, { levels, numbers, ...(by && { by }) })
}

/** Refuses methods that cannot be given columns, with their options, or for the columns that they read. */
function refuseUnconditional({ features }: AnalysisScope, { methods, needs }: ConditionalNeeds): void {
  methods.forEach(({ criterion, options }, i) => {
    const { id, takesGiven } = criterion
    const takes = typeof takesGiven === 'function' ? takesGiven(options) : takesGiven === true
    if (takes && needs[i].every(isConditional)) return
    const changed = Object.entries(options).filter(
      ([name, value]) => criterion.options[name]?.default !== value,
    )
    const text = methodText({ method: id, options: Object.fromEntries(changed) })
    const names = firstFew(
      features.filter(isText).map(({ name }) => name),
      5,
    )
    const why = takes
      ? `${text} takes it beside numbers alone (drop ${names}, or use mutual-information)`
      : `${text} takes none (use mutual-information, or another measure of entropies or of correlations)`
    throw new CribaError('unsuitable', `unsuitable given: ${why}`)
  })
}

function cutWarnings(shown: readonly FeatureCoding[]): readonly Warning[] {
  return shown.map(({ feature, cuts }) => ({
    code: 'cut-given',
    column: feature,
    message: `the given column ${feature} is cut into ${cuts!.length + 1} bins, within which it still varies: what follows it closely keeps information beside it (p by permutation takes that into account)`,
  }))
}

function fewRowsWarnings(given: readonly ScopeColumn[], strata: number, rows: number): readonly Warning[] {
  if (rows >= 5 * strata) return []
  const names = given.map(({ name }) => name).join(', ')
  const message = `${names}: up to ${strata} joint levels of ${rows} rows leave fewer than five rows each, so scores given them owe much to chance (use permutations, fewer columns or bins)`
  return [{ code: 'few-rows', message }]
}
