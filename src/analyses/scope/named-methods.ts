import type { MethodSpec } from '#core'

/** A criterion with a search, under one name. A criterion by its own name has its default search. */
export interface NamedMethod {
  readonly id: NamedMethodId
  readonly criterion: MethodSpec
  readonly search: MethodSpec
  /** Its criterion where the search tests partial correlations, and where it tests information by neighbours. */
  readonly ofCorrelations?: MethodSpec
  readonly ofNeighbours?: MethodSpec
  /** What the catalogue says of the pair, where that is not what its criterion says. */
  readonly facts?: { readonly title: string; readonly formula: string; readonly pValue: string }
}

/** The criteria that are named with two searches, by their part of those names. */
const joined = {
  dt: 'delta-test',
  mi: 'total-correlation',
  'mi-dt': 'mi-dt',
  'mi-dt-inverse': 'mi-dt-inverse',
} as const

const searches = ['exhaustive', 'backward'] as const

export type NamedMethodId =
  | `${(typeof searches)[number]}-${keyof typeof joined}`
  | 'stepwise'
  | 'turf'
  | 'rfe'
  | 'svm-rfe'
  | 'iamb'
  | 'inter-iamb'
  | 'fbed'
  | 'mmpc'
  | 'hiton-pc'

const byG2 =
  'G² test of independence given others, scaled to its exact mean (test=g2: as it is; test=fisher-z: of the partial correlation of numbers instead; test=cmi-knn: local permutations of information by neighbours), χ² with Σ (levels of X − 1)(levels of Y − 1) degrees'

/** The criterion of a named method under the options of its search. */
export function criterionUnder(
  { criterion, ofCorrelations = criterion, ofNeighbours = criterion }: NamedMethod,
  { test }: NonNullable<MethodSpec['options']> = {},
): MethodSpec {
  if (test === 'cmi-knn') return ofNeighbours
  return test === 'fisher-z' ? ofCorrelations : criterion
}

/**
 * What methods that test independence score: information of levels, the linear fit of numbers, or information by
 * neighbours.
 */
const blanket = {
  criterion: { method: 'joint' },
  ofCorrelations: { method: 'sse' },
  ofNeighbours: { method: 'joint-mi', options: { estimator: 'mesner-shalizi' } },
} as const

/** Names for a criterion with a search, in the order of the catalogue. */
export const namedMethods: readonly NamedMethod[] = [
  ...searches.flatMap((search) =>
    Object.entries(joined).map(([name, method]) => ({
      id: `${search}-${name as keyof typeof joined}` as const,
      criterion: { method },
      search: { method: search, ...(search === 'backward' && { options: { acceptTies: false } }) },
    })),
  ),
  { id: 'stepwise', criterion: { method: 'sse' }, search: { method: 'step' } },
  { id: 'turf', criterion: { method: 'relieff' }, search: { method: 'recursive-elimination' } },
  {
    id: 'rfe',
    criterion: { method: 'importance' },
    search: { method: 'recursive-elimination', options: { share: 0, until: 'one' } },
  },
  {
    id: 'svm-rfe',
    criterion: { method: 'importance', options: { learner: 'linear-svm' } },
    search: { method: 'recursive-elimination', options: { share: 0, until: 'one' } },
  },
  {
    id: 'iamb',
    ...blanket,
    search: { method: 'incremental-association' },
    facts: {
      title: 'Markov blanket by incremental association',
      formula:
        'greatest I(X;Y|MB) while G² = 2n·ln2·I(X;Y|MB), scaled to its exact mean, is significant; then back',
      pValue: byG2,
    },
  },
  {
    id: 'inter-iamb',
    ...blanket,
    search: { method: 'incremental-association', options: { interleaved: true } },
    facts: {
      title: 'Markov blanket by interleaved incremental association',
      formula:
        'greatest I(X;Y|MB) while G² = 2n·ln2·I(X;Y|MB), scaled to its exact mean, is significant; back after each',
      pValue: byG2,
    },
  },
  {
    id: 'fbed',
    ...blanket,
    search: { method: 'early-dropping' },
    facts: {
      title: 'Markov blanket by forward selection with early dropping',
      formula:
        'X of the least p of X ⟂ Y | S by scaled G², those with p > α dropped, runs + 1 times; then back',
      pValue: byG2,
    },
  },
  {
    id: 'mmpc',
    ...blanket,
    search: { method: 'max-min' },
    facts: {
      title: 'Parents and children of the target by max–min association',
      formula: 'X of the least max p of X ⟂ Y | Z by scaled G² over Z ⊆ CPC, |Z| ≤ most; then back',
      pValue: byG2,
    },
  },
  {
    id: 'hiton-pc',
    ...blanket,
    search: { method: 'hiton' },
    facts: {
      title: 'Parents and children of the target by HITON',
      formula: 'X in the order of its own p, unless X ⟂ Y | Z by scaled G² for Z ⊆ PC, |Z| ≤ most; then back',
      pValue: byG2,
    },
  },
]
