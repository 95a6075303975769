import type * as Api from '@duckdb/node-api'

type DuckApi = typeof Api

let api: DuckApi | undefined

/** Loads the package of the engine, which takes 60 ms: only where an engine is asked for. */
export async function loadDuckApi(): Promise<DuckApi> {
  api ??= await import('@duckdb/node-api')
  return api
}

/** The package of an engine that runs. */
export function duckApi(): DuckApi {
  return api!
}
