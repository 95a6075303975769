// What a session says of single columns.
export { distributions } from '../distributions/distributions.ts'
export { sampledRows } from '../distributions/sampled-rows.ts'
