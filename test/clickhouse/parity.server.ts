import { MemorySource } from 'criba'
import type { Request } from 'criba'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences } from '../parity/differences.ts'
import type { Closable } from '../parity/engines.ts'
import { fractional, readings } from '../parity/readings.ts'
import { countRequests, momentRequests } from '../parity/requests.ts'
import { randomTable } from '../parity/tables.ts'
import { hasServer, startCluster } from './servers.ts'
import type { Cluster } from './servers.ts'
import { openDistributed } from './tables.ts'

const views = Object.keys(readings).filter(
  (name) => !readings[name].view.sample && Object.keys(readings[name].permuted).length === 0,
)
const few = ['all', 'wholeComplete']
const answered = (requests: readonly Request[]) => requests.filter(({ kind }) => kind !== 'rows')

describe.skipIf(!hasServer)('A cluster of two servers and memory', () => {
  let servers: Cluster
  beforeAll(async () => {
    servers = await startCluster()
  })
  afterAll(() => servers?.close())

  describe.each([
    [1, 1, few],
    [300, 3, views],
    [9_000, 4, few],
  ] as const)('over %d rows', (rows, seed, names) => {
    const table = randomTable(rows, seed)
    const memory = new MemorySource(table)
    let cluster: Closable
    beforeAll(async () => {
      cluster = await openDistributed(servers, table)
    })
    afterAll(() => cluster?.close())

    it('know the same of the columns', () => {
      expect(cluster.rows).toBe(rows)
      expect(cluster.columns).toEqual(memory.columns)
    })

    it.each(names)('give the same counts, entropies and order: %s', async (name) => {
      const requests = answered(countRequests(readings[name]))
      expect(differences(await memory.answer(requests), await cluster.answer(requests), 0)).toEqual([])
    })

    it.each(names)('give the same moments to 1e-9: %s', async (name) => {
      const requests = momentRequests(readings[name])
      expect(differences(await memory.answer(requests), await cluster.answer(requests), 1e-9)).toEqual([])
    })

    it('agree to 1e-9 under fractional weights', async () => {
      for (const requests of [answered(countRequests(fractional)), momentRequests(fractional)]) {
        expect(differences(await memory.answer(requests), await cluster.answer(requests), 1e-9)).toEqual([])
      }
    })

    it('gives moments the same bits on every run', async () => {
      const requests = [...momentRequests(readings.all), ...momentRequests(fractional)]
      expect(differences(await cluster.answer(requests), await cluster.answer(requests), 0)).toEqual([])
    })
  })
})
