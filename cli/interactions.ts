import { interactionsCsv } from '../src/report/csv.ts'
import { interactionsText } from '../src/report/interactions-text.ts'
import { interactions } from '../src/analyses/information/interactions.ts'
import { interactionsParts } from '../src/spec/pairs-spec.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { printResult, withData } from './run.ts'

/** `criba interactions`: synergy and redundancy of all pairs of columns. */
export async function runInteractions(path: string, flags: Flags): Promise<void> {
  const given = await partsGiven(interactionsParts, flags)
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    const result = await interactions(source, spec, run)
    printResult(complete(result), path, flags, { csv: interactionsCsv, text: interactionsText })
  })
}
