import { Desk } from './desk.ts'
import { jobs } from './jobs.ts'
import { listen } from './platform.ts'
import type { FromThread, ToThread } from './pool.ts'

/* A thread of the pool: lays out what batches share, does their tasks one by one, and sends back each part. */

let desk: Desk

listen((message, reply) => {
  const order = message as ToThread
  if (order.kind === 'module') desk = new Desk(order.module)
  else if (order.kind === 'open') desk.open(order.at, jobs.get(order.job)!, order.given)
  else void answer(order.place, order.at, order.task)

  async function answer(place: number, at: number, task: unknown): Promise<void> {
    let answer: FromThread
    try {
      answer = { place, ...(await desk.work(at, task)) }
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
