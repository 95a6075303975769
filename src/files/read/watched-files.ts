import { statSync } from 'node:fs'
import { changedFile } from '../text/text-faults.ts'

/** A file on disk: the same one with the same contents has the same size, time of change and number. */
export interface FileState {
  readonly size: bigint
  readonly mtimeNs: bigint
  readonly ino: bigint
  isFile(): boolean
}

/** A file as it is now; undefined if there is none, or its folder does not show it. */
export function fileState(path: string): FileState | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whether a file is still the one that it was. */
export function isUnchanged(path: string, before: FileState): boolean {
  const now = fileState(path)
  return now?.size === before.size && now.mtimeNs === before.mtimeNs && now.ino === before.ino
}

/** The files that are read, each as it was before anything of it was read. */
export class WatchedFiles {
  readonly #files = new Map<string, { readonly label: string; readonly state: FileState }>()

  /** Watches a file; one that is opened again must still be what it was the first time. */
  add(path: string, label: string): void {
    if (this.#files.has(path)) return
    const state = fileState(path)
    if (state?.isFile()) this.#files.set(path, { label, state })
  }

  /** Refuses a file that has changed, or any of all: what was read of it may not belong together. */
  check(one?: string): void {
    for (const path of one === undefined ? this.#files.keys() : [one]) {
      const file = this.#files.get(path)
      if (file && !isUnchanged(path, file.state)) throw changedFile(file.label)
    }
  }
}
