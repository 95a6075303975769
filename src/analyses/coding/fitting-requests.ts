import type { Counts, Level, OrderRequest, OrderStatistics, Variable, View } from '#core'
import { findDiscretiser } from '#methods'
import type { BinningMethod, BinningOptions } from '#methods'
import { treatmentOf } from '../scope/gap-policy.ts'
import { levelsRequest, mostFrequent } from '../scope/level-codings.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { CodingNeeds, CodingSpec } from './codings.ts'

/**
 * The requests of fitting: for cuts of numbers, dictionaries of levels, and medians that fill missing
 * numbers.
 */
export function fittingRequests(
  codingNeeds: CodingNeeds,
  sourceLevels: SourceLevels,
  how: BinningOptions,
  spec: CodingSpec,
) {
  const numbers = [...placesOf(codingNeeds, 'numeric').keys()].map(({ column }) => column)
  const texts = [...placesOf(codingNeeds, 'categorical', sourceLevels).keys()].map(({ column }) => column)
  return {
    cuts:
      numbers.length > 0
        ? cutterOf(spec).needs(
            numbers.map((column) => ({ column, coding: null })),
            how,
          )
        : [],
    dictionaries: texts.length > 0 ? [levelsRequest(texts, how.view)] : [],
    medians: filledColumns(codingNeeds, spec).map((column) => medianRequest(column, how.view)),
  }
}

/**
 * The columns of a type that are read as levels, without those whose levels the source has, each with its
 * place.
 */
export function placesOf(
  { levels }: CodingNeeds,
  type: string,
  sourceLevels?: SourceLevels,
): ReadonlyMap<ScopeColumn, number> {
  const requested = levels.filter((column) => column.type === type && !sourceLevels?.has(column))
  return new Map(requested.map((column, place) => [column, place]))
}

export function namesOf(codingNeeds: CodingNeeds): readonly string[] {
  return [...placesOf(codingNeeds, 'numeric').keys()].map(({ name }) => name)
}

/** Whether the target's numbers are cut: a method reads them as levels, or the discretiser is supervised. */
export function isTargetCut(codingNeeds: CodingNeeds, facts: TargetFacts, spec: CodingSpec): boolean {
  if (facts.classes || !facts.values) return false
  const isSupervised = cutterOf(spec).supervised && placesOf(codingNeeds, 'numeric').size > 0
  return codingNeeds.targetLevels || isSupervised === true
}

/**
 * The requests that cutting a numeric column needs, whatever the target, and the function that makes its
 * levels from their answers.
 */
export function cutsOfColumn(
  view: View,
  { name, column }: { readonly name: string; readonly column: number },
  bins: number,
  spec: CodingSpec,
) {
  const cutter = cutterOfTarget(spec)
  const how = { bins, target: null, names: [name], view }
  return {
    needs: cutter.needs([{ column, coding: null }], how),
    levels: (answers: Parameters<BinningMethod['cuts']>[0]): Variable => ({
      column,
      coding: { kind: 'cuts', cuts: cutter.cuts(answers, how)[0] },
    }),
  }
}

export function cutterOf({ discretise }: CodingSpec): BinningMethod {
  return findDiscretiser(discretise)
}

/** A supervised discretiser needs the target's classes, so it cannot cut the target. */
export function cutterOfTarget(spec: CodingSpec): BinningMethod {
  return cutterOf(spec).supervised ? findDiscretiser('equal-frequency') : cutterOf(spec)
}

/** Levels that the source has, so that they need no request. */
type SourceLevels = ReadonlyMap<ScopeColumn, readonly Level[]>

/**
 * Finds the levels that the source has, where all rows count. Under `median` levels with missing values are
 * requested, because the most frequent one has to be counted.
 */
export function findSourceLevels(
  { source, view }: AnalysisScope,
  codingNeeds: CodingNeeds,
  { missing }: CodingSpec,
): SourceLevels {
  const found = new Map<ScopeColumn, readonly Level[]>()
  if (view.weights !== undefined || view.complete || view.sample) return found
  for (const column of codingNeeds.levels) {
    if (column.type !== 'categorical' || (missing === 'median' && column.missing > 0)) continue
    const levels = source.levelsOf?.(column.column)
    if (levels) found.set(column, levels)
  }
  return found
}

/** Numeric columns whose missing values are filled with the median. */
export function filledColumns(
  { levels, values }: CodingNeeds,
  { missing }: CodingSpec,
): readonly ScopeColumn[] {
  const treatment = treatmentOf[missing]
  const filled = [
    ...(treatment.levels === 'fill' ? levels : []),
    ...(treatment.values === 'fill' ? values : []),
  ]
  return [...new Set(filled)].filter(({ type, missing }) => type === 'numeric' && missing > 0)
}

/** Requests the two middle values, whose mean is the median. */
function medianRequest({ column }: ScopeColumn, view: View): OrderRequest {
  const at = [
    { part: 1, of: 2, side: 'lower' as const },
    { part: 1, of: 2, side: 'upper' as const },
  ]
  return { kind: 'order', variable: { column, coding: null }, at, distinctUpTo: 0, view }
}

/** The fill of each column: the median of numbers, the most frequent level. */
export function fillsOf(
  numbers: readonly ScopeColumn[],
  medians: readonly OrderStatistics[],
  texts: readonly ScopeColumn[],
  tables: readonly Counts[],
): Map<number, Level> {
  const fills = new Map<number, Level>()
  numbers.forEach(({ column }, i) => {
    const [lower, upper] = medians[i].values
    if (lower !== undefined) fills.set(column, lower === upper ? lower : lower / 2 + upper / 2)
  })
  texts.forEach(({ column, missing }, i) => {
    if (missing > 0) fills.set(column, mostFrequent(tables[i]))
  })
  return fills
}
