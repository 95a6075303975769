import type { Source } from 'criba'
import { describe, expect, it } from 'vitest'
import { RequestBatcher, areEqual } from '../../src/analyses/scope/request-batcher.ts'
import type { Request } from '../../src/core/statistics/request.ts'
import type { EntropyRequest } from '../../src/core/statistics/entropies.ts'

const view = {}
const variables = [0, 1, 2].map(
  (column) => ({ column, coding: { kind: 'levels', levels: ['a', 'b'] } }) as const,
)
const entropy = (...columns: number[]): EntropyRequest => ({
  kind: 'entropy',
  family: { list: [columns.map((column) => variables[column])] },
  view,
})

describe('the requests of a step', () => {
  it('are sent once in a batch, and not again if those of the step before were the same', async () => {
    const sent: Request[][] = []
    const answer = async (requests: readonly Request[]) => {
      sent.push([...requests])
      return requests.map((request) => ({ request }))
    }
    const batcher = new RequestBatcher({ answer } as unknown as Source)
    const ask = async (...requests: Request[]) => {
      const found = (await batcher.requestStep(requests)) as unknown as { request: Request }[]
      expect(found.map(({ request }) => request)).toEqual(requests)
      return found
    }
    const [first] = await ask(entropy(0), entropy(1), entropy(0))
    const [again] = await ask(entropy(0), entropy(0, 1))
    await ask(entropy(1))
    await ask(entropy(1))
    expect(again).toBe(first)
    expect(sent).toEqual([[entropy(0), entropy(1)], [entropy(0, 1)], [entropy(1)]])
  })

  it('are the same by what they hold, but for rows and numbers, which are the same by identity', () => {
    expect(areEqual(entropy(0, 1), entropy(0, 1))).toBe(true)
    expect(areEqual(entropy(0, 1), entropy(1, 0))).toBe(false)
    expect(areEqual(entropy(0), { ...entropy(0), within: undefined })).toBe(false)
    expect(areEqual({ sample: new Float64Array(2) }, { sample: new Float64Array(2) })).toBe(false)
  })
})
