import { CribaError, firstFew, roundedWeight } from '#core'
import type { EventVariable, Level, SettledDataSpec, Variable, View } from '#core'
import { levelCoding, levelsRequest } from './level-codings.ts'
import type { RequestBatcher } from './request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from './scope.ts'
import { constantTarget } from './target.ts'
import type { TargetFacts } from './target.ts'

interface ScopeOfEvents extends AnalysisScope {
  readonly target: ScopeColumn
  readonly event: ScopeColumn
}

/** What the source says of a target that is the time until an event. */
export async function inspectEvents(
  batcher: RequestBatcher,
  scope: ScopeOfEvents,
  spec: SettledDataSpec,
  weights: TargetFacts['weights'],
): Promise<TargetFacts> {
  const { target, event, view } = scope
  const { name, column } = target
  refuseOther(scope, spec)
  if (spec.task !== null && spec.task !== 'survival') {
    throw new CribaError(
      'invalid',
      `invalid task: ${spec.task} (the target ${name} is the time until an event)`,
    )
  }
  if (target.type !== 'numeric' || target.time) {
    const held = target.time ? 'holds moments, not lengths of time' : 'is categorical'
    throw new CribaError(
      'unsuitable',
      `unsuitable target: ${name} ${held} (an event needs numbers from 0 on)`,
    )
  }
  const [[[table]]] = await batcher.request([[levelsRequest([event.column], view)]])
  const coding = levelCoding(table)
  const { levels } = coding
  if (levels.length === 0) {
    const empty = [target, event].find(({ missing }) => missing === scope.source.rows)
    throw constantTarget(empty ?? { ...event, name: `${name} and ${event.name}` }, scope, [])
  }
  const level = eventLevel(spec.event!.slice(event.name.length + 1), event.name, levels)
  const variable: Variable = { column: event.column, coding }
  const values: Variable = { column, coding: null }
  const n = await countEvents(batcher, { time: values, variable, level, view, name })
  if (n.events === 0) {
    throw new CribaError(
      'unsuitable',
      `unsuitable event: no row with a time has ${event.name} = ${levels[level]}`,
    )
  }
  return {
    name,
    column,
    task: 'survival',
    isTaskGiven: spec.task !== null,
    n: n.rows,
    values,
    classes: null,
    classNames: [],
    event: {
      variable,
      level,
      shown: { column: event.name, level: levels[level], n: roundedWeight(n.events) },
    },
    weights,
  }
}

/** Refuses a column as event that is something else too. */
function refuseOther({ target, event, view }: ScopeOfEvents, { event: given, drop }: SettledDataSpec): void {
  const refuse = (why: string) => new CribaError('invalid', `invalid event: ${given} (${why})`)
  if (event.column === target.column) throw refuse('it is the target')
  if (event.column === view.weights) throw refuse('it is the column of weights')
  if (drop.includes(event.name)) throw refuse(`${event.name} is dropped`)
}

/** Pairs of levels of which the second is the event. */
const knownLevels = [
  ['0', '1'],
  ['false', 'true'],
  ['no', 'yes'],
  ['n', 'y'],
  ['f', 't'],
  ['alive', 'dead'],
  ['censored', 'dead'],
  ['censored', 'event'],
] as const

/** The place of the level that is the event: the one named, unless that is empty, or that of a known pair. */
function eventLevel(named: string, column: string, levels: readonly Level[]): number {
  const texts = levels.map(String)
  if (named !== '') {
    const place = texts.indexOf(named)
    if (place >= 0) return place
    const shown = firstFew(texts, 5)
    throw new CribaError('unknown', `unknown event: ${column} is never ${named} (it is ${shown})`)
  }
  const small = texts.map((text) => text.toLowerCase())
  const known = knownLevels.find((pair) => small.every((text) => pair.some((one) => one === text)))
  const place = known ? small.indexOf(known[1]) : -1
  if (place >= 0) return place
  const [first] = texts
  const why = known
    ? `is always ${first}, so no row has the event`
    : `is ${firstFew(texts, 5)}: name the level that is the event, as ${column}=${texts.at(-1)}`
  throw new CribaError('invalid', `invalid event: ${column} ${why}`)
}

interface TimesAndEvents extends EventVariable {
  readonly time: Variable
  readonly name: string
  readonly view: View
}

/** The weight of the rows with a time, and of those with the event; a time below 0 is an error. */
async function countEvents(
  batcher: RequestBatcher,
  { time, name, variable, level, view }: TimesAndEvents,
): Promise<{ readonly rows: number; readonly events: number }> {
  const [[{ columns, weights }]] = await batcher.request([
    [{ kind: 'rows', columns: [time, variable], view }],
  ])
  const [times, codes] = columns
  let [rows, events] = [0, 0]
  for (let row = 0; row < times.length; row++) {
    if (!(weights[row] > 0) || Number.isNaN(times[row]) || Number.isNaN(codes[row])) continue
    if (!(times[row] >= 0 && times[row] < Infinity)) {
      throw new CribaError(
        'unsuitable',
        `unsuitable target: ${name} is ${times[row]} in row ${row + 1} (a time until an event is finite, and 0 or more)`,
      )
    }
    rows += weights[row]
    if (codes[row] === level) events += weights[row]
  }
  return { rows, events }
}
