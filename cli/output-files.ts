import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CribaError, targetNames, weightColumnOf } from '#core'
import type { SelectResult } from '#core'
import { destinationOf, isStandardOutput } from '#files'
import type { Reduced } from '#files'
import { counted } from '#report'
import { printNote, printWarnings } from './terminal.ts'

/**
 * Refuses to replace an existing file without `--force`, before any work is done. `-o` replaces no file at
 * all, because its output looks like any table; `--save` may replace a result that it recognises as its own.
 */
export async function refuseReplacing(
  data: string,
  { output, save, force }: { readonly output?: string; readonly save?: string; readonly force?: boolean },
): Promise<void> {
  // The table of -o is checked where the data are opened, which knows all inputs.
  if (save !== undefined) destinationOf(save)
  if (force) return
  // Opening the data refuses an output that is the input itself.
  if (output !== undefined && !isStandardOutput(output) && existsSync(output) && !isSame(output, data))
    throw existingFile('output', output)
  if (save !== undefined && existsSync(save) && !(await isResult(save))) throw existingFile('save', save)
}

/** Prints what was written, and what should be known of it. */
export function printWritten(output: string, rows: number, { columns, warnings }: Reduced): void {
  printWarnings(warnings)
  const where = isStandardOutput(output) ? 'the table to standard output' : output
  printNote(`wrote ${where}: ${counted(rows, 'row')} × ${counted(columns.length, 'column')}`)
}

/** The error of an interrupted command, which names the files that are not written. */
export function interrupted(files: readonly string[]): CribaError {
  const isOne = files.length === 1
  const missing = files.length > 0 ? `: ${files.join(' and ')} ${isOne ? 'is' : 'are'} not written` : ''
  return new CribaError('interrupted', `interrupted${missing}`)
}

function isSame(output: string, data: string): boolean {
  return existsSync(data) && realpathSync(output) === realpathSync(data)
}

function existingFile(flag: string, path: string): CribaError {
  return new CribaError('invalid', `invalid ${flag}: ${path} exists already (--force replaces it)`)
}

async function isResult(path: string): Promise<boolean> {
  try {
    const result = JSON.parse(await readFile(path, 'utf8')) as Partial<SelectResult> | null
    return result?.command === 'select' && result.criba !== undefined
  } catch {
    return false
  }
}

/** The columns of a reduced table: the chosen ones, those given, the target with its event, and the weights. */
export function reducedColumns({ selected, spec, data }: SelectResult): readonly string[] {
  const others = [data.event?.column ?? null, weightColumnOf(spec)]
  // A result of an earlier version says nothing of columns given.
  const given = (spec as Partial<typeof spec>).given ?? []
  return [...selected, ...given, ...targetNames(spec.target), ...others.filter((name) => name !== null)]
}
