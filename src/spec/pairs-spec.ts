import { checkOption } from './options.ts'
import { dataKeys, settleData, settled } from './rank-spec.ts'
import type { DataSpec, SettledDataSpec } from './rank-spec.ts'

export const informationUnits = ['bits', 'nats'] as const
export type InformationUnit = (typeof informationUnits)[number]

/** One bit in each unit. */
export const inUnits: Readonly<Record<InformationUnit, number>> = { bits: 1, nats: 0.6931471805599453 }

/** The spec of `informationMatrix`, as plain data. */
export interface InformationMatrixSpec extends DataSpec {
  /** The units of the reported numbers; nothing else depends on them. */
  readonly units?: InformationUnit | null
}

/** The spec of `interactions`, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface InteractionsSpec extends InformationMatrixSpec {
  /** Permutations of the target for the p-value of each pair; by default as many as the pair needs, within a budget. */
  readonly permutations?: number | null
  readonly seed?: number | null
}

export interface SettledInformationMatrixSpec extends SettledDataSpec {
  readonly units: InformationUnit
}

export interface SettledInteractionsSpec extends SettledInformationMatrixSpec {
  /** Null: as many as each pair needs, within a budget. */
  readonly permutations: number | null
  readonly seed: number
}

/** Checks a spec of `informationMatrix` and fills in its defaults. */
export function settleInformationMatrix(spec: InformationMatrixSpec): SettledInformationMatrixSpec {
  return { ...settleData(spec, 'informationMatrix', [...dataKeys, 'units']), units: settleUnits(spec) }
}

/** Checks a spec of `interactions` and fills in its defaults. */
export function settleInteractions(spec: InteractionsSpec): SettledInteractionsSpec {
  return {
    ...settleData(spec, 'interactions', [...dataKeys, 'units', 'permutations', 'seed']),
    units: settleUnits(spec),
    permutations: settled('permutations', spec.permutations),
    seed: settled('seed', spec.seed) ?? 0,
  }
}

function settleUnits({ units }: InformationMatrixSpec): InformationUnit {
  const rule = { type: 'choice', of: informationUnits, default: 'bits', help: '' } as const
  return checkOption('units', rule, units ?? rule.default) as InformationUnit
}
