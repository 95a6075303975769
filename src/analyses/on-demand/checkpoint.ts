export { saveSelection } from '../evidence/saved-selection.ts'
export { SavedParts } from '../resample/saved-parts.ts'
