import { interactionsCsv } from '../src/report/csv.ts'
import { interactionsText } from '../src/report/interactions-text.ts'
import { toJson } from '../src/report/json.ts'
import { interactions } from '../src/select/interactions.ts'
import type { InteractionsSpec } from '../src/spec/pairs-spec.ts'
import type { DataSpec } from '../src/spec/rank-spec.ts'
import type { Interactions } from '../src/trace/interactions.ts'
import { nameOf, numberFlag } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { withData } from './run.ts'
import { paperOf, print, warn } from './terminal.ts'

export interface InteractionsFlags extends DataFlags {
  readonly permutations?: string
  readonly seed?: string
  readonly units?: InteractionsSpec['units']
}

/** `criba interactions`: synergy and redundancy of all pairs of columns. */
export async function runInteractions(path: string, flags: InteractionsFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec, dropped, run }) => {
    const result = await interactions(source, interactionsSpec(spec, flags), run)
    const complete: Interactions = {
      ...result,
      data: { ...result.data, ...(flags.sql !== undefined && { sql: flags.sql }) },
      spec: { ...result.spec, drop: dropped },
    }
    if (!flags.quiet) warn(result.warnings.map(({ message }) => message))
    if (flags.format === 'json') print(toJson(complete))
    else if (flags.format === 'csv') print(interactionsCsv(complete))
    else print(interactionsText(complete, nameOf(path, flags), paperOf()))
  })
}

function interactionsSpec(
  data: DataSpec,
  { permutations, seed, units }: InteractionsFlags,
): InteractionsSpec {
  return {
    ...data,
    ...(permutations !== undefined && { permutations: numberFlag('permutations', permutations) }),
    ...(seed !== undefined && { seed: numberFlag('seed', seed) }),
    ...(units && { units }),
  }
}
