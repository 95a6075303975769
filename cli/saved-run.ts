import { readFile } from 'node:fs/promises'
import { CribaError } from '../src/spec/error.ts'
import type { SelectSpec } from '../src/spec/select-spec.ts'
import type { DataFacts } from '../src/trace/ranking.ts'
import type { SelectResult } from '../src/trace/selection.ts'

/** A saved run. */
export interface SavedRun {
  readonly spec: SelectSpec
  /** The query over the file, if there was one. */
  readonly sql: string | undefined
  /** How the text was read. */
  readonly text: DataFacts['text']
}

/** Reads the result that `--save` wrote; its spec repeats the run. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const { spec, data } = await readResult(path)
  return { spec, sql: data.sql, text: data.text }
}

async function readResult(path: string): Promise<SelectResult> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new CribaError('unreadable', `unreadable run: ${path} (${(cause as Error).message})`, { cause })
  }
  try {
    const result = JSON.parse(text) as Partial<SelectResult>
    if (result.command === 'select' && result.spec) return result as SelectResult
  } catch (cause) {
    throw new CribaError('unreadable', `unreadable run: ${path} (it is not JSON)`, { cause })
  }
  throw new CribaError('unreadable', `unreadable run: ${path} (it is not a result of criba select)`)
}
