// What texts ask for that are more than words and plain numbers, and what is said of them: a browser loads
// it, as a file of its own, when the first one does.
export { parseTexts } from './cells/local-digits.ts'
export { TextFormatDetector } from './cells/text-format-detector.ts'
export { encodingError, encodingWarnings } from './text/encoding-warnings.ts'
export { formatWarnings } from './text/format-warnings.ts'
export {
  emptyRowsWarning,
  footWarnings,
  frameWarning,
  mendedWidth,
  otherFrameWarnings,
  repeatedHeaderWarnings,
} from './text/frame-warnings.ts'
export { doubtfulMarkWarnings } from './text/mark-warnings.ts'
export { subtotalWarnings } from './text/subtotal-rows.ts'
export { keptWarnings } from './text/kept-warnings.ts'
export { codeWordsWarnings, missingWordsWarnings } from './text/missing-word-warnings.ts'
export { textWarnings } from './text/text-warnings.ts'
export { versionWarnings } from './text/version-numbers.ts'
