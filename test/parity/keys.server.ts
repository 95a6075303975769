import { MemorySource } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasServer, startCluster } from '../clickhouse/servers.ts'
import type { Cluster } from '../clickhouse/servers.ts'
import { openDistributed } from '../clickhouse/tables.ts'
import { namesOfKeys, requestsBy, table } from './keys.ts'

describe.skipIf(!hasServer)('Rows divided by a key', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.close())

  it.each(namesOfKeys)('are the same on two servers: %s', async (name) => {
    const requests = requestsBy(name)
    const server = await openDistributed(cluster, table)
    expect(await server.answer(requests)).toEqual(await new MemorySource(table).answer(requests))
    server.close()
  })
})
