export { RecordedSource } from '../resample/recorded-source.ts'
export { SavedParts } from '../resample/saved-parts.ts'
