import {
  calledOwn,
  CribaError,
  Definitions,
  parseMethod,
  resolveOptions,
  shownValue,
  valueOfOwn,
} from '#core'
import type { OptionsOf, OptionTable } from '#core'
import { leastGain, none } from './halt.ts'
import type { Halt, Proposal, StopDecision } from './halt.ts'
import { partialF, partialFOptions } from './partial-f.ts'
import { rising } from './rising.ts'
import { significance, significanceOptions } from './significance.ts'

/** A rule that ends a search over candidates. */
export interface Stop<O extends OptionTable = OptionTable> {
  readonly id: string
  readonly options: O
  /** Begins a search: what it returns decides about the proposals of that search. */
  start(options: OptionsOf<O>): Halt
}

/** Every stop whose options have names. `gain:0.01` has a number alone. */
const stops: readonly Stop[] = [
  named({ id: 'significance', options: significanceOptions, start: significance }),
  named({ id: 'rising', options: {}, start: rising }),
  named({ id: 'partial-f', options: partialFOptions, start: partialF }),
  named({ id: 'none', options: {}, start: () => none }),
]

/** The names of all stops of the library. */
export const stopNames: readonly string[] = [...stops.map(({ id }) => id), 'gain']

/** Stops of one's own. */
export const ownStops = new Definitions<Stop>('stop', ['start'])

/** Begins the stop of a text, such as `significance:alpha=0.01`. */
export function haltOf(text: string): Halt {
  const [name, value = '', ...rest] = text.split(':')
  if (name === 'gain') {
    const least = value.trim() === '' ? NaN : Number(value)
    if (Number.isFinite(least) && rest.length === 0) return leastGain(least)
  }
  const known = stops.find(({ id }) => id === name)
  const stop = known ?? ownStops.find(name)
  if (stop) {
    const { options = {} } = parseMethod(text)
    const settled = resolveOptions(name, stop.options, options)
    if (stop === known) return stop.start(settled)
    return checked(
      name,
      calledOwn('stop', name, () => stop.start(settled)),
    )
  }
  const own = ownStops.names().map((id) => `, ${id}`)
  throw new CribaError(
    'invalid',
    `invalid stop: ${text} (needs significance, gain:number, rising, partial-f${own.join('')} or none)`,
  )
}

/** A stop of one's own: a decision that is none would refuse every candidate without a word. */
function checked(id: string, halt: Halt): Halt {
  const refuse = (what: string): never => {
    throw new CribaError('invalid', `invalid stop: ${id} ${what}`)
  }
  if (typeof (Object(halt) as Partial<Halt>).decide !== 'function') refuse('starts without a function decide')
  return {
    decide: async (proposal) => {
      const decision = await valueOfOwn('stop', id, async () => halt.decide(proposal))
      if (isDecision(decision, proposal)) return decision
      return refuse(
        `decides ${shownValue(decision)} (needs joins, true or false, a pValue from 0 to 1 if any, and if it sets aside pValue and because: a candidate, set or null)`,
      )
    },
  }
}

/** Every field that a decision may have. */
type DecisionFields = Partial<
  Extract<StopDecision, { joins: true }> &
    Pick<Extract<StopDecision, { joins: false }>, 'setAside' | 'stopped'>
>

/** Whether a decision says what it must, and nothing that cannot be. */
function isDecision(decision: unknown, { total }: Proposal): boolean {
  const { joins, pValue = 0, setAside, stopped = 'said', f = 0 } = Object(decision) as DecisionFields
  if (typeof joins !== 'boolean' || !isShare(pValue) || typeof f !== 'number') return false
  if (typeof stopped !== 'string' || stopped === '') return false
  if (setAside === undefined) return true
  if (joins) return false
  const { because } = Object(setAside) as NonNullable<typeof setAside>
  const isKnown =
    because === 'set' || because === null || (Number.isInteger(because) && because >= 0 && because < total)
  return isKnown && isShare(setAside.pValue)
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function named<O extends OptionTable>(stop: Stop<O>): Stop {
  return stop
}
