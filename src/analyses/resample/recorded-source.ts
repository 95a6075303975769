import { readsPermuted, requestKey, version } from '#core'
import type { Answer, Answers, Request, Run, Source } from '#core'
import { otherFile, parseCheckpoint, refuseOther } from '../selection/checkpoint.ts'
import type { Checkpoint, CheckpointKeys } from '../selection/checkpoint.ts'
import { dataFingerprint } from '../selection/fingerprint.ts'
import { SourceOver } from '../scope/source-over.ts'
import { textWithArrays, withArrays } from './array-texts.ts'

/** Milliseconds between two saves. */
const writeEvery = 2000
/** The most numbers of an answer that is saved: a longer one is as quickly computed as read. */
const mostNumbers = 1 << 20

interface Content extends CheckpointKeys {
  readonly criba: 'answers'
  readonly answers: Readonly<Record<string, unknown>>
}

/**
 * A source whose answers are saved: the next run of any analysis of the same data goes on where this one
 * ended, as what has been counted is not counted again. Answers under permutations and rows are not saved.
 */
export class RecordedSource extends SourceOver {
  readonly #checkpoint: Checkpoint
  readonly #keys: CheckpointKeys
  readonly #answers: Map<string, Answer>
  #written = performance.now()

  private constructor(source: Source, checkpoint: Checkpoint, keys: CheckpointKeys, saved: Content | null) {
    super(source)
    this.#checkpoint = checkpoint
    this.#keys = keys
    this.#answers = new Map(Object.entries(saved?.answers ?? {}) as [string, Answer][])
  }

  /** Opens the answers that were saved; refuses those of other data. */
  static async open(source: Source, checkpoint: Checkpoint, run: Run): Promise<RecordedSource> {
    const keys = { version, spec: '', data: await dataFingerprint(source, run) }
    const text = await checkpoint.read()
    if (text === null) return new RecordedSource(source, checkpoint, keys, null)
    const saved = withArrays(parseCheckpoint(text)) as Partial<Content> | null
    if (saved?.criba !== 'answers' || typeof saved.answers !== 'object' || !saved.answers) throw otherFile()
    refuseOther(saved as Content, keys)
    return new RecordedSource(source, checkpoint, keys, saved as Content)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    const answers = await this.answerOnce(requests, run, {
      keyOf: (request) => (isSaved(request) ? requestKey(request) : null),
      get: (key) => this.#answers.get(key),
      keep: (key, _, answer) => {
        if (countNumbers(answer) <= mostNumbers) this.#answers.set(key, answer)
      },
    })
    if (performance.now() - this.#written >= writeEvery) await this.write()
    return answers
  }

  /** Saves the answers so far. */
  async write(): Promise<void> {
    const content: Content = {
      criba: 'answers',
      ...this.#keys,
      answers: Object.fromEntries(this.#answers),
    }
    await this.#checkpoint.write(textWithArrays(content))
    this.#written = performance.now()
  }
}

function isSaved(request: Request): boolean {
  return request.kind !== 'rows' && !readsPermuted(request)
}

function countNumbers(value: unknown): number {
  if (ArrayBuffer.isView(value)) return (value as Float64Array).length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, part) => sum + countNumbers(part), 0)
}
