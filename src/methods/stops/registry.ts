import { CribaError, Definitions, parseMethod, resolveOptions } from '#core'
import type { OptionsOf, OptionTable } from '#core'
import { leastGain, none } from './halt.ts'
import type { Halt, StopDecision } from './halt.ts'
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
export const ownStops = new Definitions<Stop>('stop')

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
    const halt = stop.start(resolveOptions(name, stop.options, options))
    return stop === known ? halt : checked(name, halt)
  }
  const own = ownStops.names().map((id) => `, ${id}`)
  throw new CribaError(
    'invalid',
    `invalid stop: ${text} (needs significance, gain:number, rising, partial-f${own.join('')} or none)`,
  )
}

/** A stop of one's own: a decision that is none would refuse every candidate without a word. */
function checked(id: string, halt: Halt): Halt {
  return {
    decide: async (proposal) => {
      const decision = await halt.decide(proposal)
      const { joins, pValue = 0 } = Object(decision) as Partial<StopDecision> & { readonly pValue?: number }
      if (typeof joins === 'boolean' && pValue >= 0 && pValue <= 1) return decision
      throw new CribaError(
        'invalid',
        `invalid stop: ${id} decides ${JSON.stringify(decision)} (needs joins, true or false, and a pValue from 0 to 1 if any)`,
      )
    },
  }
}

function named<O extends OptionTable>(stop: Stop<O>): Stop {
  return stop
}
