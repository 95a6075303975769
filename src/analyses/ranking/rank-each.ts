import { CribaError, settleRank, targetInText, targetNames, version } from '#core'
import type { RankEachResult, RankResult, RankSpec, Run, Source, Table, Warning } from '#core'
import { checkNames } from '../coding/joint-target.ts'
import { sourceOf } from '../scope/scope.ts'
import { rankColumns } from './rank.ts'
import { meanRanks } from './ranking-of-scores.ts'

/** What `rankEach` does. */
export async function rankEachTarget(
  data: Table | Source,
  spec: RankSpec,
  { progress, ...run }: Omit<Run, 'on'>,
): Promise<RankEachResult> {
  const start = performance.now()
  const source = sourceOf(data, run)
  const settled = settleRank(spec)
  const names = targetNames(settled.target)
  if (names.length < 2) {
    const [one = 'none'] = names
    throw new CribaError('invalid', `invalid target: ${one} (each target needs two or more: target a,b)`)
  }
  if (settled.event !== null) {
    throw new CribaError(
      'invalid',
      `invalid event: ${settled.event} (it goes with one time, not with ${targetInText(names)})`,
    )
  }
  checkNames(source, names, settled)
  const targets: RankResult[] = []
  for (const [place, target] of names.entries()) {
    const others = names.filter((name) => name !== target)
    const one = { ...spec, target, drop: [...settled.drop, ...others] }
    const share = progress && ((own: number) => progress((place + own) / names.length))
    targets.push(await rankColumns(source, one, { ...run, ...(share && { progress: share }) }))
  }
  return {
    criba: version,
    command: 'rank-each',
    targets,
    meanRank: meanRanks(targets.flatMap(({ rankings }) => rankings)),
    warnings: warningsOf(names, targets),
    seconds: (performance.now() - start) / 1000,
  }
}

/** The warnings of all rankings: those of every target once, others with the target they are of. */
function warningsOf(names: readonly string[], targets: readonly RankResult[]): readonly Warning[] {
  const [first] = targets
  const isOf = (one: Warning) => (other: Warning) => other.code === one.code && other.message === one.message
  const common = first.warnings.filter((one) => targets.every(({ warnings }) => warnings.some(isOf(one))))
  const ofOne = targets.flatMap(({ warnings }, i) =>
    warnings
      .filter((one) => !common.some(isOf(one)))
      .map((one) => ({ ...one, message: `target ${names[i]}: ${one.message}` })),
  )
  return [...common, ...ofOne]
}
