import { version } from '#core'
import type { Run, SettledCompareSpec, Source } from '#core'
import { dataFingerprint } from '../resample/data-fingerprint.ts'
import {
  checkpointText,
  fingerprint,
  otherFile,
  parseCheckpoint,
  refuseOther,
} from '../selection/checkpoint.ts'
import type { Checkpoint, CheckpointKeys } from '../selection/checkpoint.ts'

/** Milliseconds between two saves. */
const writeEvery = 2000

interface Content extends CheckpointKeys {
  readonly criba: 'comparison'
  readonly done: Readonly<Record<string, unknown>>
}

/** What of a comparison is done: a result for each method and part of the rows, by a key. */
export class ComparisonCheckpoint {
  readonly #checkpoint: Checkpoint | null
  readonly #keys: CheckpointKeys | null
  readonly #done: Map<string, unknown>
  #written = performance.now()
  #writing = Promise.resolve()

  private constructor(checkpoint: Checkpoint | null, keys: CheckpointKeys | null, done: Content['done']) {
    this.#checkpoint = checkpoint
    this.#keys = keys
    this.#done = new Map(Object.entries(done))
  }

  /**
   * Opens a checkpoint; refuses one of other data or of another spec. Without one everything is made anew.
   */
  static async open(
    checkpoint: Checkpoint | undefined,
    source: Source,
    spec: SettledCompareSpec,
    run: Run,
  ): Promise<ComparisonCheckpoint> {
    if (!checkpoint) return new ComparisonCheckpoint(null, null, {})
    const keys = { version, spec: fingerprint([spec]), data: await dataFingerprint(source, run) }
    const text = await checkpoint.read()
    if (text === null) return new ComparisonCheckpoint(checkpoint, keys, {})
    const written = parseCheckpoint(text) as Partial<Content> | null
    if (written?.criba !== 'comparison' || typeof written.done !== 'object') throw otherFile()
    refuseOther(written as Content, keys)
    return new ComparisonCheckpoint(checkpoint, keys, written.done)
  }

  /** What was saved under a key, or what `make` makes, which is then saved. */
  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    if (this.#done.has(key)) return this.#done.get(key) as T
    const made = await make()
    this.#done.set(key, made)
    if (performance.now() - this.#written >= writeEvery) await this.write()
    return made
  }

  /** Saves what is done, one save after the other. */
  async write(): Promise<void> {
    if (!this.#checkpoint) return
    this.#written = performance.now()
    const content: Content = { criba: 'comparison', ...this.#keys!, done: Object.fromEntries(this.#done) }
    this.#writing = this.#writing.then(() => this.#checkpoint!.write(checkpointText(content)))
    await this.#writing
  }
}
