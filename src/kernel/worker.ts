import { jobs } from './jobs.ts'
import { Kernels } from './kernels.ts'
import { listen } from './platform.ts'
import type { FromThread, ToThread } from './pool.ts'

/* A thread of the pool: opens a batch, does its tasks one by one, and sends back each part. */

let kernels: Promise<Kernels> | null = null
let work: Promise<(task: unknown) => unknown> | null = null

listen((message, reply) => {
  const order = message as ToThread
  if (order.kind === 'module') {
    kernels = Kernels.load(order.module)
  } else if (order.kind === 'open') {
    const { job, given } = order
    work = kernels!.then(
      (loaded) => jobs.get(job)!.open(loaded, given as never) as (task: unknown) => unknown,
    )
    // The first task says what went wrong.
    work.catch(() => {})
  } else {
    void answer(order.place, order.task)
  }

  async function answer(place: number, task: unknown): Promise<void> {
    let answer: FromThread
    try {
      const part = (await work!)(task)
      const { calls } = await kernels!
      answer = { place, part, calls: { ...calls } }
      for (const name of Object.keys(calls)) delete calls[name]
    } catch (error) {
      answer = { place, error }
    }
    reply(answer, 'part' in answer ? buffersOf(answer.part) : [])
  }
})

/** The buffers of a part, which are given away rather than copied. */
function buffersOf(part: unknown): ArrayBuffer[] {
  const arrays = Object.values(part as object).filter((value): value is ArrayBufferView =>
    ArrayBuffer.isView(value),
  )
  return [...new Set(arrays.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer)
}
