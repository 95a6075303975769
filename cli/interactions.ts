import { interactionsCsv } from '../src/report/csv.ts'
import { interactionsText } from '../src/report/interactions-text.ts'
import { interactions } from '../src/analyses/information/interactions.ts'
import type { InteractionsSpec } from '../src/spec/pairs-spec.ts'
import { permutationSpec } from './data-options.ts'
import type { DataFlags, PermutationFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'

export interface InteractionsFlags extends DataFlags, PermutationFlags {
  readonly units?: InteractionsSpec['units']
}

/** `criba interactions`: synergy and redundancy of all pairs of columns. */
export async function runInteractions(path: string, flags: InteractionsFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec: data, run, complete }) => {
    const spec = { ...data, ...permutationSpec(flags), ...(flags.units && { units: flags.units }) }
    const result = await interactions(source, spec, run)
    printResult(complete(result), path, flags, { csv: interactionsCsv, text: interactionsText })
  })
}
