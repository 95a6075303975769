import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what does not fit into the memory of an engine; it is gone when the engine or the process ends. */
export class SpillFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'criba-spill-'))
  readonly #remove = () => this.remove()

  constructor() {
    process.once('exit', this.#remove)
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
    process.off('exit', this.#remove)
  }
}
