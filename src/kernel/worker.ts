import { WorkerSlots } from './worker-slots.ts'
import { jobs } from './jobs.ts'
import { listen } from './platform.ts'
import type { FromThread, ToThread } from './pool.ts'

/* A thread of the pool: lays out what batches share, does their tasks one by one, and sends back each part. */

let slots: Promise<WorkerSlots>

listen((message, reply) => {
  const order = message as ToThread
  if (order.kind === 'module') slots = WorkerSlots.load(order.module)
  else void slots.then((loaded) => follow(loaded, order, reply))
})

function follow(
  slots: WorkerSlots,
  order: Exclude<ToThread, { kind: 'module' }>,
  reply: (answer: unknown, transfer: readonly ArrayBuffer[]) => void,
): void {
  if (order.kind === 'open') {
    slots.open(order.at, jobs.get(order.job)!, order.given)
    return
  }
  const { place } = order
  let answer: FromThread
  try {
    answer = { place, ...slots.work(order.at, order.task) }
  } catch (error) {
    answer = { place, error }
  }
  reply(answer, 'part' in answer ? buffersOf(answer.part) : [])
}

/** The buffers of a part, which are given away rather than copied. */
function buffersOf(part: unknown): ArrayBuffer[] {
  const arrays = Object.values(part as object).filter((value): value is ArrayBufferView =>
    ArrayBuffer.isView(value),
  )
  return [...new Set(arrays.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer)
}
