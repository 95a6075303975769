import type { Table } from '../../columns/table.ts'
import type { Run, Source } from '../../sources/source.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledDataSpec } from '../../spec/rank-spec.ts'
import { version } from '../../spec/version.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { LevelsResult } from '../../trace/chain.ts'
import { Asker } from '../play/ask.ts'
import { checkDiscretiser, fitCodings } from '../play/codings.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from '../play/play.ts'
import type { Play } from '../play/play.ts'
import { playSet } from './set-in-play.ts'
import { lookAtTarget } from '../play/target.ts'
import { weightWarnings } from '../play/weights.ts'

/** Some columns by their levels, over the rows complete in all of them and in the target. */
export interface LevelsInPlay<S> {
  readonly asker: Asker
  readonly play: Play
  /** The columns in the order they were named. */
  readonly features: readonly Variable[]
  readonly target: Variable | null
  /** What the result says beside its numbers; no rows are an error. */
  readonly resultOf: (n: number) => LevelsResult<S>
}

/** Reads columns by their levels: what all functions of levels begin with. */
export async function readLevels<S extends SettledDataSpec>(
  data: Table | Source,
  spec: S,
  names: readonly string[],
  run: Run,
): Promise<LevelsInPlay<S>> {
  const start = performance.now()
  const asker = new Asker(sourceOf(data), run)
  const play = playSet(asker.source, { ...spec, features: names, given: [] })
  const facts = await lookAtTarget(asker, play, spec)
  checkDiscretiser(spec, play, facts)
  const wanted = {
    levels: play.features,
    values: [],
    targetLevels: play.target !== null,
    together: Math.max(2, names.length),
  }
  const codings = await fitCodings(asker, play, facts, wanted, spec)
  return {
    asker,
    play,
    features: play.features.map(({ column }) => codings.levels.get(column)!),
    target: codings.target,
    resultOf: (n) => {
      if (n === 0) throw noRows(play)
      return {
        criba: version,
        data: dataFacts(play, facts),
        spec: { ...spec, task: facts.task, bins: codings.bins },
        coding: codings.shown,
        n,
        warnings: oneLineEach([
          ...play.source.warnings,
          ...weightWarnings(facts),
          ...missingWarnings(play, spec.missing === 'pairwise' ? 'complete' : spec.missing),
        ]),
        seconds: (performance.now() - start) / 1000,
      }
    },
  }
}

function noRows({ features, target }: Play): CribaError {
  const names = [...features, ...(target ? [target] : [])].map(({ name }) => name)
  return new CribaError('missing', `missing rows: none that counts is complete in ${names.join(', ')}`)
}
