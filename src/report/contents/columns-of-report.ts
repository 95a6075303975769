import { dataPartOf, weightColumnOf } from '#core'
import type { DataSpec, SettledDataSpec, Source } from '#core'

/** The spec of the data for an analysis of some columns: all others are dropped. */
export function specOfColumns(
  spec: SettledDataSpec,
  { columns }: Source,
  features: readonly string[],
): DataSpec {
  const used = new Set([...features, spec.target, weightColumnOf(spec)])
  return { ...dataPartOf(spec), drop: columns.flatMap(({ name }) => (used.has(name) ? [] : [name])) }
}

/**
 * The columns of the data that an analysis may have used: all but the target, weights, and those dropped or
 * that divide the rows.
 */
export function featuresOf(
  spec: SettledDataSpec & { readonly group?: string | null },
  { columns }: Source,
): readonly string[] {
  const others = new Set([spec.target, weightColumnOf(spec), spec.group, ...spec.drop])
  return columns.flatMap(({ name }) => (others.has(name) ? [] : [name]))
}

/** The first names of several lists, each once, up to `most`. */
export function firstOf(most: number, ...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, most)
}
