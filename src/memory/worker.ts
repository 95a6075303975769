import { jobs } from './jobs.ts'
import { listen } from './threads/platform.ts'
import type { FromThread, ToThread } from './threads/pool.ts'
import { WorkerSlots } from './threads/worker-slots.ts'

/* A thread of the pool: loads the input of batches, runs their tasks one by one, and sends back each part. */

let slots: Promise<WorkerSlots>

listen((message, reply) => {
  const command = message as ToThread
  if (command.kind === 'module') slots = WorkerSlots.load(command.module)
  else void slots.then((loaded) => execute(loaded, command, reply))
})

function execute(
  slots: WorkerSlots,
  command: Exclude<ToThread, { kind: 'module' }>,
  reply: (answer: unknown, transfer: readonly ArrayBuffer[]) => void,
): void {
  if (command.kind === 'open') {
    slots.open(command.at, jobs.get(command.job)!, command.input)
    return
  }
  const { index } = command
  try {
    const answer: FromThread = { index, ...slots.work(command.slot, command.task) }
    reply(answer, buffersOf(answer.part))
  } catch (error) {
    reply({ index, error } satisfies FromThread, [])
  }
}

/** The buffers of a part, which are transferred rather than copied. */
function buffersOf(part: unknown): ArrayBuffer[] {
  const arrays = Object.values(part as object).filter((value): value is ArrayBufferView =>
    ArrayBuffer.isView(value),
  )
  return [...new Set(arrays.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer)
}
