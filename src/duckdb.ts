export { SqlSource as DuckSource } from '#sql'
export { duckSourceOf } from '#sql/on-demand'
