import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, constants, fsyncSync, lstatSync, openSync, closeSync } from 'node:fs'
import { existsSync, linkSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CribaError } from '#core'

/** A place for a file that is written whole or not at all. */
interface Destination {
  /** Its name in messages. */
  readonly label: string
  /** The file itself: a symbolic link stays, and what it points to is written. */
  readonly path: string
  /** The permissions of the file that it replaces. */
  readonly mode: number | undefined
  /** What is written first and then renamed, under a name that no other process has. */
  readonly temporaryPath: string
  /** Whether a file that another program has made by then is replaced. */
  readonly replaces: boolean
}

/** The place for a file; refuses what is no regular file, and where nothing can be written. */
export function destinationOf(label: string, replaces = true): Destination {
  const path = targetOf(resolve(label))
  const folder = dirname(path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw unwritable(label, 'it is a folder')
  if (found && !found.isFile()) throw unwritable(label, 'it is a device or a pipe, not a regular file')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw unwritable(label, `there is no folder ${path === resolve(label) ? dirname(label) : folder}`)
  if (!mayWrite(folder)) throw unwritable(label, `no permission to write to the folder ${dirname(label)}`)
  if (found && !mayWrite(path)) throw unwritable(label, 'no permission to change the file')
  const temporaryPath = join(folder, `.criba-${randomUUID()}.part`)
  return { label, path, mode: found && found.mode & 0o7777, temporaryPath, replaces }
}

/**
 * Writes a temporary file, saves it to the disk and renames it, so that no reader ever finds half a file
 * under the name. What fails leaves nothing behind, and the file that was there as it was.
 */
export async function writeThenRename(
  destination: Destination,
  write: (temporaryPath: string) => Promise<void>,
): Promise<void> {
  const { label, path, mode, temporaryPath, replaces } = destination
  const remove = () => removeFile(temporaryPath)
  // A second Ctrl-C ends the process at once.
  process.once('exit', remove)
  try {
    // A file that anybody put there meanwhile is not followed.
    closeSync(openSync(temporaryPath, 'wx'))
    await write(temporaryPath)
    if (mode !== undefined) chmodSync(temporaryPath, mode)
    saveToDisk(temporaryPath)
    if (replaces) renameSync(temporaryPath, path)
    else nameNew(destination)
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unwritable', `unwritable file: ${label} (${(cause as Error).message})`, { cause })
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Gives a file its name, unless there is a file of that name by now. */
function nameNew({ label, path, temporaryPath }: Destination): void {
  try {
    linkSync(temporaryPath, path)
  } catch {
    if (existsSync(path))
      throw unwritable(
        label,
        'another program has made it meanwhile: choose another name, or --force replaces it',
      )
    // This file system has no links.
    renameSync(temporaryPath, path)
  }
}

/** Removes a file, if it is there and can be removed: the error before it says more. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The disk is read-only by now, or the folder is not ours any more.
  }
}

/** Writes a text as a whole file. */
export async function writeWholeFile(label: string, text: string, replaces = true): Promise<void> {
  await writeThenRename(destinationOf(label, replaces), (path) => writeFile(path, text))
}

/** What a path points to, also where nothing is there yet. */
function targetOf(path: string): string {
  let target = path
  // As many links as Linux follows.
  for (let links = 0; links < 40; links++) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw unwritable(path, 'it is a link that leads to itself')
}

function saveToDisk(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function unwritable(label: string, why: string): CribaError {
  return new CribaError('unwritable', `unwritable file: ${label} (${why})`)
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
