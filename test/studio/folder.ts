import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** A folder for the files that the tests of the workbench open, removed once all have run. */
export default function makeFolder({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'criba-studio-'))
  provide('studioFolder', folder)
  return () => rmSync(folder, { recursive: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly studioFolder: string
  }
}
