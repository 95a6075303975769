import { dirname } from 'node:path'
import { CribaError } from '#core'
import { firstLine } from '../first-line.ts'

/** How much memory an engine may use, and the folder to which it spills. */
export interface EngineLimits {
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
