import { checkOption } from './options.ts'
import type { OptionTable } from './options.ts'
import { dataKeys, settled, settleData } from './rank-spec.ts'
import type { DataSpec, MethodFunction, SettledDataSpec } from './rank-spec.ts'
import type { MethodSpec, Shape } from './method-text.ts'

/** The function of a criterion, by its shape. */
interface CriterionFunction<S extends Shape> {
  readonly criterion: { readonly id: string; readonly shape: S }
}

/** A search as the compiler matches it with criteria of a shape. */
interface SearchFor<S extends Shape> extends Omit<MethodSpec, 'shape'> {
  readonly takes?: (shape: S) => void
}

/** The function of a search: called, it gives what the compiler matches. */
interface SearchFunction<S extends Shape> {
  (): SearchFor<S>
  readonly search: { readonly id: string }
}

/** What `select` is asked for, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface SelectSpec<S extends Shape = Shape> extends DataSpec {
  /** A method by its name in the catalogue, which is a criterion with a search. */
  readonly method?: string | MethodSpec | null
  /** Instead of `method`: how columns are scored. */
  readonly criterion?: string | MethodSpec<S> | CriterionFunction<S> | null
  /** How the columns to be scored next are found. */
  readonly search?: string | SearchFor<S> | SearchFunction<S> | null
  /** So many columns. */
  readonly k?: number | null
  /** When a search ends: `significance`, `significance:alpha=0.01,null=max`, `gain:0.01`, `rising`, `none`. */
  readonly stop?: string | null
  /** How many of the best sets the result lists, where the search looks at sets. */
  readonly landscape?: number | 'all' | null
  /** Of all that is random. */
  readonly seed?: number | null
}

export interface SettledSelectSpec extends SettledDataSpec {
  readonly method: string | MethodSpec | null
  readonly criterion: string | MethodSpec | MethodFunction | null
  readonly search: string | MethodSpec | { readonly search: { readonly id: string } } | null
  readonly k: number | null
  readonly stop: string | null
  readonly landscape: number | 'all' | null
  readonly seed: number
}

/** The limits of what a spec of `select` says in numbers; the command line checks by the same table. */
export const selectRules = {
  k: { type: 'whole', min: 1, default: 1, help: 'so many columns' },
  landscape: { type: 'whole', min: 1, default: 1, help: 'how many of the best sets are listed' },
} as const satisfies OptionTable

const selectKeys = [...dataKeys, 'method', 'criterion', 'search', 'k', 'stop', 'landscape', 'seed']

/** Checks a spec of `select` and fills in its defaults. */
export function settleSelect<S extends Shape>(spec: SelectSpec<S>): SettledSelectSpec {
  const { method, criterion, search, k, stop, landscape, seed } = spec
  return {
    ...settleData(spec, 'select', selectKeys),
    method: method ?? null,
    criterion: criterion ?? null,
    search: search ?? null,
    k: settledWhole('k', k),
    stop: stop ?? null,
    landscape: landscape === 'all' ? 'all' : settledWhole('landscape', landscape),
    seed: settled('seed', seed) ?? 0,
  }
}

function settledWhole(name: keyof typeof selectRules, given: number | null | undefined): number | null {
  return given === null || given === undefined
    ? null
    : (checkOption(name, selectRules[name], given) as number)
}
