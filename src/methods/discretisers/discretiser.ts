import { CribaError, isRequest, shownValue, unknownName, valueOfOwn } from '#core'
import type { Discretiser, OwnDiscretiserName, Request } from '#core'
import { ownDiscretisers } from './binning-method.ts'
import type { BinningMethod } from './binning-method.ts'
import { bottleneck } from './bottleneck.ts'
import { equalFrequency } from './equal-frequency.ts'
import { equalWidth } from './equal-width.ts'
import { histogram } from './histogram.ts'
import { mdl } from './mdl.ts'

/** The discretisers by name. */
const binningMethods: Readonly<Record<Discretiser, BinningMethod>> = {
  'equal-frequency': equalFrequency,
  'equal-width': equalWidth,
  sqrt: histogram('sqrt'),
  sturges: histogram('sturges'),
  scott: histogram('scott'),
  'freedman-diaconis': histogram('freedman-diaconis'),
  mdl,
  bottleneck,
}

/** The discretiser with that name; an unknown name is an error. */
export function findDiscretiser(id: Discretiser | OwnDiscretiserName): BinningMethod {
  const known: Readonly<Partial<Record<string, BinningMethod>>> = binningMethods
  const ofLibrary = Object.hasOwn(binningMethods, id) ? known[id] : undefined
  if (ofLibrary) return ofLibrary
  const found = ownDiscretisers.find(id)
  if (found) return checked(id, found)
  const names = [...Object.keys(binningMethods), ...ownDiscretisers.names()]
  throw unknownName('discretiser', id, names, `known: ${names.join(', ')}`)
}

/** A discretiser of one's own: cuts that do not ascend would give wrong levels without a word. */
function checked(id: string, own: BinningMethod): BinningMethod {
  const refuse = (what: string): never => {
    throw new CribaError('invalid', `invalid discretiser: ${id} ${what}`)
  }
  return {
    bins: own.bins,
    ...(own.supervised && { supervised: own.supervised }),
    needs: (columns, options) => {
      const requests: unknown = valueOfOwn('discretiser', id, () => own.needs(columns, options))
      if (!Array.isArray(requests)) return refuse(`needs ${shownValue(requests)} (needs a list of requests)`)
      const other = requests.findIndex((one) => !isRequest(one))
      if (other >= 0) refuse(`needs ${shownValue(requests[other])} (needs requests, each of a known kind)`)
      return requests as readonly Request[]
    },
    cuts: (answers, options) => {
      const cuts: unknown = valueOfOwn('discretiser', id, () => own.cuts(answers, options))
      if (!isListOfLists(cuts))
        return refuse(`cuts ${shownValue(cuts)} (needs a list of cuts for each column)`)
      const wrong = cuts.find((one) =>
        Array.from(one).some((cut, i) => !Number.isFinite(cut) || cut <= one[i - 1]),
      )
      if (wrong) {
        refuse(`cuts at ${wrong.map(shownValue).join(', ')} (needs ascending finite numbers)`)
      }
      const { length } = options.names
      if (cuts.length >= length) return cuts
      return refuse(`cuts ${cuts.length} of ${length} columns (needs a list for each)`)
    },
  }
}

function isListOfLists(given: unknown): given is readonly (readonly number[])[] {
  return Array.isArray(given) && Array.from(given as unknown[]).every((one) => Array.isArray(one))
}
