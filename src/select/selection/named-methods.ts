import type { MethodSpec } from '../../spec/method-text.ts'

/** A criterion with a search, under a name of its own; every criterion by its own name goes with `forward`. */
export interface NamedMethod {
  readonly id: string
  readonly criterion: MethodSpec
  readonly search: MethodSpec
}

/** The criteria that have names with two searches, by their part of those names. */
const joined = {
  dt: 'delta-test',
  mi: 'total-correlation',
  'mi-dt': 'mi-dt',
  'mi-dt-inverse': 'mi-dt-inverse',
} as const

/** Names for a criterion with a search, in the order of the catalogue. */
export const namedMethods: readonly NamedMethod[] = (['exhaustive', 'backward'] as const).flatMap((search) =>
  Object.entries(joined).map(([name, method]) => ({
    id: `${search}-${name}`,
    criterion: { method },
    search: { method: search, ...(search === 'backward' && { options: { acceptTies: false } }) },
  })),
)
