import { CribaError } from '#core'
import type { Coding, FeatureCoding, Level, SettledDataSpec, Variable } from '#core'
import type { BinningOptions } from '#methods'
import { treatmentOf } from '../scope/gap-policy.ts'
import type { GapPolicy } from '../scope/gap-policy.ts'
import { levelCoding } from '../scope/level-codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import {
  cutterOf,
  cutterOfTarget,
  filledColumns,
  fillsOf,
  findSourceLevels,
  fittingRequests,
  isTargetCut,
  namesOf,
  placesOf,
  cutsOfColumn,
} from './fitting-requests.ts'

/** More levels than these are not listed in a result. */
export const mostLevels = 100

/** The variables of a run: each column as values and as levels, as far as the run needs them. */
export interface Codings {
  /** The bins that the discretiser used; null where it chooses its own, or nothing was discretised. */
  readonly bins: number | null
  readonly values: ReadonlyMap<number, Variable>
  readonly levels: ReadonlyMap<number, Variable>
  /** The target as levels: its classes, or its numbers discretised. */
  readonly target: Variable | null
  readonly shown: readonly FeatureCoding[]
}

/** How a run reads its columns. */
export interface CodingNeeds {
  /** Columns that are read as levels. */
  readonly levels: readonly ScopeColumn[]
  /** Columns that are read as numbers, or by the distances between them. */
  readonly values: readonly ScopeColumn[]
  /** Whether the target is read as levels. */
  readonly targetLevels: boolean
  /**
   * How many columns the widest table has besides the target, 2 by default: the more, the fewer bins by
   * default.
   */
  readonly together?: number
  /** Whether that table has the target too, as it does by default. */
  readonly withTarget?: boolean
  /** Into how many parts the rows of that table fall by what is given; 1 by default. */
  readonly strata?: number
}

/** How numbers become levels, and how missing values are treated. */
export type CodingSpec = Pick<SettledDataSpec, 'bins' | 'discretise'> & { readonly missing: GapPolicy }

/** Fits the codings that a run needs, in two batches: first the target's, then those of all columns. */
export async function fitCodings(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  codingNeeds: CodingNeeds,
  spec: CodingSpec,
): Promise<Codings> {
  const treatment = treatmentOf[spec.missing]
  const { together = 2, withTarget = true, strata = 1 } = codingNeeds
  const classes = !withTarget ? 1 : facts.classes ? facts.classNames.length : null
  const bins =
    spec.bins ??
    defaultBins(
      expectedCompleteRows(facts.n / strata, sharesOf(scope, codingNeeds, spec), together),
      classes,
      together,
    )
  const target = isTargetCut(codingNeeds, facts, spec)
    ? await cutTarget(batcher, scope, facts, bins, spec)
    : facts.classes
  const how: BinningOptions = { bins, target, names: namesOf(codingNeeds), view: scope.view }
  const sourceLevels = findSourceLevels(scope, codingNeeds, spec)
  const fits = fittingRequests(codingNeeds, sourceLevels, how, spec)
  const [cutAnswers, dictionaries, medians] = await batcher.request([
    fits.cuts,
    fits.dictionaries,
    fits.medians,
  ])

  const cuts = how.names.length > 0 ? cutterOf(spec).cuts(cutAnswers, how) : []
  const tables = dictionaries.flat()
  const numbers = placesOf(codingNeeds, 'numeric')
  const texts = placesOf(codingNeeds, 'categorical', sourceLevels)
  const fills =
    treatment.values === 'fill'
      ? fillsOf(
          filledColumns(codingNeeds, spec),
          medians,
          treatment.levels === 'fill' ? [...texts.keys()] : [],
          tables,
        )
      : new Map<number, Level>()

  const levels = new Map<number, Variable>()
  for (const column of codingNeeds.levels) {
    const fitted: Coding =
      column.type === 'numeric'
        ? { kind: 'cuts', cuts: cuts[numbers.get(column)!] }
        : sourceLevels.has(column)
          ? { kind: 'levels', levels: sourceLevels.get(column)! }
          : levelCoding(tables[texts.get(column)!])
    const isLevel = treatment.levels === 'level' && column.missing > 0
    levels.set(
      column.column,
      isLevel
        ? { column: column.column, coding: { ...fitted, missing: 'level' } }
        : variable(column.column, fitted, fills),
    )
  }
  const values = new Map(codingNeeds.values.map(({ column }) => [column, variable(column, null, fills)]))
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

/**
 * The shares of the rows with a value of each column to cut, where each table leaves out only its own
 * incomplete rows.
 */
function sharesOf(
  { source }: AnalysisScope,
  { levels }: CodingNeeds,
  { missing }: CodingSpec,
): readonly number[] {
  if (missing !== 'pairwise') return []
  return levels
    .filter(({ type }) => type === 'numeric')
    .map(({ missing: gaps }) => (source.rows - gaps) / source.rows)
}

function variable(column: number, coding: Coding | null, fills: ReadonlyMap<number, Level>): Variable {
  const fill = fills.get(column)
  return fill === undefined ? { column, coding } : { column, coding, fill }
}

async function cutTarget(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  bins: number,
  spec: CodingSpec,
): Promise<Variable> {
  const { needs, levels } = cutsOfColumn(scope.view, facts, bins, spec)
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

/** Refuses a supervised discretiser without a target, and a number of bins that would have no effect. */
export function checkDiscretiser(spec: CodingSpec, scope: AnalysisScope, facts: TargetFacts): void {
  const { bins, supervised } = cutterOf(spec)
  if (supervised && facts.event) {
    throw new CribaError(
      'unsuitable',
      `unsuitable discretise: ${spec.discretise} cuts by classes, and the target is the time until an event (use equal-frequency)`,
    )
  }
  if (supervised && !scope.target)
    throw new CribaError('missing', `missing target (discretise ${spec.discretise} cuts by its classes)`)
  // A numeric target is still cut into this many bins.
  if (spec.bins === null || bins !== 'own' || (supervised && !facts.classes)) return
  throw new CribaError(
    'invalid',
    `invalid bins: ${spec.bins} (discretise ${spec.discretise} chooses the bins of each column itself)`,
  )
}

/**
 * The greatest number of bins, from 2 to 10, that leaves five rows per cell in the widest table of a step.
 * That table has `columns` columns and the target: for two columns bins² × classes cells, or bins³ with a
 * numeric target.
 */
export function defaultBins(n: number, classes: number | null, columns = 2): number {
  const fits = (bins: number) => {
    let cells = classes ?? bins
    for (let column = 0; column < columns; column++) cells *= bins
    return cells * 5 <= n
  }
  let bins = 2
  while (bins < 10 && fits(bins + 1)) bins++
  return bins
}

/**
 * The expected number of rows, out of n, that are complete in `columns` columns. Each column counts with the
 * median of the `shares` of present values, and values are taken to be missing independently.
 */
function expectedCompleteRows(n: number, shares: readonly number[], columns = 2): number {
  const sorted = shares.toSorted((a, b) => a - b)
  let rows = n
  for (let column = 0; column < columns; column++) rows *= sorted[sorted.length >> 1] ?? 1
  return rows
}
