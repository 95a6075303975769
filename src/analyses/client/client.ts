import { checkRun, checkTable, CribaError, invalidPart, objectIn } from '#core'
import type {
  Catalogue,
  IntervalsOfMethod,
  Mend,
  RankResult,
  ReportLanguage,
  Run,
  Source,
  Table,
} from '#core'
import { errorOf } from '../scope/sent-errors.ts'
import type { TypedRankSpec, TypedSelectSpec } from '../scope/typed-specs.ts'
import type { SelectRun } from '../selection/checkpoint.ts'
import type { Session, SessionOptions } from '../session/session.ts'
import { httpThread, threadOf } from './threads.ts'
import type { StartThread } from './threads.ts'
import type { ListedSets } from './listed-sets.ts'
import { calls, fileCalls } from './messages.ts'
import type { Call, FileFacts, FromHost, ToHost } from './messages.ts'

/**
 * A session whose calls run in a worker. They take the same specs and runs, and give the same results, events
 * and errors. Only functions stay behind: a criterion of one's own, and a checkpoint.
 */
export type HostedSession = Session

/** A session on a file that the worker has read. */
export interface HostedFile extends HostedSession {
  readonly facts: FileFacts
  /** A file of some columns, cells as they stand. */
  reduce(columns: readonly string[], run?: Run): Promise<Blob | string>
  /** The report of a result as a page; in English by default. */
  report(result: { readonly command: string }, language?: ReportLanguage, run?: Run): Promise<string>
  /**
   * What `rank` says of several methods together, without their scores: with many columns these take long to
   * arrive.
   */
  meanRanks(spec: TypedRankSpec, run?: Run): Promise<Pick<RankResult, 'meanRank' | 'warnings'>>
  /** How much the scores of `rank` would vary with other rows. */
  scoreIntervals(spec: TypedRankSpec, run?: Run): Promise<readonly IntervalsOfMethod[]>
  /** What `select` lists of sets of these columns by two criteria (`pareto` and `landscape`), as numbers. */
  listSets(columns: readonly string[], spec: TypedSelectSpec, run?: Run): Promise<ListedSets>
  /** Every method of criba, as data: whoever draws them need not load them. */
  methods(run?: Run): Promise<Catalogue>
}

/** A worker that runs analyses, so that the thread that calls them stays free. */
export interface HostWorker {
  /** Opens a session on a table, which is copied to the worker once. */
  openSession(table: Table, options?: SessionOptions): HostedSession
  /**
   * Opens a session on a file: delimited text, Parquet or Arrow, which the worker reads; with null, on the
   * data that a server was started with. `mend`: how it is read, if not by default.
   *
   * @throws CribaError naming the file, the column or the row, and the remedy
   */
  openFile(file: File | null, mend?: Mend, run?: Run): Promise<HostedFile>
  /** Ends the worker and its sessions; calls that still run are rejected as interrupted. */
  close(): void
}

/** A call that waits for its result. */
interface PendingCall {
  readonly run: SelectRun
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A client of a worker that runs a host. */
export function connectWorker(worker: Worker): HostWorker {
  if (typeof (worker as Worker | null | undefined)?.postMessage !== 'function')
    throw invalidPart('worker', worker, 'a Worker')
  return hostOver(threadOf(worker))
}

/** Connects to a server of sessions, such as that of `criba studio`; only who has its `token` may ask. */
export function connectTo(address: string | URL, token: string): HostWorker {
  if (!(address instanceof URL || (typeof address === 'string' && URL.canParse(address))))
    throw invalidPart('address', address, 'the address of a server')
  if (typeof token !== 'string') throw invalidPart('token', typeof token, 'a text')
  // Several pages may ask one server.
  const [first] = crypto.getRandomValues(new Uint32Array(1))
  return hostOver(httpThread(address, token), first * 0x10_0000)
}

/** A call without its numbers and what it listens to. */
type Asked =
  | { readonly kind: 'open-file'; readonly file: Blob | null; readonly name: string; readonly mend: Mend }
  | { readonly kind: 'call'; readonly call: Call; readonly given: readonly unknown[] }

/** A client of what runs calls. */
export function hostOver(start: StartThread, first = 0): HostWorker {
  const pending = new Map<number, PendingCall>()
  let sessions = first
  let ids = first
  let ended: CribaError | Error | null = null
  const host = start((message) => receive(message as FromHost), end)
  host.keepAlive(false)

  return {
    openSession(table, options = {}) {
      refuseEnded()
      checkTable(table)
      if ('answer' in (table as Table | Source)) {
        throw new CribaError('unsuitable', 'unsuitable data for a worker: a source (needs a table)')
      }
      const { bytes } = objectIn('options', options) as SessionOptions
      if (bytes !== undefined && !(typeof bytes === 'number' && bytes >= 0))
        throw invalidPart('bytes', bytes, 'a number, 0 or more')
      const session = sessions++
      const { rows, columns, warnings } = table
      post({ kind: 'open', session, table: { rows, columns, warnings }, bytes })
      return hosted<HostedSession>(session, calls)
    },
    async openFile(file, mend = {}, run = {}) {
      if (file !== null && !(file instanceof Blob)) throw invalidPart('file', file, 'a file or null')
      objectIn('mend', mend)
      const session = sessions++
      const facts = (await ask(
        session,
        { kind: 'open-file', file, name: file?.name ?? '', mend },
        run,
      )) as FileFacts
      return { ...hosted<Omit<HostedFile, 'facts'>>(session, [...calls, ...fileCalls]), facts }
    },
    close: () => end(new CribaError('interrupted', 'interrupted: the worker is closed')),
  }

  /** The calls of a session, and its end. */
  function hosted<S extends HostedSession>(session: number, names: readonly Call[]): S {
    let isClosed = false
    const call = async (name: Call, given: readonly unknown[]) => {
      refuseEnded()
      if (isClosed) throw new CribaError('invalid', 'invalid session: it is closed (open another one)')
      const { length } = parametersOf[name] ?? ['spec']
      const run = (given[length] ?? {}) as SelectRun
      if (run.checkpoint) {
        throw new CribaError('unsuitable', 'unsuitable checkpoint: a search in a worker cannot be saved')
      }
      const before = Array.from({ length }, (_, i) => given[i])
      for (const part of before) checkPlain(part)
      return ask(session, { kind: 'call', call: name, given: before }, run)
    }
    const methods = names.map((name) => [name, (...given: unknown[]) => call(name, given)])
    return {
      ...(Object.fromEntries(methods) as S),
      close() {
        if (!isClosed && !ended) post({ kind: 'close', session })
        isClosed = true
      },
    }
  }

  async function ask(session: number, asked: Asked, run: SelectRun): Promise<unknown> {
    refuseEnded()
    checkRun(run)
    const id = ids++
    const { threads, signal } = run
    const hears = { events: run.on !== undefined, progress: run.progress !== undefined }
    const cancel = () => post({ kind: 'cancel', id })
    try {
      return await new Promise((resolve, reject) => {
        pending.set(id, { run, resolve, reject })
        host.keepAlive(true)
        signal?.addEventListener('abort', cancel)
        post({ ...asked, session, id, threads, hears, isAborted: signal?.aborted ?? false })
      })
    } finally {
      signal?.removeEventListener('abort', cancel)
      pending.delete(id)
      if (pending.size === 0) host.keepAlive(false)
    }
  }

  function receive(message: FromHost): void {
    const call = pending.get(message.id)
    // A call that was rejected already.
    if (!call) return
    try {
      if (message.kind === 'progress') call.run.progress?.(message.share)
      else if (message.kind === 'event') call.run.on?.(message.event)
      else if (message.kind === 'result') call.resolve(message.result)
      else call.reject(errorOf(message.error))
    } catch (error) {
      // What a listener throws ends the call, as it does without a worker.
      post({ kind: 'cancel', id: message.id })
      call.reject(error)
    }
  }

  function post(message: ToHost): void {
    try {
      host.post(message)
    } catch (cause) {
      if ((cause as Error | null)?.name !== 'DataCloneError') throw cause
      const what = 'unsuitable call of a worker: a value that cannot be copied (needs plain data)'
      throw new CribaError('unsuitable', what, { cause })
    }
  }

  function refuseEnded(): void {
    if (ended)
      throw new CribaError('invalid', 'invalid worker: it has ended (open another one)', { cause: ended })
  }

  function end(cause: Error): void {
    ended ??= cause
    host.end()
    for (const { reject } of pending.values()) reject(cause)
  }
}

/** What a call is given before its run, if that is not a spec alone. */
const parametersOf: Partial<Readonly<Record<Call, readonly string[]>>> = {
  distributions: ['columns', 'spec'],
  sampledRows: ['columns', 'spec', 'size'],
  listSets: ['columns', 'spec'],
  methods: [],
  report: ['result', 'language'],
}

/** Checks that a spec is plain data, which can be sent to a worker: a function is refused. */
function checkPlain(spec: unknown, name = 'spec', above: readonly unknown[] = []): void {
  if (typeof spec === 'function') {
    throw new CribaError(
      'unsuitable',
      `unsuitable ${name} for a worker: a function (needs a method of the library by its name, or called, as jmi())`,
    )
  }
  if (typeof spec !== 'object' || spec === null || above.includes(spec)) return
  for (const [part, value] of Object.entries(spec))
    checkPlain(value, Array.isArray(spec) ? name : part, [...above, spec])
}
