import { CribaError } from './error.ts'
import { resolveOptions } from './options.ts'
import type { OptionTable } from './options.ts'
import { dataKeys, settleData, settledNames } from './rank-spec.ts'
import type { DataSpec, SettledDataSpec } from './rank-spec.ts'

/** The spec of `selfInformation`, as plain data. */
export interface SelfInformationSpec extends DataSpec {
  readonly feature: string
}

/** The spec of `chain`, as plain data. */
export interface ChainSpec extends DataSpec {
  /** The columns, in the order of the chain. */
  readonly features: readonly string[]
}

/** The spec of `informationByLevel`, as plain data. */
export interface InformationByLevelSpec extends ChainSpec {
  /** The columns to condition on, level by level. */
  readonly given: readonly string[]
}

export const bottleneckForms = ['sufficient', 'hard', 'soft'] as const
export type BottleneckForm = (typeof bottleneckForms)[number]

/** The spec of `bottleneck`, as plain data. */
export interface BottleneckSpec extends DataSpec {
  readonly feature: string
  /** Default `hard`. */
  readonly form?: BottleneckForm | null
  /** `hard`: the cost of a bit, default 0.05; `soft`: the value of a bit about the target, default 20. */
  readonly beta?: number | null
  /** `soft`: the most clusters; default: one for each distinct p(c|x). */
  readonly clusters?: number | null
  /** `soft`: the seed of the random starts. */
  readonly seed?: number | null
}

export interface SettledSelfInformationSpec extends SettledDataSpec {
  readonly feature: string
}

export interface SettledChainSpec extends SettledDataSpec {
  readonly features: readonly string[]
}

export interface SettledInformationByLevelSpec extends SettledChainSpec {
  readonly given: readonly string[]
}

/** An option that the form does not use is null. */
export interface SettledBottleneckSpec extends SettledSelfInformationSpec {
  readonly form: BottleneckForm
  readonly beta: number | null
  readonly clusters: number | null
  readonly seed: number | null
}

export function settleSelfInformation(spec: SelfInformationSpec): SettledSelfInformationSpec {
  return { ...settleData(spec, 'selfInformation', [...dataKeys, 'feature']), feature: featureOf(spec) }
}

function featureOf({ feature }: { readonly feature?: string }): string {
  if (feature === undefined) throw new CribaError('missing', 'missing feature (name a column)')
  return feature
}

export function settleChain(spec: ChainSpec): SettledChainSpec {
  return {
    ...settleData(spec, 'chain', [...dataKeys, 'features']),
    features: settledNames('features', spec.features) ?? [],
  }
}

export function settleInformationByLevel(spec: InformationByLevelSpec): SettledInformationByLevelSpec {
  const settled = settleData(spec, 'informationByLevel', [...dataKeys, 'features', 'given'])
  const given = settledNames('given', spec.given) ?? []
  if (given.length === 0)
    throw new CribaError('missing', 'missing given: informationByLevel needs the columns to condition on')
  return { ...settled, features: settledNames('features', spec.features) ?? [], given }
}

const bottleneckRules = {
  form: { type: 'choice', of: bottleneckForms, default: 'hard', help: 'how levels are grouped' },
  beta: { type: 'number', min: 0, default: 0, help: '', only: { form: ['hard', 'soft'] } },
  clusters: { type: 'whole', min: 1, default: 1, help: 'the most clusters', only: { form: ['soft'] } },
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the random starts', only: { form: ['soft'] } },
} as const satisfies OptionTable

export function settleBottleneck(spec: BottleneckSpec): SettledBottleneckSpec {
  const names = Object.keys(bottleneckRules) as (keyof typeof bottleneckRules)[]
  const settled = settleData(spec, 'bottleneck', [...dataKeys, 'feature', ...names])
  const given = Object.fromEntries(
    names.flatMap((name) => {
      const value = spec[name] ?? null
      return value === null ? [] : [[name, value]]
    }),
  )
  const { form, beta, clusters, seed } = resolveOptions('bottleneck', bottleneckRules, given)
  return {
    ...settled,
    feature: featureOf(spec),
    form,
    beta: form === 'sufficient' ? null : 'beta' in given ? beta : form === 'hard' ? 0.05 : 20,
    clusters: 'clusters' in given ? clusters : null,
    seed: form === 'soft' ? seed : null,
  }
}
