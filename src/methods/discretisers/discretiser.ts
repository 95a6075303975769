import { unknownName } from '#core'
import type { Discretiser, OwnDiscretiserName } from '#core'
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
  const found = (Object.hasOwn(binningMethods, id) ? known[id] : undefined) ?? ownDiscretisers.find(id)
  if (found) return found
  const names = [...Object.keys(binningMethods), ...ownDiscretisers.names()]
  throw unknownName('discretiser', id, names, `known: ${names.join(', ')}`)
}
