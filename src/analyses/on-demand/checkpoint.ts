export { RecordedSource } from '../resample/recorded-source.ts'
