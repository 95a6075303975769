import { CribaError } from './error.ts'
import { textIn } from './given.ts'
import { refuseUnused } from './options.ts'
import { choice, names, number, part, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { dataParts, settleSpec } from './rank-spec.ts'
import type { DataSpec } from './rank-spec.ts'

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

/** How `bottleneck` groups levels: those of equal p(c|x), into groups, or into shares of groups. */
const bottleneckForms = ['sufficient', 'hard', 'soft'] as const
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

/** The column that an analysis is about. */
const feature = part({}, (name, given: string | null | undefined) => featureOf(name, given), {
  type: 'string',
})

const selfInformationParts = { ...dataParts, feature } satisfies PartsOf<SelfInformationSpec>
const chainParts = { ...dataParts, features: names() } satisfies PartsOf<ChainSpec>
const byLevelParts = { ...chainParts, given: names() } satisfies PartsOf<InformationByLevelSpec>

const bottleneckParts = {
  ...dataParts,
  feature,
  form: choice(bottleneckForms, { default: 'hard' }),
  beta: number({ min: 0 }),
  clusters: whole({ min: 1 }),
  seed: whole({ min: 0 }),
} satisfies PartsOf<BottleneckSpec>

/** The forms that use an option of `bottleneck`. */
const formsWith = { beta: ['hard', 'soft'], clusters: ['soft'], seed: ['soft'] } as const

/** The default of beta, by form. */
const defaultBeta = { sufficient: null, hard: 0.05, soft: 20 } as const

export type SettledSelfInformationSpec = SettledBy<SelfInformationSpec, typeof selfInformationParts>
export type SettledChainSpec = SettledBy<ChainSpec, typeof chainParts>
export type SettledInformationByLevelSpec = SettledBy<InformationByLevelSpec, typeof byLevelParts>
/** An option that the form does not use is null. */
export type SettledBottleneckSpec = SettledBy<BottleneckSpec, typeof bottleneckParts>

export function settleSelfInformation(spec: SelfInformationSpec): SettledSelfInformationSpec {
  return settleSpec('selfInformation', selfInformationParts, spec)
}

function featureOf(name: string, given: string | null | undefined): string {
  const feature = textIn(name, given, 'the name of a column')
  if (feature === null) throw new CribaError('missing', 'missing feature (name a column)')
  return feature
}

export function settleChain(spec: ChainSpec): SettledChainSpec {
  return settleSpec('chain', chainParts, spec)
}

export function settleInformationByLevel(spec: InformationByLevelSpec): SettledInformationByLevelSpec {
  const settled = settleSpec('informationByLevel', byLevelParts, spec)
  if (settled.given.length === 0)
    throw new CribaError('missing', 'missing given: informationByLevel needs the columns to condition on')
  return settled
}

export function settleBottleneck(spec: BottleneckSpec): SettledBottleneckSpec {
  const settled = settleSpec('bottleneck', bottleneckParts, spec)
  const { form, beta, seed } = settled
  for (const [name, forms] of Object.entries(formsWith)) {
    const isGiven = settled[name as keyof typeof formsWith] !== null
    if (isGiven) refuseUnused('bottleneck', name, { form: forms }, { form })
  }
  return { ...settled, beta: beta ?? defaultBeta[form], seed: form === 'soft' ? (seed ?? 0) : null }
}
