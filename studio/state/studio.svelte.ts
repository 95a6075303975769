import { connectTo, connectWorker } from '#analyses/client'
import type { HostedFile, HostWorker } from '#analyses/client'
import { joinMends } from '#core'
import type { Mend } from '#core'
import { textsOf } from '../texts/texts.ts'
import { Answers } from './answers.svelte.ts'
import type { CallName, Question, SaidError } from './answers.svelte.ts'
import { History } from './history.svelte.ts'
import { forgetFile, keepFile, keptFile } from './kept-file.ts'
import { Preferences } from './preferences.svelte.ts'
import { samples } from './samples.ts'
import { serverOf } from './server.ts'
import type { StudioServer } from './server.ts'
import { emptyWorkspace, fragmentOf, toggled, workspaceIn } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** Where the data are: a file of the person's, one that comes with the page, or at the server that serves it. */
type Place = { readonly file: File; readonly sample: string | null } | 'server'

/** What the page knows: the workspace, the opened data, and what was asked of them. */
export class Studio {
  readonly #history = new History<Workspace>(emptyWorkspace)
  #host: HostWorker | null = null
  #server: StudioServer | null = null
  #place = $state.raw<Place | null>(null)
  #answers: Answers | null = null
  #opening: AbortController | null = null
  /** What was tried last: a mend of its error tries it again. */
  #tried: { readonly place: Place; readonly workspace: Workspace } | null = null
  opened = $state.raw<HostedFile | null>(null)
  /** The share of the file that is read, while it is. */
  reading = $state.raw<number | null>(null)
  /** Why the last file could not be read. */
  error = $state.raw<SaidError | null>(null)
  /** The last place of data that was tried, in words. */
  name = $state('')
  /** What is pointed at, in every view. */
  pointed = $state<string | null>(null)
  readonly preferences = new Preferences()
  /** The last thing done, for those who hear the page. */
  said = $state('')

  get workspace(): Workspace {
    return this.#history.now
  }

  get history(): { readonly canUndo: boolean; readonly canRedo: boolean } {
    return this.#history
  }

  get texts() {
    return textsOf(this.preferences.language)
  }

  get isServed(): boolean {
    return this.#place === 'server'
  }

  get facts() {
    return this.opened?.facts ?? null
  }

  /** The columns that may be chosen: all but the target and those that were dropped. */
  get features(): readonly string[] {
    const { target, drop } = this.workspace
    const others = new Set([target, ...drop])
    return this.facts?.columns.flatMap(({ name }) => (others.has(name) ? [] : [name])) ?? []
  }

  /** What every question about columns begins with. */
  get dataSpec(): { readonly target?: string; readonly drop?: readonly string[] } {
    const { target, drop } = this.workspace
    return { ...(target !== null && { target }), ...(drop.length > 0 && { drop }) }
  }

  /** Begins where the address, the server or the last visit says. */
  async start(): Promise<void> {
    const asked = new URLSearchParams(location.hash.slice(1))
    this.#server = serverOf(asked)
    // A server of one's own is there whenever the page is.
    if (!this.#server)
      void navigator.serviceWorker?.register('./offline.js', { type: 'module' }).catch(() => {})
    const workspace = workspaceIn(asked.toString())
    addEventListener('hashchange', () => this.#follow())
    // A page that goes needs its session no more; one that comes back opens another.
    addEventListener('pagehide', () => this.opened?.close())
    addEventListener('pageshow', ({ persisted }) => persisted && void this.reopen())
    const sample = samples.find(({ name }) => name === asked.get('sample'))
    if (this.#server?.data != null) {
      const kept = await keptFile(this.#server.data)
      await this.#open('server', kept && workspace.target === null ? kept.workspace : workspace)
    } else if (sample) await this.openSample(sample.name, workspace)
    else {
      const kept = await keptFile(null)
      if (kept?.file) await this.#open({ file: kept.file, sample: null }, kept.workspace)
    }
  }

  async openFile(file: File): Promise<void> {
    if (/\.criba\.json$/i.test(file.name)) return this.#openWorkspace(file)
    await this.#open({ file, sample: null }, { ...emptyWorkspace, view: 'data' })
  }

  async openSample(name: string, given: Workspace = emptyWorkspace): Promise<void> {
    const sample = samples.find((one) => one.name === name)
    if (!sample) return
    const response = await fetch(new URL(`./samples/${name}.csv`, document.baseURI))
    const file = new File([await response.blob()], `${name}.csv`, { type: 'text/csv' })
    await this.#open({ file, sample: name }, { ...given, target: given.target ?? sample.target })
  }

  /** Reads the same data again, as after a change of how they are read. */
  async reopen(workspace: Workspace = this.workspace): Promise<void> {
    if (this.#place) await this.#open(this.#place, workspace, { isChange: true })
  }

  /** Starts the session again after the server was lost. */
  async reconnect(): Promise<void> {
    this.#host = null
    await this.reopen()
  }

  /** Reads the data with one more mend; this can be undone. */
  async mend(mend: Mend): Promise<void> {
    await this.reopen({ ...this.workspace, mends: [...this.workspace.mends, mend] })
  }

  /** Tries data that could not be read again, with a mend of the error. */
  async mendError(mend: Mend): Promise<void> {
    if (!this.#tried) return
    const { place, workspace } = this.#tried
    await this.#open(
      place,
      { ...workspace, mends: [...workspace.mends, mend] },
      { isChange: place === this.#place },
    )
  }

  async undo(): Promise<void> {
    await this.#step(() => this.#history.undo())
  }

  async redo(): Promise<void> {
    await this.#step(() => this.#history.redo())
  }

  /** Changes the workspace; where only what is shown changes, silently. */
  change(part: Partial<Workspace>, { silent = false } = {}): void {
    this.#history.change({ ...this.workspace, ...part }, { silent })
    this.#remember()
  }

  toggleInSet(name: string): void {
    const set = toggled(this.workspace.set, name)
    this.change({ set })
    this.said = set.includes(name) ? this.texts.set.added(name) : this.texts.set.removed(name)
  }

  /** Marks a column, alone or besides others. */
  mark(name: string, isMore: boolean): void {
    const { marks } = this.workspace
    const next = isMore ? toggled(marks, name) : marks.length === 1 && marks[0] === name ? [] : [name]
    this.change({ marks: next }, { silent: true })
  }

  ask<C extends CallName>(question: Question<C>) {
    return this.#answers!.ask(question)
  }

  /** The answer to a question that was asked before of the data that are open. */
  known<C extends CallName>(question: Question<C>) {
    return this.opened ? (this.#answers?.known(question) ?? null) : null
  }

  stopReading(): void {
    this.#opening?.abort()
  }

  async forget(): Promise<void> {
    await forgetFile()
    this.#close()
    this.#place = null
    this.#history.restart(emptyWorkspace)
    this.#remember()
  }

  async #step(step: () => void): Promise<void> {
    const before = JSON.stringify(this.workspace.mends)
    step()
    this.#remember()
    if (JSON.stringify(this.workspace.mends) !== before && this.#place)
      await this.#read(this.#place, this.workspace)
  }

  /** Opens data; an error leaves everything as it was. */
  async #open(place: Place, workspace: Workspace, { isChange = false } = {}): Promise<void> {
    const opened = await this.#read(place, workspace)
    if (!opened) return
    const known = new Set(opened.facts.columns.map(({ name }) => name))
    const kept = {
      ...workspace,
      target: workspace.target !== null && known.has(workspace.target) ? workspace.target : null,
      drop: workspace.drop.filter((name) => known.has(name)),
      set: workspace.set.filter((name) => known.has(name)),
      marks: workspace.marks.filter((name) => known.has(name)),
    }
    if (isChange) this.#history.change(kept)
    else this.#history.restart(kept)
    this.#remember()
    if (place !== 'server')
      void keepFile({ file: place.sample === null ? place.file : null, name: null, workspace: kept })
  }

  async #read(place: Place, workspace: Workspace): Promise<HostedFile | null> {
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    this.#tried = { place, workspace }
    const file = place === 'server' ? null : place.file
    this.name = file?.name ?? this.#server?.data ?? ''
    this.error = null
    this.reading = 0
    try {
      this.#host ??= this.#startHost(place)
      const opened = await this.#host.openFile(file, joinMends(workspace.mends), {
        signal: opening.signal,
        progress: (share) => (this.reading = share),
      })
      if (opening !== this.#opening) {
        opened.close()
        return null
      }
      this.#close()
      this.#place = place
      this.opened = opened
      this.#answers = new Answers(opened)
      return opened
    } catch (error) {
      if (opening === this.#opening && (error as SaidError).code !== 'interrupted')
        this.error = error as SaidError
      return null
    } finally {
      if (opening === this.#opening) this.reading = null
    }
  }

  #startHost(place: Place): HostWorker {
    if (place === 'server') return connectTo(new URL('/session', location.href), this.#server!.token)
    return connectWorker(new Worker(new URL('../host.ts', import.meta.url), { type: 'module' }))
  }

  #close(): void {
    this.#answers?.stop()
    this.#answers = null
    this.opened?.close()
    this.opened = null
  }

  /** Writes the workspace into the address, and beside the file. */
  #remember(): void {
    const sample = this.#place && this.#place !== 'server' ? this.#place.sample : null
    const fragment = fragmentOf(this.workspace, sample)
    if (fragment !== location.hash.slice(1)) history.replaceState(null, '', `#${fragment}`)
    if (this.#place)
      void keepFile({ name: this.#place === 'server' ? this.#server!.data : null, workspace: this.workspace })
  }

  /** Goes on with a workspace that was saved, on the data that are open. */
  async #openWorkspace(file: File): Promise<void> {
    const { otherData, noWorkspace } = this.texts.export
    try {
      const saved = JSON.parse(await file.text()) as {
        readonly criba: string
        readonly data: string
        readonly workspace: Workspace
      }
      if (saved.criba !== 'workspace') throw new Error(noWorkspace(file.name))
      if (saved.data !== this.facts?.name) throw new Error(otherData(saved.data))
      await this.reopen(workspaceIn(fragmentOf(saved.workspace, null)))
    } catch (error) {
      this.error = error instanceof SyntaxError ? new Error(noWorkspace(file.name)) : (error as SaidError)
    }
  }

  /** Follows an address that someone has typed or opened. */
  #follow(): void {
    const asked = new URLSearchParams(location.hash.slice(1))
    const sample = samples.find(({ name }) => name === asked.get('sample'))
    const workspace = workspaceIn(asked.toString())
    if (sample && (this.#place === 'server' || this.#place?.sample !== sample.name))
      void this.openSample(sample.name, workspace)
    else if (this.#place) void this.reopen(workspace)
  }
}
