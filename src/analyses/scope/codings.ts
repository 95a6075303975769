import { defaultBins, expectedCompleteRows } from '../../coding/bins.ts'
import { binningMethods } from '../../coding/discretiser.ts'
import type { BinningMethod, BinningOptions } from '../../coding/discretiser.ts'
import { levelCoding, levelsRequest } from '../../coding/levels.ts'
import type { SettledDataSpec } from '../../spec/rank-spec.ts'
import { CribaError } from '../../spec/error.ts'
import type { Coding, Level, Variable } from '../../statistics/variable.ts'
import type { FeatureCoding } from '../../trace/ranking.ts'
import type { RequestBatcher } from './request-batcher.ts'
import { filledColumns, fillsOf, medianRequest } from './fills.ts'
import { standInsOf } from './gap-policy.ts'
import type { GapPolicy } from './gap-policy.ts'
import type { AnalysisScope, ScopeColumn } from './scope.ts'
import { knownLevels } from './known-levels.ts'
import type { KnownLevels } from './known-levels.ts'
import type { TargetFacts } from './target.ts'

/** More levels than these are not listed in a result. */
export const mostLevels = 100

/** The variables of a run: each column by its values and by its levels, as far as the run needs them. */
export interface Codings {
  /** What `bins` said to the discretiser; `null` where it said nothing, or nothing was discretised. */
  readonly bins: number | null
  readonly values: ReadonlyMap<number, Variable>
  readonly levels: ReadonlyMap<number, Variable>
  /** The target by its levels: its classes, or its numbers discretised. */
  readonly target: Variable | null
  readonly shown: readonly FeatureCoding[]
}

/** What a run asks of its columns. */
export interface Wanted {
  /** Columns whose levels are asked for. */
  readonly levels: readonly ScopeColumn[]
  /** Columns whose numbers are asked for, by themselves or by their differences. */
  readonly values: readonly ScopeColumn[]
  /** Whether the target is asked for by levels. */
  readonly targetLevels: boolean
  /** How many columns stand in one table with the target: the more, the fewer bins by default; 2 unless said. */
  readonly together?: number
}

/** How numbers become levels, and what stands for a missing value. */
export type CodingSpec = Pick<SettledDataSpec, 'bins' | 'discretise'> & { readonly missing: GapPolicy }

/** Fits the codings a run needs, in two batches: the target's own, then all columns'. */
export async function fitCodings(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  wanted: Wanted,
  spec: CodingSpec,
): Promise<Codings> {
  const standIns = standInsOf[spec.missing]
  const classes = facts.classes ? facts.classNames.length : null
  const { together = 2 } = wanted
  const bins =
    spec.bins ??
    defaultBins(expectedCompleteRows(facts.n, sharesOf(scope, wanted, spec), together), classes, together)
  const target = isTargetCut(wanted, facts, spec)
    ? await cutTarget(batcher, scope, facts, bins, spec)
    : facts.classes
  const how: BinningOptions = { bins, target, names: namesOf(wanted), view: scope.view }
  const known = knownLevels(scope, wanted, spec)
  const fits = fittingRequests(wanted, known, how, spec)
  const [cutAnswers, dictionaries, medians] = await batcher.request([
    fits.cuts,
    fits.dictionaries,
    fits.medians,
  ])

  const cuts = cutAnswers.length > 0 ? cutterOf(spec).cuts(cutAnswers, how) : []
  const tables = dictionaries.flat()
  const numbers = placesOf(wanted, 'numeric')
  const texts = placesOf(wanted, 'categorical', known)
  const fills =
    standIns.values === 'fill'
      ? fillsOf(
          filledColumns(wanted, spec),
          medians,
          standIns.levels === 'fill' ? [...texts.keys()] : [],
          tables,
        )
      : new Map<number, Level>()

  const levels = new Map<number, Variable>()
  for (const column of wanted.levels) {
    const fitted: Coding =
      column.type === 'numeric'
        ? { kind: 'cuts', cuts: cuts[numbers.get(column)!] }
        : known.has(column)
          ? { kind: 'levels', levels: known.get(column)! }
          : levelCoding(tables[texts.get(column)!])
    const isLevel = standIns.levels === 'level' && column.missing > 0
    levels.set(
      column.column,
      isLevel
        ? { column: column.column, coding: { ...fitted, missing: 'level' } }
        : variable(column.column, fitted, fills),
    )
  }
  const values = new Map(wanted.values.map(({ column }) => [column, variable(column, null, fills)]))
  const isCut = (variable: Variable | null) => variable?.coding?.kind === 'cuts'
  const cutBy = [
    ...([...levels.values()].some(isCut) ? [cutterOf(spec)] : []),
    ...(isCut(target) ? [cutterOfTarget(spec)] : []),
  ]
  return {
    bins: cutBy.some((cutter) => cutter.bins !== 'own') ? bins : null,
    values,
    levels,
    target,
    shown: showCodings(scope, levels, values, target),
  }
}

/** In which shares of the rows the columns to cut have a value, where rows without one are left out of their tables alone. */
function sharesOf({ source }: AnalysisScope, { levels }: Wanted, { missing }: CodingSpec): readonly number[] {
  if (missing !== 'pairwise') return []
  return levels
    .filter(({ type }) => type === 'numeric')
    .map(({ missing: gaps }) => (source.rows - gaps) / source.rows)
}

/** Whether the target's numbers are cut: its levels are asked for, or the discretiser looks at them. */
export function isTargetCut(wanted: Wanted, facts: TargetFacts, spec: CodingSpec): boolean {
  if (facts.classes || !facts.values) return false
  const isSupervised = cutterOf(spec).supervised && placesOf(wanted, 'numeric').size > 0
  return wanted.targetLevels || isSupervised === true
}

/** What fitting asks for: the cuts of numbers, the dictionaries of levels, the medians that stand in for missing numbers. */
export function fittingRequests(wanted: Wanted, known: KnownLevels, how: BinningOptions, spec: CodingSpec) {
  const plain = (type: string) =>
    wanted.levels.filter((column) => column.type === type).map(({ column }) => column)
  const numbers = plain('numeric')
  const texts = [...placesOf(wanted, 'categorical', known).keys()].map(({ column }) => column)
  return {
    cuts:
      numbers.length > 0
        ? cutterOf(spec).needs(
            numbers.map((column) => ({ column, coding: null })),
            how,
          )
        : [],
    dictionaries: texts.length > 0 ? [levelsRequest(texts, how.view)] : [],
    medians: filledColumns(wanted, spec).map((column) => medianRequest(column, how.view)),
  }
}

/** The columns of a type that are read by levels and whose levels are not known, each with its place among them. */
function placesOf({ levels }: Wanted, type: string, known?: KnownLevels): ReadonlyMap<ScopeColumn, number> {
  const asked = levels.filter((column) => column.type === type && !known?.has(column))
  return new Map(asked.map((column, place) => [column, place]))
}

function namesOf(wanted: Wanted): readonly string[] {
  return [...placesOf(wanted, 'numeric').keys()].map(({ name }) => name)
}

function cutterOf({ discretise }: CodingSpec): BinningMethod {
  return binningMethods[discretise]
}

/** The classes that a discretiser cuts by cannot come from itself. */
function cutterOfTarget(spec: CodingSpec): BinningMethod {
  return cutterOf(spec).supervised ? binningMethods['equal-frequency'] : cutterOf(spec)
}

function variable(column: number, coding: Coding | null, fills: ReadonlyMap<number, Level>): Variable {
  const fill = fills.get(column)
  return fill === undefined ? { column, coding } : { column, coding, fill }
}

/** What cutting a numeric target asks for, and the target by its levels from the answers. */
export function targetCuts(scope: AnalysisScope, facts: TargetFacts, bins: number, spec: CodingSpec) {
  const { column } = facts.values!
  const cutter = cutterOfTarget(spec)
  const how = { bins, target: null, names: [facts.name], view: scope.view }
  return {
    needs: cutter.needs([{ column, coding: null }], how),
    levels: (answers: Parameters<BinningMethod['cuts']>[0]): Variable => ({
      column,
      coding: { kind: 'cuts', cuts: cutter.cuts(answers, how)[0] },
    }),
  }
}

async function cutTarget(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  bins: number,
  spec: CodingSpec,
): Promise<Variable> {
  const { needs, levels } = targetCuts(scope, facts, bins, spec)
  const [answers] = await batcher.request([needs])
  return levels(answers)
}

function showCodings(
  scope: AnalysisScope,
  levels: ReadonlyMap<number, Variable>,
  values: ReadonlyMap<number, Variable>,
  target: Variable | null,
): readonly FeatureCoding[] {
  const shown: FeatureCoding[] = []
  for (const { name, column } of scope.target ? [...scope.features, scope.target] : scope.features) {
    const coded = column === scope.target?.column ? target : (levels.get(column) ?? values.get(column))
    if (!coded || (!coded.coding && coded.fill === undefined)) continue
    const { coding, fill } = coded
    const filled = fill !== undefined && { fill }
    if (coding?.kind === 'cuts') shown.push({ feature: name, cuts: coding.cuts, ...filled })
    else if (coding?.kind === 'levels' && coding.levels.length <= mostLevels)
      shown.push({ feature: name, levels: coding.levels, ...filled })
    else shown.push({ feature: name, ...filled })
  }
  return shown
}

/** Refuses a discretiser without the target it looks at, and bins that would say nothing. */
export function checkDiscretiser(spec: CodingSpec, scope: AnalysisScope, facts: TargetFacts): void {
  const { bins, supervised } = cutterOf(spec)
  if (supervised && !scope.target)
    throw new CribaError('missing', `missing target (discretise ${spec.discretise} cuts by its classes)`)
  // The numbers of a target that are no classes are still cut into so many.
  if (spec.bins === null || bins !== 'own' || (supervised && !facts.classes)) return
  throw new CribaError(
    'invalid',
    `invalid bins: ${spec.bins} (discretise ${spec.discretise} counts the bins of each column itself)`,
  )
}
