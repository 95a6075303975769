import { Definitions, unknownName } from '#core'
import type { Discretiser, OwnDiscretiserName, Request } from '#core'
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

/** A discretiser of one's own. */
export type OwnDiscretiser<R extends readonly Request[] = readonly Request[]> = BinningMethod<R> & {
  readonly id: string
}

export const ownDiscretisers = new Definitions<OwnDiscretiser>('discretiser')

/** The discretiser with that name; an unknown name is an error. */
export function findDiscretiser(id: Discretiser | OwnDiscretiserName): BinningMethod {
  const known: Readonly<Partial<Record<string, BinningMethod>>> = binningMethods
  const found = (Object.hasOwn(binningMethods, id) ? known[id] : undefined) ?? ownDiscretisers.find(id)
  if (found) return found
  const names = [...Object.keys(binningMethods), ...ownDiscretisers.names()]
  throw unknownName('discretiser', id, names, `known: ${names.join(', ')}`)
}
