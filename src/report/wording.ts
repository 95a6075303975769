// Numbers, sentences and figures as reports have them, for a page that draws results itself.
export { repetitionOf } from './contents/repetition.ts'
export type { RepeatableResult } from './contents/repetition.ts'
export { comparisonFacts } from './comparison-facts.ts'
export { boxesOf } from './figures/boxes.ts'
export { bestPlaces, extendFront, worthOf } from './figures/front.ts'
export { isoPath, pixelOf, setLabel } from './figures/winner.ts'
export type { Frame } from './figures/winner.ts'
export { verdictText, decimalsOf, metricName, signed } from './evidence-text.ts'
export { toJson } from './json.ts'
export {
  alignedNumber,
  alignNumbers,
  decimalsOfColumn,
  fixed,
  formatProbability,
  shortNumber,
} from './numbers.ts'
export { planeLayout, radialLayout, turned } from './figures/map-layout.ts'
export type { Layout } from './figures/map-layout.ts'
export { outlineOf, strongestSynergies } from './figures/map-marks.ts'
export type { Place } from './figures/map-marks.ts'
export { fewAsLevels, mosaicOf, rankShares } from './figures/mosaic.ts'
export type { Tile } from './figures/mosaic.ts'
export { scaleOf } from './figures/scale.ts'
export { oneLine, shortened, textWidth } from './figures/text-width.ts'
