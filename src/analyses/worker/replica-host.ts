import type { Work } from '#core'
import { listen, MemorySource } from '#memory'
import { selectInSplit } from '../evidence/compared-method.ts'
import { selectPart } from '../evidence/evidence.ts'
import { groupHalf } from '../grouping/groups.ts'
import { chooseInPart } from '../held-out/inner-selection.ts'
import { eliminateInPart } from '../outer/elimination-choice.ts'
import { replicaOf } from '../resample/replicas.ts'
import type { ReplicaTask } from '../resample/replica-task.ts'
import type { FromReplicaThread, ReplicasOfTask, ToReplicaThread } from '../resample/replica-threads.ts'
import { rankPart } from '../resample/score-intervals.ts'
import { asSent } from '../scope/sent-errors.ts'

/* A thread that makes replicas of a table: it opens the table once, and makes one replica after the other. */

const all: readonly ReplicaTask<never, unknown>[] = [
  chooseInPart,
  eliminateInPart,
  groupHalf,
  rankPart,
  selectInSplit,
  selectPart,
]

/** Every task by its name. */
const tasks = new Map(all.map((task) => [task.name, task]))

type Reply = (message: FromReplicaThread) => void
type Make = (
  asked: { readonly place: number; readonly threads: number | undefined },
  reply: Reply,
) => Promise<void>

let make: Make
/** One replica after the other. */
let last = Promise.resolve()

listen((received, reply) => {
  const message = received as ToReplicaThread
  const answer = (message: FromReplicaThread) => reply(message, [])
  if (message.kind === 'open') {
    make = open(message)
    answer({ kind: 'ready' })
  } else last = last.then(() => make(message, answer))
})

function open({ table, facts, distinctRows, replicas, task, given }: ReplicasOfTask): Make {
  const source = new MemorySource(table, distinctRows, facts)
  const { make } = tasks.get(task)!
  return async ({ place, threads }, reply) => {
    try {
      const replica = replicaOf(source, replicas[place])
      const made = await make(replica, given as never, place, {
        ...(threads !== undefined && { threads }),
        progress: (share) => reply({ kind: 'progress', place, share }),
      })
      reply({ kind: 'made', place, made, work: takeWork(source.work) })
    } catch (error) {
      reply({ kind: 'error', place, error: asSent(error) })
    }
  }
}

/** The work done since it was last taken. */
function takeWork(work: Work): Work {
  const taken = structuredClone(work)
  work.queries = 0
  work.rows = 0
  for (const name of Object.keys(work.kernels)) work.kernels[name] = 0
  return taken
}
