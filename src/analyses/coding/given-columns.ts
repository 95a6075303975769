import { countLevels, CribaError, methodText } from '#core'
import type { Coding, FeatureCoding, Level, Request, SettledRankSpec, Source, Variable, Warning } from '#core'
import { ConditionalSource, isConditional } from '../scope/conditional-source.ts'
import type { Conditions } from '../scope/conditional-source.ts'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { ChosenMethod } from './assignment.ts'
import { defaultBins } from './codings.ts'
import type { Codings } from './codings.ts'
import { targetCuts } from './fitting-requests.ts'
import { withJointLevels } from './joint-levels.ts'
import type { LevelVariable } from './joint-levels.ts'

/** The columns that scores are given, as levels. */
interface GivenColumns {
  readonly variables: readonly Variable[]
  /** How many joint levels they have at most. */
  readonly strata: number
  readonly warnings: readonly Warning[]
}

/** Numbers of so few values are levels as they stand. */
const fewValues = 10

/**
 * Reads columns that are taken into account as levels: categories and numbers of few values as they stand,
 * other numbers cut into as many bins as leave five rows a cell in the table of two columns, the target and
 * all that is given.
 */
export async function readGivenColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  spec: SettledRankSpec,
): Promise<GivenColumns> {
  const given = scope.given!
  checkGiven(scope, spec)
  const levels = await fewLevels(batcher, scope)
  const ofLevels = levels.reduce((product, one) => product * (one?.levels.length ?? 1), 1)
  const isCut = levels.filter((one) => !one).length
  const classes = facts.classes ? facts.classNames.length : null
  const bins = spec.bins ?? defaultBins(facts.n / ofLevels, classes, 2 + isCut)
  const cuts = given.map(({ name, column }) =>
    targetCuts(scope, { name, values: { column, coding: null } }, bins, spec),
  )
  const answers = await batcher.request(cuts.map(({ needs }, i) => (levels[i] ? [] : needs)))
  const variables = given.map(({ column }, i): Variable => {
    const coding = levels[i]
    return coding ? { column, coding } : cuts[i].levels(answers[i])
  })
  const strata = variables.reduce((product, { coding }) => product * countLevels(coding!), 1)
  return {
    variables,
    strata,
    warnings: [...missingOf(given, scope), ...fewRowsOf(given, strata, facts.n)],
  }
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
async function fewLevels(batcher: RequestBatcher, scope: AnalysisScope): Promise<readonly LevelCoding[]> {
  const [tables, orders] = await batcher.request(givenRequests(scope))
  const [texts, numbers] = [tables.values(), orders.values()]
  return scope.given!.map((one) => {
    if (isText(one)) return levelCoding(texts.next().value![0])
    const { distinct } = numbers.next().value!
    return distinct && { kind: 'levels', levels: distinct }
  })
}

type LevelCoding = (Coding & { readonly kind: 'levels'; readonly levels: readonly Level[] }) | null

/** Refuses columns that are something else too, or are named twice. */
function checkGiven({ given, target, event, view, source }: AnalysisScope, spec: SettledRankSpec): void {
  const refuse = ({ name }: ScopeColumn, why: string) =>
    new CribaError('invalid', `invalid given: ${name} (${why})`)
  for (const [place, one] of given!.entries()) {
    if (given!.indexOf(one) < place) throw refuse(one, 'it is named twice')
    if (one.column === target?.column) throw refuse(one, 'it is the target')
    if (one.column === event?.column) throw refuse(one, 'it is the event')
    if (one.column === view.weights) throw refuse(one, 'it is the column of weights')
    if (spec.drop.includes(one.name)) throw refuse(one, 'it is dropped')
    if (one.name === spec.group) throw refuse(one, 'it is the group')
    if (one.missing === source.rows) throw refuse(one, 'it has no values')
  }
}

/**
 * The source of statistics given these columns, once it is known what methods ask of it, and how the numbers
 * among them were cut, where the cuts are used.
 */
export async function conditionalSource(
  { source, given, view }: AnalysisScope,
  { variables }: GivenColumns,
  methods: readonly ChosenMethod[],
  needs: readonly (readonly Request[])[],
): Promise<{ readonly source: Source; readonly shown: readonly FeatureCoding[] }> {
  refuseUnconditional(methods, needs)
  const asked = new Set(needs.flat().map(({ kind }) => kind))
  const texts = variables.filter((_, i) => isText(given![i])) as readonly LevelVariable[]
  const one = { source, joint: texts.at(0) }
  const joined = asked.has('moments') && texts.length > 1 ? await withJointLevels(source, texts, view) : one
  const shown = variables.flatMap(({ coding }, i) =>
    coding?.kind === 'cuts' ? [{ feature: given![i].name, cuts: coding.cuts }] : [],
  )
  return {
    source: new ConditionalSource(joined.source, conditionsOf(given!, variables, joined.joint)),
    shown: asked.has('entropy') ? shown : [],
  }
}

/** That source for a plan, before any coding is fitted. */
export function provisionalSource(
  { source, given }: AnalysisScope,
  { levels }: Codings,
  methods: readonly ChosenMethod[],
  needs: readonly (readonly Request[])[],
): Source {
  refuseUnconditional(methods, needs)
  const variables = given!.map(({ column }) => levels.get(column)!)
  const by = variables.find((_, i) => isText(given![i]))
  return new ConditionalSource(source, conditionsOf(given!, variables, by))
}

function conditionsOf(
  given: readonly ScopeColumn[],
  levels: readonly Variable[],
  by: Variable | undefined,
): Conditions {
  const numbers = given.filter((one) => !isText(one)).map(({ column }) => ({ column, coding: null }))
  return { levels, numbers, ...(by && { by }) }
}

/** Refuses methods that ask for what is not known given columns. */
function refuseUnconditional(methods: readonly ChosenMethod[], needs: readonly (readonly Request[])[]): void {
  const refused = methods.find((_, i) => !needs[i].every(isConditional))
  if (!refused) return
  const { criterion, options } = refused
  const changed = Object.entries(options).filter(
    ([name, value]) => criterion.options[name]?.default !== value,
  )
  const text = methodText({ method: criterion.id, options: Object.fromEntries(changed) })
  throw new CribaError(
    'unsuitable',
    `unsuitable given: ${text} takes none for these columns (use mutual-information, or another measure of entropies or of correlations)`,
  )
}

function missingOf(given: readonly ScopeColumn[], { source }: AnalysisScope): readonly Warning[] {
  return given
    .filter(({ missing }) => missing > 0)
    .map(({ name, missing }) => ({
      code: 'missing-values',
      column: name,
      message: `the given column ${name} is missing in ${missing} of ${source.rows} rows: they are left out`,
    }))
}

function fewRowsOf(given: readonly ScopeColumn[], strata: number, rows: number): readonly Warning[] {
  if (rows >= 5 * strata) return []
  const names = given.map(({ name }) => name).join(', ')
  const message = `${names}: up to ${strata} joint levels of ${rows} rows leave fewer than five rows each, so scores given them owe much to chance (use permutations, fewer columns or bins)`
  return [{ code: 'few-rows', message }]
}
