import { version } from '#core'
import type { Run, Source } from '#core'
import { otherFile, parseCheckpoint, refuseOther } from '../selection/checkpoint.ts'
import type { Checkpoint, CheckpointKeys } from '../selection/checkpoint.ts'
import { dataFingerprint, fingerprint } from '../selection/fingerprint.ts'
import { textWithArrays, withArrays } from './array-texts.ts'

/** Milliseconds between two saves. */
const writeEvery = 2000

/**
 * Gives what was made before under a key, or what `make` makes, which is then kept; plain data and arrays of
 * numbers.
 */
export type Once = <T>(key: string, make: () => Promise<T>) => Promise<T>

interface Content extends CheckpointKeys {
  readonly criba: string
  readonly done: Readonly<Record<string, unknown>>
}

/**
 * What of a long analysis is done, part by part: the next run of the same spec over the same data goes on
 * with it.
 */
export class SavedParts {
  readonly #kind: string
  readonly #checkpoint: Checkpoint | null
  readonly #keys: CheckpointKeys | null
  readonly #done: Map<string, unknown>
  #written = performance.now()
  #writing = Promise.resolve()

  private constructor(
    kind: string,
    checkpoint: Checkpoint | null,
    keys: CheckpointKeys | null,
    done: Content['done'],
  ) {
    this.#kind = kind
    this.#checkpoint = checkpoint
    this.#keys = keys
    this.#done = new Map(Object.entries(done))
  }

  /**
   * Opens a checkpoint; refuses one of another kind, of other data or of another spec. Without one everything
   * is made anew.
   */
  static async open(
    kind: string,
    checkpoint: Checkpoint | undefined,
    source: Source,
    spec: object,
    run: Run,
  ): Promise<SavedParts> {
    if (!checkpoint) return new SavedParts(kind, null, null, {})
    const keys = { version, spec: fingerprint([spec]), data: await dataFingerprint(source, run) }
    const text = await checkpoint.read()
    if (text === null) return new SavedParts(kind, checkpoint, keys, {})
    const written = withArrays(parseCheckpoint(text)) as Partial<Content> | null
    if (written?.criba !== kind || typeof written.done !== 'object' || !written.done) throw otherFile()
    refuseOther(written as Content, keys)
    return new SavedParts(kind, checkpoint, keys, written.done)
  }

  /** See `Once`. */
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
    const content: Content = { criba: this.#kind, ...this.#keys!, done: Object.fromEntries(this.#done) }
    this.#writing = this.#writing.then(() => this.#checkpoint!.write(textWithArrays(content)))
    await this.#writing
  }
}
