import { CribaError } from '#core'
import type { Mend, RankSpec, ReportLanguage, Run, Source, Table, TextOptions } from '#core'
import { listedSets } from '../client/listed-sets.ts'
import type { Call, FileFacts, FromHost, ToHost } from '../client/messages.ts'
import { asSent } from '../scope/sent-errors.ts'
import type { TypedRankSpec, TypedSelectSpec } from '../scope/typed-specs.ts'
import { openSession } from '../session/session.ts'
import type { Session } from '../session/session.ts'

/** A file that a host has opened. */
export interface ServedFile {
  readonly data: Table | Source
  readonly facts: FileFacts
  /** How it was read, if not by default: what results say of their data. */
  readonly mend: Mend
  /** A file of some columns. */
  readonly reduce?: (columns: readonly string[], run: Run) => Promise<Blob | string>
  readonly close?: () => void
}

/** What a host can do besides the calls of a session. */
interface HostParts {
  readonly openFile: (file: Blob | null, name: string, mend: Mend, run: Run) => Promise<ServedFile>
  /**
   * The most sessions that stay open; the oldest is ended for another. By default they end when they are
   * closed.
   */
  readonly mostSessions?: number
  /** The report of a result as a page; a host may make none. */
  readonly report?: (
    result: unknown,
    source: Table | Source,
    run: Run & { readonly data: string; readonly language: ReportLanguage },
  ) => Promise<string>
}

/** A host of sessions: runs what messages ask for, and sends back results, events and progress. */
export interface SessionServer {
  take(message: ToHost, send: (message: FromHost) => void): void
  /** Ends all sessions. */
  close(): void
}

type Answer = (given: readonly unknown[], run: Run) => Promise<unknown>

/** An open session, and the file it is on. */
interface Served {
  readonly session: Session
  readonly file: ServedFile | null
  readonly data: Table | Source
}

/** Serves sessions to clients that send messages, in a worker or over a network. */
export function serveSessions({ openFile, report, mostSessions = Infinity }: HostParts): SessionServer {
  const sessions = new Map<number, Served>()
  /** The calls that run, by their number. */
  const running = new Map<number, AbortController>()

  return {
    take(message, send) {
      switch (message.kind) {
        case 'open': {
          const { session, table, bytes } = message
          const opened = openSession(table, bytes === undefined ? {} : { bytes })
          sessions.set(session, { session: opened, file: null, data: table })
          break
        }
        case 'open-file':
          void execute(message, send, async (run) => {
            const file = await openFile(message.file, message.name, message.mend, run)
            if (run.signal?.aborted) {
              // Nobody waits for it any more, or would close it.
              file.close?.()
              throw new CribaError('interrupted', 'interrupted')
            }
            // A page that is gone without a word leaves its session behind.
            if (sessions.size >= mostSessions) closeSession([...sessions.keys()][0])
            sessions.set(message.session, { session: openSession(file.data), file, data: file.data })
            return file.facts
          })
          break
        case 'call':
          void execute(message, send, (run) => answerOf(message.session, message.call)(message.given, run))
          break
        case 'cancel':
          running.get(message.id)?.abort()
          break
        case 'close':
          closeSession(message.session)
      }
    },
    close() {
      for (const controller of running.values()) controller.abort()
      for (const session of sessions.keys()) closeSession(session)
    },
  }

  function closeSession(number: number): void {
    const served = sessions.get(number)
    served?.session.close()
    served?.file?.close?.()
    sessions.delete(number)
  }

  function answerOf(number: number, call: Call): Answer {
    const served = sessions.get(number)
    if (!served) throw new CribaError('invalid', 'invalid session: it is not open here (open the data again)')
    const { session, file, data } = served
    switch (call) {
      case 'report':
        if (!report) throw new CribaError('unsuitable', 'unsuitable host: it makes no reports')
        return ([result, language = 'en'], run) =>
          report(result, data, {
            ...run,
            data: file?.facts.name ?? (language === 'es' ? 'los datos' : 'the data'),
            language: language as ReportLanguage,
          })
      case 'reduce':
        return async ([columns], run) => {
          if (!file?.reduce)
            throw new CribaError('unsuitable', 'unsuitable data: they are no file that can be cut')
          return file.reduce(columns as readonly string[], run)
        }
      case 'meanRanks':
        return async ([spec], run) => {
          const { meanRank, warnings } = await session.rank(spec as TypedRankSpec, run)
          return { ...(meanRank && { meanRank }), warnings }
        }
      case 'scoreIntervals':
        return async ([spec], run) =>
          (await import('../resample/score-intervals.ts')).scoreIntervals(data, spec as TypedRankSpec, run)
      case 'listSets':
        return async ([columns, spec], run) => {
          const wanted = new Set(columns as readonly string[])
          const { target } = spec as TypedSelectSpec
          const names = data.columns.map(({ name }) => name)
          const drop = names.filter((name) => !wanted.has(name) && name !== target)
          const result = await session.select({ ...(spec as TypedSelectSpec), drop }, run)
          return listedSets(
            result,
            names.filter((name) => wanted.has(name) && name !== target),
          )
        }
      case 'methods':
        return async () => (await import('../catalogue.ts')).methods()
      default:
        return async ([spec, ...others], run) => {
          const { types, ...text } = file?.mend ?? {}
          const asked =
            types && takesTypes.has(call)
              ? { ...(spec as RankSpec), types: { ...types, ...(spec as RankSpec).types } }
              : spec
          const calls = session as unknown as Readonly<
            Record<string, (...all: unknown[]) => Promise<unknown>>
          >
          return withText(await calls[call](asked, ...others, run), text)
        }
    }
  }

  async function execute(
    { id, threads, hears, isAborted }: Extract<ToHost, { id: number; hears: unknown }>,
    send: (message: FromHost) => void,
    work: (run: Run) => Promise<unknown>,
  ): Promise<void> {
    const controller = new AbortController()
    if (isAborted) controller.abort()
    running.set(id, controller)
    const run: Run = {
      signal: controller.signal,
      ...(threads !== undefined && { threads }),
      ...(hears.progress && { progress: (share) => send({ kind: 'progress', id, share }) }),
      ...(hears.events && { on: (event) => send({ kind: 'event', id, event }) }),
    }
    try {
      send({ kind: 'result', id, result: await work(run) })
    } catch (error) {
      send({ kind: 'error', id, error: asSent(error) })
    } finally {
      running.delete(id)
    }
  }
}

/** The calls whose spec says which types columns were given. */
const takesTypes: ReadonlySet<Call> = new Set([
  'rank',
  'select',
  'score',
  'describe',
  'interactions',
  'groups',
  'compare',
])

/** A result that says how the text of its data was read. */
function withText(result: unknown, text: TextOptions): unknown {
  if (Object.keys(text).length === 0) return result
  if (typeof result !== 'object' || result === null || !('data' in result)) return result
  return { ...result, data: { ...(result.data as object), text } }
}

/** Reads a file in a worker, where no engine is. */
export async function openPageFile(
  file: Blob | null,
  name: string,
  mend: Mend,
  run: Run,
): Promise<ServedFile> {
  if (!file) throw new CribaError('missing', 'missing file: a worker was started without data')
  const { openBlob } = await import('#files/page')
  const { table, first, reduce } = await openBlob(file, name, mend, run)
  const { rows, columns, warnings } = table
  return {
    data: table,
    facts: {
      name,
      rows,
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type,
        ...(column.type === 'numeric' && column.time && { time: column.time }),
      })),
      warnings,
      ...(first && { first }),
      reduces: reduce !== undefined,
    },
    mend,
    ...(reduce && { reduce }),
  }
}
