import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#sql'

/**
 * A temporary folder for files that reading needs; it is created for the first file, and removed with its
 * contents.
 */
export class ScratchFolder {
  #folder: string | undefined
  #files = 0
  readonly #copies = new Map<string, string>()
  readonly #remove = () => this.close()

  /** A path for a new file. */
  file(): string {
    if (this.#folder === undefined) {
      this.#folder = temporaryFolder('criba-read')
      process.once('exit', this.#remove)
    }
    return join(this.#folder, `${++this.#files}`)
  }

  /** The path of a copy, which is written when it is first asked for. */
  async copy(of: string, write: (path: string) => Promise<void>): Promise<string> {
    const known = this.#copies.get(of)
    if (known !== undefined) return known
    const path = this.file()
    await write(path)
    this.#copies.set(of, path)
    return path
  }

  /** The paths that were returned so far. */
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
