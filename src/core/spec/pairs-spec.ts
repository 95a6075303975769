import { choice, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { dataParts, permutationSeed, settleSpec } from './rank-spec.ts'
import type { DataSpec } from './rank-spec.ts'
import { exchangeParts, refuseOthers } from './split-spec.ts'
import type { ExchangeSpec } from './split-spec.ts'

/** In which unit information is given: log₂ or ln. */
const informationUnits = ['bits', 'nats'] as const
export type InformationUnit = (typeof informationUnits)[number]

/** One bit in each unit. */
export const inUnits: Readonly<Record<InformationUnit, number>> = { bits: 1, nats: 0.6931471805599453 }

/** The spec of `informationMatrix`, as plain data. */
export interface InformationMatrixSpec extends DataSpec {
  /** The units of the reported numbers; nothing else depends on them. */
  readonly units?: InformationUnit | null
}

/**
 * The spec of `interactions`, as plain data: the same spec on the same data gives the same result, bit for
 * bit.
 */
export interface InteractionsSpec extends InformationMatrixSpec, ExchangeSpec {
  /**
   * Permutations of the target for the p-value of each pair; by default as many as the pair needs, within a
   * budget.
   */
  readonly permutations?: number | null
  readonly seed?: number | null
}

/** The parts of a spec of `informationMatrix`. */
const matrixParts = {
  ...dataParts,
  target: { ...dataParts.target, schema: { type: ['string', 'array'] } },
  units: choice(informationUnits, {
    default: 'bits',
    flag: '--units <units>',
    help: 'units of the result',
    schema: { $ref: '#/definitions/informationUnit' },
  }),
} satisfies PartsOf<InformationMatrixSpec>

/** The parts of a spec of `interactions`. */
export const interactionsParts = {
  ...matrixParts,
  permutations: whole({
    min: 0,
    flag: '--permutations <n>',
    help: 'permutations of the target for each pair, 0 for none',
    defaultInWords: 'as many as a pair needs, within a budget',
  }),
  seed: permutationSeed,
  ...exchangeParts,
} satisfies PartsOf<InteractionsSpec>

export type SettledInformationMatrixSpec = SettledBy<InformationMatrixSpec, typeof matrixParts>
export type SettledInteractionsSpec = SettledBy<InteractionsSpec, typeof interactionsParts>

/** Checks a spec of `informationMatrix` and fills in its defaults. */
export function settleInformationMatrix(spec: InformationMatrixSpec): SettledInformationMatrixSpec {
  return settleSpec('informationMatrix', matrixParts, spec)
}

/** Checks a spec of `interactions` and fills in its defaults. */
export function settleInteractions(spec: InteractionsSpec): SettledInteractionsSpec {
  const settled = settleSpec('interactions', interactionsParts, spec)
  refuseOthers({ ...settled, key: null })
  return settled
}
