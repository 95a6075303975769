import { CribaError, MemorySource } from 'criba'
import threads from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { exampleRequests, exampleTable } from './example-requests.ts'

/** Enough rows for work on eight threads, and fewer for what holds on any. */
const large = exampleTable(20_000, 32)
const table = exampleTable(6_000, 20)

async function answerOn(threads: number, of = table) {
  const source = new MemorySource(of)
  return { answers: await source.answer(exampleRequests(of), { threads }), work: source.work }
}

let onOne: ReturnType<typeof answerOn> | undefined
const answerOnOne = () => (onOne ??= answerOn(1))

describe('the pool', () => {
  // On two, below.
  it('gives the same bits on 1 and 8 threads', async () => {
    // Another test file may have started the pool, so this counts the threads that receive work.
    const post = vi.spyOn(threads.Worker.prototype, 'postMessage')
    const threadsUsed = () => new Set(post.mock.contexts).size
    const one = await answerOn(1, large)
    expect(threadsUsed()).toBe(0)
    const eight = await answerOn(8, large)
    expect(eight.answers).toEqual(one.answers)
    // Otherwise the comparison would be of one thread with itself.
    expect(threadsUsed()).toBeGreaterThan(2)
    post.mockRestore()
  })

  it('uses the kernels, locally and on threads', async () => {
    const one = await answerOnOne()
    const two = await answerOn(2)
    expect(one.work.kernels).toMatchObject({ encodeByCuts: table.columns.length })
    for (const { work } of [one, two]) {
      expect(work.kernels['pairEntropies']).toBeGreaterThan(0)
      expect(work.kernels['countPair']).toBe(table.columns.length - 2)
      expect(work.kernels['packPlanes']).toBeGreaterThan(0)
    }
    // A run of sets with the same first columns is one call, however the tasks are split.
    expect(two.work.kernels['pairEntropies']).toBe(one.work.kernels['pairEntropies'])
  })

  it('reports increasing progress, and stops between tasks', async () => {
    const shares: number[] = []
    const stop = new AbortController()
    const many = Array.from({ length: 30 }, () => exampleRequests(large)[0])
    const progress = (share: number) => {
      shares.push(share)
      if (shares.length === 3) stop.abort()
    }
    const source = new MemorySource(large)
    const failure: unknown = await source
      .answer(many, { threads: 2, signal: stop.signal, progress })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CribaError)
    expect((failure as CribaError).code).toBe('interrupted')
    expect(shares.length).toBeGreaterThanOrEqual(3)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    // The pool still works.
    expect((await answerOn(2)).answers).toEqual((await answerOnOne()).answers)
  })

  it('serves several callers at once', async () => {
    const one = await answerOnOne()
    const together = await Promise.all([answerOn(2), answerOn(2), answerOn(1)])
    for (const { answers } of together) expect(answers).toEqual(one.answers)
  })
})
