import { describe, expect, it } from 'vitest'
import { CribaError } from '../../dist/src/core/spec/error.js'
import { runStream } from '../../dist/src/memory/threads/stream.js'
import { textEndsJob } from '../../dist/src/memory/text/text-chunk.js'
import type { TextFormat } from '../../dist/src/memory/text/text-chunk.js'

const commaSeparated = (): TextFormat => ({
  separator: 0x2c,
  quote: 0x22,
  comment: 0,
  width: 1,
  encoding: 'utf-8',
})

/** A task whose part is its index; among ten tasks, earlier ones take longer. */
function taskOf(place: number): Uint8Array {
  const bytes = new Uint8Array(place + 1 + 50_000 * (9 - (place % 10))).fill(0x61)
  if (place > 0) bytes[place - 1] = 0x0a
  return bytes
}

/** Counts the tasks fetched, and whether the source was closed. */
class Source {
  fetched = 0
  isClosed = false
  readonly #count: number
  readonly #make: (place: number) => Uint8Array | Promise<Uint8Array>

  constructor(count: number, make: (place: number) => Uint8Array | Promise<Uint8Array> = taskOf) {
    this.#count = count
    this.#make = make
  }

  async *tasks(): AsyncGenerator<Uint8Array> {
    try {
      while (this.fetched < this.#count) yield await this.#make(this.fetched++)
    } finally {
      this.isClosed = true
    }
  }

  stream() {
    return { job: textEndsJob, input: commaSeparated(), tasks: this.tasks(), isLarge: true }
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const places = (count: number) => [...Array(count).keys()]

async function partsOf(source: Source, threads: number): Promise<number[]> {
  const parts: number[] = []
  await runStream(source.stream(), { threads }, (part) => void parts.push(part))
  return parts
}

/** The error of work that must fail; checks that there are no unhandled rejections. */
async function failureOf(work: Promise<unknown>) {
  const unhandled: unknown[] = []
  const record = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', record)
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  await wait(30)
  process.off('unhandledRejection', record)
  expect(unhandled).toEqual([])
  return error
}

describe.each([1, 2, 4])('a stream on %i threads', (threads) => {
  const expectUsable = async () => expect(await partsOf(new Source(12), threads)).toEqual(places(12))

  it('returns parts in task order', async () => {
    const source = new Source(60)
    expect(await partsOf(source, threads)).toEqual(places(60))
    expect(source.isClosed).toBe(true)
  })

  it('waits for slow tasks', async () => {
    const slow = async (place: number) => {
      if (place % 4 === 2) await wait(15)
      return taskOf(place)
    }
    expect(await partsOf(new Source(14, slow), threads)).toEqual(places(14))
  })

  it('may have no tasks', async () => {
    expect(await partsOf(new Source(0), threads)).toEqual([])
  })

  it('takes one part at a time, and limits how far it reads ahead', async () => {
    const source = new Source(40)
    const parts: number[] = []
    let isTaking = false
    let most = 0
    await runStream(source.stream(), { threads }, async (part) => {
      expect(isTaking).toBe(false)
      isTaking = true
      await wait(5)
      isTaking = false
      most = Math.max(most, source.fetched - parts.length)
      parts.push(part)
    })
    expect(parts).toEqual(places(40))
    expect(most).toBeLessThanOrEqual(4 * threads)
  })

  it('fails once if fetching a task fails', async () => {
    const source = new Source(20, (place) => {
      if (place === 9) throw new Error('no more to read')
      return taskOf(place)
    })
    const error = await failureOf(partsOf(source, threads))
    expect((error as Error).message).toBe('no more to read')
    await expectUsable()
  })

  it('fails once if a task fails', async () => {
    const source = new Source(20, (place) => (place === 9 ? (null as never) : taskOf(place)))
    expect(await failureOf(partsOf(source, threads))).toBeInstanceOf(TypeError)
    expect(source.isClosed).toBe(true)
    await expectUsable()
  })

  it('fails once if taking a part fails, at once or later', async () => {
    for (const isSlow of [false, true]) {
      const source = new Source(30)
      let taken = 0
      const work = runStream(source.stream(), { threads }, async () => {
        if (isSlow) await wait(3)
        if (++taken === 3) throw new Error('no room')
      })
      expect(((await failureOf(work)) as Error).message).toBe('no room')
      expect(taken).toBe(3)
      expect(source.isClosed).toBe(true)
      await expectUsable()
    }
  })

  it('ends when it is interrupted, and takes no further part', async () => {
    const stop = new AbortController()
    const source = new Source(500)
    const parts: number[] = []
    const work = runStream(source.stream(), { threads, signal: stop.signal }, async (part) => {
      if (part === 4) stop.abort()
      await wait(10)
      parts.push(part)
    })
    const error = await failureOf(work.finally(() => parts.push(-1)))
    expect((error as CribaError).code).toBe('interrupted')
    expect(error).toBeInstanceOf(CribaError)
    expect(parts).toEqual([0, 1, 2, 3, 4, -1])
    expect(source.isClosed).toBe(true)
    expect(source.fetched).toBeLessThan(100)
    await expectUsable()
  })

  it('is interrupted by a signal that comes with the last part', async () => {
    const stop = new AbortController()
    const take = (part: number) => part === 2 && stop.abort()
    const work = runStream(
      new Source(3).stream(),
      { threads, signal: stop.signal },
      (part) => void take(part),
    )
    expect(((await failureOf(work)) as CribaError).code).toBe('interrupted')
    await expectUsable()
  })

  it('does not start if it is already interrupted', async () => {
    const source = new Source(5)
    const run = { threads, signal: AbortSignal.abort() }
    const error = await failureOf(runStream(source.stream(), run, () => {}))
    expect((error as CribaError).code).toBe('interrupted')
    expect(source.fetched).toBe(0)
  })

  it('shares the pool with others', async () => {
    const all = await Promise.all([1, 2, 3].map(() => partsOf(new Source(15), threads)))
    expect(all).toEqual([places(15), places(15), places(15)])
  })
})
