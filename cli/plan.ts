import { CribaError } from '#core'
import type { Plan } from '#core'
import { planTables, planText } from '#report'
import type { Flags } from './flags.ts'
import { printResult } from './print-result.ts'

/** Prints a plan in the format of the flags. */
export function printPlan(plan: Plan, flags: Flags): void {
  printResult(plan, flags, { tables: () => planTables(plan), text: (display) => planText(plan, display) })
}

/** A plan runs nothing that could be written to a file. */
export function refuseFilesOfPlan({ plan }: Flags, files: readonly (string | undefined)[]): void {
  const first = files.find((file) => file !== undefined)
  if (!plan || first === undefined) return
  throw new CribaError('invalid', `invalid plan: ${first} needs the scores (leave out --plan, or the file)`)
}
