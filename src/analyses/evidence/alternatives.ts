import { CribaError, firstFew } from '#core'
import type { Alternatives, SelectResult, SettledSelectSpec, Source, Warning } from '#core'
import { RequestBatcher } from '../scope/request-batcher.ts'
import type { SelectRun } from '../selection/checkpoint.ts'
import { findStandIns } from '../selection/stand-ins.ts'
import { findAlternativeSets } from './alternative-sets.ts'
import type { ScoredBy } from './alternative-sets.ts'

/**
 * The result with columns that can stand in for the chosen ones; with evidence also with other sets as good,
 * and the stand-ins in the order of what the swaps score. Where this is interrupted a warning says so.
 */
export async function findAlternatives(
  source: Source,
  settled: SettledSelectSpec,
  result: SelectResult,
  scoredBy: ScoredBy | null,
  { on, progress: _, checkpoint: __, ...run }: SelectRun,
): Promise<SelectResult> {
  const { warnings, ...found } = await tryAlternatives(async () => {
    const standIns = await findStandIns(new RequestBatcher(source, run), settled, result)
    return scoredBy ? findAlternativeSets(source, settled, { result, standIns, ...scoredBy }, run) : standIns
  })
  for (const warning of warnings) on?.({ kind: 'warning', warning })
  return { ...result, ...found, warnings: [...result.warnings, ...warnings] }
}

async function tryAlternatives(
  find: () => Promise<Alternatives>,
): Promise<{ readonly alternatives?: Alternatives; readonly warnings: readonly Warning[] }> {
  try {
    const alternatives = await find()
    const { untested } = alternatives
    const message = `alternatives: too few rows to test ${firstFew(untested, 8)} beside each chosen column`
    return { alternatives, warnings: untested.length > 0 ? [{ code: 'untested', message }] : [] }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
    return { warnings: [{ code: 'no-alternatives', message: 'alternatives are left out: interrupted' }] }
  }
}
