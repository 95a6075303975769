import { boruta } from './boruta.ts'
import { conditionalRandomisation } from './conditional-randomisation.ts'
import { consensus } from './consensus.ts'
import { knockoffs } from './knockoffs.ts'
import type { OuterMethod } from './outer-method.ts'
import { rfeResampled } from './rfe-resampled.ts'
import { stabilitySelection } from './stability-selection.ts'

/** Every method that resamples others, in the order of the catalogue. */
export const outerMethods: readonly OuterMethod[] = [
  stabilitySelection,
  boruta,
  consensus,
  rfeResampled,
  knockoffs,
  conditionalRandomisation,
]
