export { openClickHouse } from '#files'
export type { ServerOptions, SampleChoice } from '#files'
