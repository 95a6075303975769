import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { Asker } from '../play/ask.ts'
import type { Codings } from '../play/codings.ts'
import { columnsInPlay } from '../play/play.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { lookAtTarget } from '../play/target.ts'

const nothingCoded: Codings = { bins: null, values: new Map(), levels: new Map(), target: null, shown: [] }

/** What plays where a function says how good a set is: every column, of whatever type, and no row is looked at. */
export async function prepareFunction(
  asker: Asker,
  settled: SettledSelectSpec,
  out: readonly string[],
): Promise<PreparedSelection> {
  const inPlay = { ...settled, missing: settled.missing === 'error' ? settled.missing : 'pairwise' } as const
  const all = columnsInPlay(asker.source, inPlay)
  const play = columnsInPlay(asker.source, { ...inPlay, drop: [...settled.drop, ...out] })
  const facts = await lookAtTarget(asker, play, settled)
  const question = { target: null, targetName: facts.name, classes: [], options: {}, view: play.view }
  const names = play.features.map(({ name }) => name)
  return {
    all,
    play,
    guarded: play,
    policy: inPlay.missing,
    facts,
    codings: nothingCoded,
    recutting: null,
    asked: { features: play.features.map(({ column }) => ({ column, coding: null })), names, question },
    second: null,
    names,
    refused: new Map(),
    lacking: new Map(),
    warnings: [],
  }
}
