import { CribaError, MemorySource } from 'criba'
import threads from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { exampleRequests, exampleTable } from './example-requests.ts'

const table = exampleTable(30_000, 60)
const requests = exampleRequests(table)

async function answers(threads: number) {
  const source = new MemorySource(table)
  return { answers: await source.answer(requests, { threads }), work: source.work }
}

describe('the pool', () => {
  it('gives the same bits on 1, 2 and 8 threads', async () => {
    // The pool may be there already, from another file: what counts is who is sent work.
    const post = vi.spyOn(threads.Worker.prototype, 'postMessage')
    const asked = () => new Set(post.mock.contexts).size
    const one = await answers(1)
    expect(asked()).toBe(0)
    for (const count of [2, 8]) {
      const several = await answers(count)
      expect(several.answers).toEqual(one.answers)
    }
    // Else the comparison would be of one thread with itself.
    expect(asked()).toBeGreaterThan(2)
    post.mockRestore()
  })

  it('answers by kernels, wherever it works', async () => {
    const one = await answers(1)
    const two = await answers(2)
    expect(one.work.kernels).toMatchObject({ encodeByCuts: table.columns.length })
    for (const { work } of [one, two]) {
      expect(work.kernels['pairEntropies']).toBeGreaterThan(0)
      expect(work.kernels['countPair']).toBe(table.columns.length - 2)
      expect(work.kernels['packPlanes']).toBeGreaterThan(0)
    }
    // A run of sets that begin alike is one call, wherever the tasks are cut.
    expect(two.work.kernels['pairEntropies']).toBe(one.work.kernels['pairEntropies'])
  })

  it('shows progress that only grows, and stops between tasks', async () => {
    const seen: number[] = []
    const stop = new AbortController()
    const many = Array.from({ length: 400 }, () => requests[0])
    const progress = (share: number) => {
      seen.push(share)
      if (seen.length === 3) stop.abort()
    }
    const source = new MemorySource(table)
    const failure: unknown = await source
      .answer(many, { threads: 2, signal: stop.signal, progress })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CribaError)
    expect((failure as CribaError).code).toBe('interrupted')
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    // The pool is as good as before.
    expect((await answers(2)).answers).toEqual((await answers(1)).answers)
  })

  it('serves several callers at once', async () => {
    const one = await answers(1)
    const together = await Promise.all([answers(2), answers(2), answers(1)])
    for (const { answers } of together) expect(answers).toEqual(one.answers)
  })
})
