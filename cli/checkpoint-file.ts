import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { CribaError } from '#core'
import { destinationOf, removeFile, writeWholeFile } from '#files'
import type { Checkpoint } from '#analyses'

/**
 * Runs work that is saved in the file of a checkpoint, if one is named; no other run can use the file
 * meanwhile.
 */
export async function withCheckpoint<T>(
  path: string | undefined,
  work: (saved: { readonly checkpoint?: Checkpoint }) => Promise<T>,
): Promise<T> {
  if (path === undefined) return work({})
  const lock = `${destinationOf(path).path}.lock`
  takeLock(lock, path)
  const release = () => removeFile(lock)
  process.once('exit', release)
  try {
    return await work({ checkpoint: checkpointFile(path) })
  } finally {
    release()
    process.off('exit', release)
  }
}

function checkpointFile(path: string): Checkpoint {
  return {
    read: async () => {
      try {
        return await readFile(path, 'utf8')
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return null
        throw new CribaError('unreadable', `unreadable checkpoint: ${path} (${(cause as Error).message})`, {
          cause,
        })
      }
    },
    write: (text) => writeWholeFile(path, text),
  }
}

/** Makes the file that says which process uses a checkpoint; takes over that of a process that has ended. */
function takeLock(lock: string, path: string): void {
  for (const isLastTry of [false, true]) {
    if (tryToMake(lock)) return
    const user = userOf(lock)
    if (isLastTry || user !== null) {
      const who = !user?.pid ? 'another run' : `process ${user.pid} on ${user.host}`
      throw new CribaError(
        'invalid',
        `invalid checkpoint: ${path} (${who} is using it; if that has ended, remove ${lock})`,
      )
    }
    removeLeftLock(lock)
  }
}

/**
 * Makes a lock; false if there is one. It gets its name once it is written, as a process that is killed between would
 * leave an empty one; where the file system has no links, such a one is taken over when it is old.
 */
function tryToMake(lock: string): boolean {
  const text = `${process.pid} ${hostname()}\n`
  const written = `${lock}.${randomUUID()}`
  try {
    writeFileSync(written, text, { flag: 'wx' })
    try {
      linkSync(written, lock)
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') throw cause
      writeWithoutLink(lock, text)
    }
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw new CribaError('unwritable', `unwritable file: ${lock} (${(cause as Error).message})`, { cause })
  } finally {
    rmSync(written, { force: true })
  }
}

function writeWithoutLink(lock: string, text: string): void {
  try {
    writeFileSync(lock, text, { flag: 'wx' })
  } catch (cause) {
    // On a full disk an empty file was made.
    if (codeOf(cause) !== 'EEXIST') removeFile(lock)
    throw cause
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/**
 * Removes the lock of a process that has ended. It is moved away first: if another run took it over
 * meanwhile, what was moved is the lock of that run, and goes back.
 */
function removeLeftLock(lock: string): void {
  const moved = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, moved)
    if (userOf(moved) !== null) linkSync(moved, lock)
  } catch {
    // Another run removed it, or has its own by now: the next try finds out.
  }
  rmSync(moved, { force: true })
}

/** An empty lock of so many milliseconds is one whose process was killed before it wrote who it is. */
const mostUnwritten = 10_000

/** The process that holds a lock; null if it has ended, as far as this machine can tell. */
function userOf(lock: string): { readonly pid: number; readonly host: string } | null {
  let text: string
  try {
    text = readFileSync(lock, 'utf8')
    if (text === '' && Date.now() - statSync(lock).mtimeMs > mostUnwritten) return null
  } catch {
    return null
  }
  const [pid, host = 'an unknown machine'] = text.trim().split(' ')
  const user = { pid: Number(pid), host }
  return host === hostname() && !isRunning(user.pid) ? null : user
}

function isRunning(pid: number): boolean {
  // The number of a process may be given again: not to this one.
  if (pid === process.pid || !Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else.
    return codeOf(error) === 'EPERM'
  }
}
