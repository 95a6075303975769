import { mendText } from '#core'
import type { Mend } from '#core'
import type { CallName, Question, SaidError } from './answers.svelte.ts'
import { History } from './history.svelte.ts'
import { forgetFile, keepFile, keptFile } from './kept-file.ts'
import { OpenData } from './open-data.svelte.ts'
import type { Place } from './open-data.svelte.ts'
import { Preferences } from './preferences.svelte.ts'
import { samples } from './samples.ts'
import { serverOf } from './server.ts'
import { columnLacking, dataSpecOf, featuresOf, markedWith, toggled, within } from './workspace-columns.ts'
import type { DataSpec } from './workspace-columns.ts'
import { changesOf, emptyWorkspace, fragmentOf, isReadAlike, workspaceIn, workspaceOf } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** What the page knows: the workspace, the opened data, and what was asked of them. */
export class Studio {
  readonly #history = new History<Workspace>(emptyWorkspace)
  readonly #data = new OpenData(() => void this.reopen())
  /** What was tried last: a mend of its error tries it again. */
  #tried: { readonly place: Place; readonly workspace: Workspace } | null = null
  /** What the address asks of data that are not open yet. */
  waiting = $state.raw<Workspace | null>(null)
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
    return this.preferences.texts
  }

  /** The data that are open. */
  get opened() {
    return this.#data.file
  }

  /** The share of a file that is read, while it is. */
  get reading(): number | null {
    return this.#data.reading
  }

  /** Why the last file, or workspace, could not be read. */
  get error(): SaidError | null {
    return this.#data.error
  }

  /** The data that were tried last, in words. */
  get name(): string {
    return this.#data.name
  }

  /** Whether what answers is gone: questions wait until the data are opened again. */
  get isLost(): boolean {
    return this.#data.isLost
  }

  get isServed(): boolean {
    return this.#data.place === 'server'
  }

  get facts() {
    return this.opened?.facts ?? null
  }

  /** The columns that may be chosen: all but the target and those that were dropped. */
  get features(): readonly string[] {
    return this.facts ? featuresOf(this.workspace, this.facts.columns) : []
  }

  /** What a question about the columns that may be chosen begins with. */
  get dataSpec(): DataSpec {
    return dataSpecOf(this.workspace)
  }

  /** Begins where the address, the server or the last visit says. */
  async start(): Promise<void> {
    const asked = new URLSearchParams(location.hash.slice(1))
    this.#data.server = serverOf(asked)
    // A server of one's own is there whenever the page is.
    if (!this.#data.server)
      void navigator.serviceWorker?.register('./offline.js', { type: 'module' }).catch(() => {})
    const workspace = workspaceIn(asked.toString())
    addEventListener('hashchange', () => this.#follow())
    // A page that goes needs its session no more; one that comes back opens another.
    addEventListener('pagehide', () => this.opened?.close())
    addEventListener('pageshow', ({ persisted }) => persisted && void this.reopen())
    const sample = samples.find(({ name }) => name === asked.get('sample'))
    if (typeof this.#data.server?.data === 'string') {
      const kept = await keptFile(this.#data.server.data)
      await this.#open('server', kept && workspace.target === null ? kept.workspace : workspace)
    } else if (sample) await this.openSample(sample.name, workspace)
    else {
      const kept = await keptFile(null)
      if (fragmentOf(workspace, null) !== '') this.waiting = workspace
      if (kept?.file) await this.#open({ file: kept.file, sample: null }, kept.workspace)
      else void this.#data.prepare()
    }
  }

  async openFile(file: File): Promise<void> {
    if (/\.criba\.json$/i.test(file.name)) return this.#openWorkspace(file)
    await this.#open({ file, sample: null }, { ...emptyWorkspace, view: 'data' })
  }

  async openSample(name: string, given: Workspace = emptyWorkspace): Promise<void> {
    const sample = samples.find((one) => one.name === name)
    if (!sample) return
    const file = await this.#data.fetched(`./samples/${name}.csv`)
    if (file) await this.#open({ file, sample: name }, { ...given, target: given.target ?? sample.target })
  }

  /** Reads the same data again, as after a change of how they are read, or after the server was lost. */
  async reopen(workspace: Workspace = this.workspace): Promise<void> {
    const { place } = this.#data
    if (place) await this.#open(place, workspace, { isChange: true })
  }

  /** Reads the data with one more mend; this can be undone. */
  async mend(mend: Mend): Promise<void> {
    // One that is still read with comes first.
    const { mends } = this.reading !== null && this.#tried ? this.#tried.workspace : this.workspace
    await this.reopen({ ...this.workspace, mends: [...mends, mend] })
    if (this.workspace.mends.includes(mend)) this.said = `${this.texts.data.mended}: ${mendText(mend)}`
  }

  /** Tries data again that could not be read, with mends of the error. */
  async retry(...mends: readonly Mend[]): Promise<void> {
    if (!this.#tried) return
    const { place, workspace } = this.#tried
    const mended = { ...workspace, mends: [...workspace.mends, ...mends] }
    await this.#open(place, mended, { isChange: place === this.#data.place })
  }

  async undo(): Promise<void> {
    await this.#step('undo', 'redo')
    this.said = this.texts.bar.undone
  }

  async redo(): Promise<void> {
    await this.#step('redo', 'undo')
    this.said = this.texts.bar.redone
  }

  /** Changes the workspace; where only what is shown changes, or nothing, silently. */
  change(part: Partial<Workspace>, { silent = false } = {}): void {
    const next = { ...this.workspace, ...part }
    const isSame = fragmentOf(next, null) === fragmentOf(this.workspace, null)
    this.#history.change(next, { silent: silent || isSame })
    this.#remember()
  }

  toggleInSet(name: string): void {
    const set = toggled(this.workspace.set, name)
    this.change({ set })
    this.said = set.includes(name) ? this.texts.set.added(name) : this.texts.set.removed(name)
  }

  /** Leaves a column out of the data, or takes it back. */
  toggleDropped(name: string): void {
    const drop = toggled(this.workspace.drop, name)
    this.change({ drop, set: this.workspace.set.filter((one) => !drop.includes(one)) })
    this.said = this.texts.data[drop.includes(name) ? 'droppedOne' : 'takenBack'](name)
  }

  /** Marks a column, alone or besides others. */
  mark(name: string, isMore: boolean): void {
    this.change({ marks: markedWith(this.workspace.marks, name, isMore) }, { silent: true })
  }

  ask<C extends CallName>(question: Question<C>) {
    return this.#data.answers!.ask(question)
  }

  /** The answer to a question that was asked before of the data that are open. */
  known<C extends CallName>(question: Question<C>) {
    return this.opened ? (this.#data.answers?.known(question) ?? null) : null
  }

  stopReading(): void {
    this.#data.stop()
  }

  /** Stops what runs; what was found stays. */
  stopRunning(): void {
    this.#data.answers?.stopRunning()
  }

  /** Goes on with the data that are open, without those that could not be read. */
  dismissError(): void {
    this.#data.error = null
  }

  async forget(): Promise<void> {
    await forgetFile()
    this.#data.close()
    this.#history.restart(emptyWorkspace)
    this.#remember()
  }

  /** A step of the history; where it changes how the data are read and they cannot be, it is taken back. */
  async #step(step: 'undo' | 'redo', back: 'undo' | 'redo'): Promise<void> {
    const before = this.workspace
    this.#history[step]()
    this.#remember()
    const { place } = this.#data
    if (isReadAlike(before, this.workspace) || !place) return
    if (await this.#data.read(place, this.workspace.mends)) return
    this.#history[back]()
    this.#remember()
  }

  /** Opens data; an error leaves everything as it was. */
  async #open(place: Place, workspace: Workspace, { isChange = false } = {}): Promise<void> {
    // What the address asks comes before what is usual.
    const asked = !isChange && place !== 'server' && place.sample === null ? this.waiting : null
    const given = asked ?? workspace
    this.#tried = { place, workspace: given }
    const before = this.workspace
    const opened = await this.#data.read(place, given.mends)
    if (opened || this.error) this.waiting = null
    if (!opened) return
    const lacking = asked && columnLacking(asked, opened.facts.columns)
    // What was changed meanwhile stays.
    const meant = isChange ? { ...workspace, ...changesOf(before, this.workspace) } : given
    const kept = within(lacking === null ? meant : workspace, opened.facts.columns)
    if (lacking !== null)
      this.#data.error = new Error(this.texts.open.otherColumns(lacking, opened.facts.name))
    if (isChange) this.change(kept)
    else this.#history.restart(kept)
    this.#remember()
    if (place !== 'server')
      void keepFile({ file: place.sample === null ? place.file : null, name: null, workspace: kept })
  }

  /** Goes on with a workspace of the data that are open, which are read again only where it reads them otherwise. */
  async #goOn(workspace: Workspace): Promise<void> {
    if (!this.facts || !isReadAlike(workspace, this.workspace)) return this.reopen(workspace)
    // What is still read was asked before.
    this.stopReading()
    this.dismissError()
    this.change(within(workspace, this.facts.columns))
  }

  /** Writes the workspace into the address, and beside the file. */
  #remember(): void {
    const { place, sample, server } = this.#data
    const fragment = fragmentOf(this.workspace, sample)
    if (fragment !== location.hash.slice(1)) history.replaceState(null, '', `#${fragment}`)
    if (place) void keepFile({ name: place === 'server' ? server!.data : null, workspace: this.workspace })
  }

  /** Goes on with a workspace that was saved, on the data that are open. */
  async #openWorkspace(file: File): Promise<void> {
    try {
      await this.#goOn(await workspaceOf(file, this.facts?.name ?? null, this.texts.export))
    } catch (error) {
      this.#data.error = error as SaidError
    }
  }

  /** Follows an address that someone has typed or opened. */
  #follow(): void {
    const asked = new URLSearchParams(location.hash.slice(1))
    const sample = samples.find(({ name }) => name === asked.get('sample'))
    const workspace = workspaceIn(asked.toString())
    if (sample && this.#data.sample !== sample.name) void this.openSample(sample.name, workspace)
    else if (this.#data.place) void this.#goOn(workspace)
    else this.waiting = workspace
  }
}
