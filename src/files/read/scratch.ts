import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the files that reading needs, made when the first is asked for and removed with all it holds. */
export class Scratch {
  #folder: string | undefined
  #files = 0
  readonly #remove = () => this.close()

  /** A path for a new file. */
  file(): string {
    if (this.#folder === undefined) {
      this.#folder = mkdtempSync(join(tmpdir(), 'criba-read-'))
      process.once('exit', this.#remove)
    }
    return join(this.#folder, `${++this.#files}`)
  }

  /** The files that were asked for so far. */
  files(): readonly string[] {
    const folder = this.#folder
    return folder === undefined
      ? []
      : Array.from({ length: this.#files }, (_, i) => join(folder, String(i + 1)))
  }

  close(): void {
    if (this.#folder === undefined) return
    rmSync(this.#folder, { recursive: true, force: true })
    process.off('exit', this.#remove)
    this.#folder = undefined
  }
}
