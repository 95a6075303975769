import { parseCheckpoint, otherFile } from '../selection/checkpoint.ts'
import type { Checkpoint } from '../selection/checkpoint.ts'

interface Content {
  readonly criba: 'sections'
  readonly sections: Readonly<Record<string, string>>
}

/** The section that a checkpoint without others is. */
const first = 'selection'

/** A checkpoint with sections, each a checkpoint of its own: a save of one keeps the others. */
export class CheckpointSections {
  readonly #checkpoint: Checkpoint
  readonly #texts: Map<string, string>
  #writing = Promise.resolve()

  private constructor(checkpoint: Checkpoint, texts: Map<string, string>) {
    this.#checkpoint = checkpoint
    this.#texts = texts
  }

  /** Reads all sections. */
  static async open(checkpoint: Checkpoint): Promise<CheckpointSections> {
    const text = await checkpoint.read()
    return new CheckpointSections(checkpoint, new Map(text === null ? [] : sectionsIn(text)))
  }

  /** One section, as a checkpoint. */
  of(name: string): Checkpoint {
    return {
      read: () => Promise.resolve(this.#texts.get(name) ?? null),
      write: (text) => {
        this.#texts.set(name, text)
        return this.#write()
      },
    }
  }

  /** Saves all sections, one save after the other. */
  async #write(): Promise<void> {
    // Where a save failed, the next one tries again.
    this.#writing = this.#writing.catch(() => {}).then(() => this.#checkpoint.write(this.#text()))
    await this.#writing
  }

  #text(): string {
    const only = this.#texts.size === 1 ? this.#texts.get(first) : undefined
    if (only !== undefined) return only
    const content: Content = { criba: 'sections', sections: Object.fromEntries(this.#texts) }
    return JSON.stringify(content)
  }
}

function sectionsIn(text: string): readonly (readonly [string, string])[] {
  if (!text.startsWith('{"criba":"sections"')) return [[first, text]]
  const { sections } = parseCheckpoint(text) as { readonly sections?: unknown }
  if (typeof sections !== 'object' || sections === null) throw otherFile()
  return Object.entries(sections).map(([name, one]: readonly [string, unknown]) => {
    if (typeof one !== 'string') throw otherFile()
    return [name, one]
  })
}
