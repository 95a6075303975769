import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Existing folders; one listener removes those that are left when the process exits. */
const folders = new Set<string>()

/** Makes a folder for data that do not fit into the memory of an engine. */
export function makeSpillFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'criba-spill-'))
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
