export { openClickHouse } from './files/clickhouse/open-server.ts'
export type { ServerOptions } from './files/clickhouse/open-server.ts'
export type { SampleChoice } from './files/clickhouse/sample.ts'
