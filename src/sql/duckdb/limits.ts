import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CribaError } from '#core'
import { firstLine } from '../statement.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** How much memory an engine may use, and the folder to which it spills. */
interface EngineLimits {
  /** The amount, formatted for messages. */
  readonly memory: string
  readonly folder: string
}

/**
 * Turns an error of the engine about full memory or a full disk into a `CribaError`; leaves other errors as
 * they are.
 */
export function failureOf(error: unknown, { memory, folder }: EngineLimits): unknown {
  const message = firstLine(error)
  const isDiskFull =
    /max_temp_directory_size/.test(String(error)) ||
    (/no space left/i.test(message) && message.includes(folder))
  if (isDiskFull) {
    return new CribaError('unwritable', `unwritable temporary files: no space left in ${dirname(folder)}`, {
      cause: error,
    })
  }
  if (!message.startsWith('Out of Memory Error')) return error
  const remedy = 'give the engine more, as with --memory 4GB'
  return new CribaError('too-large', `too little memory: ${memory} is not enough (${remedy})`, {
    cause: error,
  })
}

/** Existing folders; one listener removes those that are left when the process exits. */
const folders = new Set<string>()

/** Makes a folder for data that do not fit into the memory of an engine. */
export function makeSpillFolder(): string {
  const path = temporaryFolder('criba-spill')
  if (folders.size === 0) process.once('exit', removeAll)
  folders.add(path)
  return path
}

export function removeSpillFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  folders.delete(path)
  if (folders.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
}
