import { connectTo, connectWorker } from '#analyses/client'
import type { HostedFile, HostWorker } from '#analyses/client'
import { joinMends } from '#core'
import type { Mend } from '#core'
import { Answers } from './answers.svelte.ts'
import type { SaidError } from './answers.svelte.ts'
import type { StudioServer } from './server.ts'

/** Where data are: a file of the person's, one that comes with the page, or at the server that serves it. */
export type Place = { readonly file: File; readonly sample: string | null } | 'server'

/** The data that are open, and how they are opened: by a worker of the page, or at its server. */
export class OpenData {
  server: StudioServer | null = null
  place = $state.raw<Place | null>(null)
  file = $state.raw<HostedFile | null>(null)
  answers: Answers | null = null
  /** The share of a file that is read, while it is. */
  reading = $state.raw<number | null>(null)
  /** Why the last file could not be read. */
  error = $state.raw<SaidError | null>(null)
  /** The data that were tried last, in words. */
  name = $state('')
  /** Whether the worker or the server that answers is gone. */
  isLost = $state(false)
  readonly #onFound: () => void
  #worker: HostWorker | null = null
  #client: HostWorker | null = null
  #reading: AbortController | null = null

  /** `onFound`: what is done once a server that was lost answers again. */
  constructor(onFound: () => void) {
    this.#onFound = onFound
  }

  get sample(): string | null {
    return this.place && this.place !== 'server' ? this.place.sample : null
  }

  /** A file that comes with the page; null where it does not come, or something else was opened meanwhile. */
  async fetched(path: string): Promise<File | null> {
    this.stop()
    const reading = new AbortController()
    this.#reading = reading
    const url = new URL(path, document.baseURI)
    this.name = url.pathname.split('/').at(-1)!
    this.error = null
    this.reading = 0
    try {
      const response = await fetch(url, { signal: reading.signal })
      if (!response.ok) throw new Error(`unreachable file: ${this.name}: ${response.status}`)
      return new File([await response.blob()], this.name, { type: 'text/csv' })
    } catch (error) {
      if (reading === this.#reading && !reading.signal.aborted) this.error = error as SaidError
      return null
    } finally {
      if (reading === this.#reading) this.reading = null
    }
  }

  /** Reads and describes two rows, so that what this takes is loaded before a file comes. */
  async prepare(): Promise<void> {
    try {
      const rows = await this.#ownWorker().openFile(new File(['x,y\n1,a\n2,b\n'], 'two-rows.csv'))
      await rows.describe({ target: 'y' })
      rows.close()
    } catch {
      // It fails again, in words, with the file.
    }
  }

  /** Reads data; where they cannot be read, those that are open stay. */
  async read(place: Place, mends: readonly Mend[]): Promise<HostedFile | null> {
    this.stop()
    const reading = new AbortController()
    this.#reading = reading
    const file = place === 'server' ? null : place.file
    this.name = file?.name ?? this.server?.data ?? ''
    this.error = null
    this.reading = 0
    try {
      const opened = await this.#hostOf(place).openFile(file, joinMends(mends), {
        signal: reading.signal,
        progress: (share) => {
          if (reading === this.#reading) this.reading = share
        },
      })
      if (reading !== this.#reading) {
        opened.close()
        return null
      }
      this.close()
      this.place = place
      this.isLost = false
      this.answers = new Answers(opened, () => void this.#lose())
      this.file = opened
      return opened
    } catch (error) {
      const { code } = error as SaidError
      // One that broke is not asked again.
      if (code === 'unreachable' || code === undefined) this.#worker = null
      if (reading === this.#reading && code !== 'interrupted') this.error = error as SaidError
      return null
    } finally {
      if (reading === this.#reading) this.reading = null
    }
  }

  /** Stops reading. */
  stop(): void {
    this.#reading?.abort()
  }

  close(): void {
    this.answers?.stop()
    this.answers = null
    this.file?.close()
    this.file = null
    this.place = null
  }

  /** A server that is lost is asked until it answers; a worker that broke is started again on demand. */
  async #lose(): Promise<void> {
    if (this.isLost) return
    this.isLost = true
    this.#worker = null
    if (this.place !== 'server') return
    while (this.isLost && !(await isThere())) await new Promise((resolve) => setTimeout(resolve, 1000))
    if (this.isLost) this.#onFound()
  }

  /** Files never go to the server: a worker of the page reads them. */
  #hostOf(place: Place): HostWorker {
    if (place === 'server')
      return (this.#client ??= connectTo(new URL('/session', location.href), this.server!.token))
    return this.#ownWorker()
  }

  #ownWorker(): HostWorker {
    return (this.#worker ??= connectWorker(
      new Worker(new URL('../host.ts', import.meta.url), { type: 'module' }),
    ))
  }
}

/** Whether the server of the page answers. */
async function isThere(): Promise<boolean> {
  const { ok } = await fetch('./', { method: 'HEAD', cache: 'no-store' }).catch(() => ({ ok: false }))
  return ok
}
