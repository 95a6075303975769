import { CribaError, unknownMethod } from '#core'
import type { Named } from '#core'
import type { RankCriterion } from '../shapes/criterion.ts'
import type { StepCriterion } from '../shapes/step-criterion.ts'
import {
  asRanker,
  asSetCriterion,
  ownCriteria,
  selectedColumnsNeeded,
  singleColumnsOnly,
} from '../shapes/other-shapes.ts'
import { asRank } from '../shapes/subset-criterion.ts'
import type { SubsetCriterion } from '../shapes/subset-criterion.ts'
import { cfr } from './cfr.ts'
import { cfs } from './cfs.ts'
import { cife } from './cife.ts'
import { classDistance } from './class-distance.ts'
import { cmim } from './cmim.ts'
import { coInformation } from './co-information.ts'
import { consistency } from './consistency.ts'
import { cv } from './cv.ts'
import { dcsf } from './dcsf.ts'
import { deltaTest } from './delta-test.ts'
import { disr } from './disr.ts'
import { entropy } from './entropy.ts'
import { extendedMrmr } from './extended-mrmr.ts'
import { fcbf } from './fcbf.ts'
import { gammaTest } from './gamma-test.ts'
import { gmi } from './gmi.ts'
import { icap } from './icap.ts'
import { interaction } from './interaction.ts'
import { iwfs } from './iwfs.ts'
import { jmi } from './jmi.ts'
import { jim } from './jim.ts'
import { jmi3 } from './jmi3.ts'
import { jmim } from './jmim.ts'
import { jointMi } from './joint-mi.ts'
import { joint } from './joint.ts'
import { klDivergence } from './kl-divergence.ts'
import { meanMi } from './mean-mi.ts'
import { miDtInverse } from './mi-dt-inverse.ts'
import { miDt } from './mi-dt.ts'
import { mifs } from './mifs.ts'
import { mim } from './mim.ts'
import { mri } from './mri.ts'
import { mrmr } from './mrmr.ts'
import { multiInformation } from './multi-information.ts'
import { njmim } from './njmim.ts'
import { quadraticMi } from './quadratic-mi.ts'
import { rankMethods } from './rank-methods.ts'
import { sse } from './sse.ts'
import { sumMi } from './sum-mi.ts'
import { temporalMrmr } from './temporal-mrmr.ts'
import { totalCorrelation } from './total-correlation.ts'

/** Every criterion of sets, in the order of the catalogue. */
const setMethods = [
  jointMi,
  joint,
  totalCorrelation,
  multiInformation,
  coInformation,
  interaction,
  entropy,
  klDivergence,
  deltaTest,
  gammaTest,
  miDt,
  miDtInverse,
  sumMi,
  meanMi,
  quadraticMi,
  classDistance,
  cfs,
  consistency,
  sse,
  cv,
] as const

/** Every criterion of candidates beside those selected, in the order of the catalogue. */
const stepMethods = [
  jmi,
  jmi3,
  jim,
  mim,
  mifs,
  mrmr,
  cife,
  extendedMrmr,
  gmi,
  cmim,
  jmim,
  njmim,
  disr,
  icap,
  cfr,
  dcsf,
  mri,
  iwfs,
  fcbf,
  temporalMrmr,
] as const

/** A method as the compiler knows it, by its name. */
type NamedMethodOf<M> = M extends { readonly criterion: { readonly id: infer Id extends string } } & ((
  options?: never,
) => unknown)
  ? Named<Id, M>
  : never

export type RegisteredRanker = NamedMethodOf<(typeof rankMethods)[number]>
export type RegisteredSetMethod = NamedMethodOf<(typeof setMethods)[number]>
export type RegisteredStepMethod = NamedMethodOf<(typeof stepMethods)[number]>

/** Records by the names that the compiler knows. */
type Records<C, K extends Named> = readonly (C & Pick<K, 'id'>)[]

/** Every method that scores single columns, in the order of the catalogue. */
export const rankers = rankMethods.map(({ criterion }) => asRank(criterion)) as Records<
  RankCriterion,
  RegisteredRanker
>
/** Every method that scores a set of columns. */
export const setCriteria: Records<SubsetCriterion, RegisteredSetMethod> = setMethods.map(
  ({ criterion }) => criterion,
)
/** Every method that scores a candidate given the columns selected before. */
export const stepCriteria: Records<StepCriterion, RegisteredStepMethod> = stepMethods.map(
  ({ criterion }) => criterion,
)

/** The criterion of sets of that name; the name of another shape is an error that says what takes it. */
export function findSetCriterion(id: string): SubsetCriterion {
  const found = setCriteria.find((criterion) => criterion.id === id) ?? ownCriteria.find(id)
  if (found) return asSetCriterion(found)
  if (rankers.some((criterion) => criterion.id === id)) throw singleColumnsOnly(id)
  if (stepCriteria.some((criterion) => criterion.id === id)) throw selectedColumnsNeeded(id)
  throw unknownMethod('method', id, [...setCriteria.map((criterion) => criterion.id), ...ownCriteria.names()])
}

/** The ranker of that name; an unknown name is an error that offers the nearest. */
export function findRanker(id: string): RankCriterion {
  const found = rankers.find((criterion) => criterion.id === id) ?? ownCriteria.find(id)
  if (found) return asRanker(found)
  if (stepCriteria.some((criterion) => criterion.id === id)) throw selectedColumnsNeeded(id)
  if (setCriteria.some((criterion) => criterion.id === id)) {
    throw new CribaError('unsuitable', `unsuitable method: ${id} scores sets, not single columns (use score)`)
  }
  throw unknownMethod('method', id, [...rankers.map((criterion) => criterion.id), ...ownCriteria.names()])
}

/** The criterion of that name, of whatever shape; of those that rank and score sets the one of sets. */
export function findAnyCriterion(id: string): RankCriterion | StepCriterion | SubsetCriterion | undefined {
  const known = [...stepCriteria, ...setCriteria, ...rankers].find((criterion) => criterion.id === id)
  return known ?? ownCriteria.find(id)
}
