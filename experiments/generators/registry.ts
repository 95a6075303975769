import { corral } from './corral.ts'
import { correlatedGroups } from './correlated-groups.ts'
import { epistasis } from './epistasis.ts'
import { friedman1 } from './friedman1.ts'
import { friedman2 } from './friedman2.ts'
import { friedman3 } from './friedman3.ts'
import type { Generator } from './generator.ts'
import { led } from './led.ts'
import { madelon } from './madelon.ts'
import { monk1 } from './monk1.ts'
import { monk2 } from './monk2.ts'
import { monk3 } from './monk3.ts'
import { parity } from './parity.ts'
import { xor } from './xor.ts'

/** All generators: targets of numbers first, then classes. */
export const generators: readonly Generator[] = [
  friedman1,
  friedman2,
  friedman3,
  correlatedGroups,
  xor,
  parity,
  monk1,
  monk2,
  monk3,
  corral,
  madelon,
  epistasis,
  led,
]
