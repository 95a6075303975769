import { permuteVariable, underViews, VariableMap } from '#core'
import type { Answers, Permutation, Request, Run, Source, Variable, View } from '#core'

/**
 * So far apart are the numbers of permutations of one column in one source; fewer sources than that have it.
 */
const copyStep = 1 << 20

/**
 * A source with shadows: copies of columns whose values are permuted among the rows that have one, so that
 * they are noise.
 */
interface ShadowedSource extends Source {
  /** The names of the shadows. */
  readonly shadows: readonly string[]
}

/**
 * Adds a shadow of each of some columns, by their names; a name that is repeated has several, each permuted
 * in its own way. A permutation depends on its seed, its number and the name of the column, or of its group:
 * the shadows of a group are permuted as one.
 */
export function withShadows(
  source: Source,
  columns: readonly string[],
  permutation: Permutation,
  groupOf: ReadonlyMap<string, string> = new Map(),
): ShadowedSource {
  const own = source.columns.length
  const of = columns.map((name) => source.columns.findIndex((column) => column.name === name))
  const names = shadowNames(
    columns,
    source.columns.map(({ name }) => name),
  )
  const copies = copiesOf(columns)
  const permutations = copies.map((copy, i) => {
    const group = groupOf.get(columns[i])
    const number = permutation.number + copy * copyStep
    return { ...permutation, number, ...(group !== undefined && { together: group }) }
  })
  const known = new WeakMap<Variable, Variable>()
  const variables = new VariableMap((variable) => {
    if (variable.column < own) return variable
    let shadow = known.get(variable)
    if (!shadow) {
      const place = variable.column - own
      shadow = permuteVariable({ ...variable, column: of[place] }, permutations[place])
      known.set(variable, shadow)
    }
    return shadow
  })
  const views = new WeakMap<View, View>()
  const asOriginal = (column: number) => (column < own ? column : of[column - own])
  const mapView = (view: View): View => {
    let mapped = views.get(view)
    if (!mapped) {
      const { complete, sampledOver, sample } = view
      // A shadow lacks a value in the rows where its column does.
      mapped = {
        ...view,
        ...(complete && { complete: [...new Set(complete.map(asOriginal))] }),
        ...(sampledOver && { sampledOver: [...new Set(sampledOver.map(asOriginal))] }),
        ...(sample && { sample: { ...sample, of: mapView(sample.of) } }),
      }
      views.set(view, mapped)
    }
    return mapped
  }
  const mapAll = <R extends readonly Request[]>(requests: R) =>
    requests.map((request) => variables.request(underViews(request, mapView))) as unknown as R
  return {
    name: source.name,
    rows: source.rows,
    columns: [...source.columns, ...of.map((column, i) => ({ ...source.columns[column], name: names[i] }))],
    warnings: source.warnings,
    work: source.work,
    ...(source.rowsAtHand && { rowsAtHand: true }),
    shadows: names,
    answer: <R extends readonly Request[]>(requests: R, run?: Run): Promise<Answers<R>> =>
      source.answer(mapAll(requests), run),
    plan: (requests) => source.plan(mapAll(requests)),
  }
}

/** Of each name how many equal ones stand before it. */
function copiesOf(columns: readonly string[]): readonly number[] {
  const seen = new Map<string, number>()
  return columns.map((name) => {
    const copy = seen.get(name) ?? 0
    seen.set(name, copy + 1)
    return copy
  })
}

/** A name for each shadow that no column has. */
function shadowNames(columns: readonly string[], taken: readonly string[]): readonly string[] {
  let word = 'shadow'
  while (taken.some((name) => name.startsWith(word))) word = `${word} shadow`
  return copiesOf(columns).map((copy, i) => `${word} ${copy + 1} of ${columns[i]}`)
}
