import type { Discretiser } from '#core'
import type { BinningMethod } from './binning-method.ts'
import { bottleneck } from './bottleneck.ts'
import { equalFrequency } from './equal-frequency.ts'
import { equalWidth } from './equal-width.ts'
import { histogram } from './histogram.ts'
import { mdl } from './mdl.ts'

/** The discretisers by name. */
export const binningMethods: Readonly<Record<Discretiser, BinningMethod>> = {
  'equal-frequency': equalFrequency,
  'equal-width': equalWidth,
  sqrt: histogram('sqrt'),
  sturges: histogram('sturges'),
  scott: histogram('scott'),
  'freedman-diaconis': histogram('freedman-diaconis'),
  mdl,
  bottleneck,
}
