import { selectionCsv } from '../src/report/csv.ts'
import { selectionText } from '../src/report/selection-text.ts'
import { select } from '../src/resample/select-with-evidence.ts'
import { isMethod } from '../src/analyses/selection/start-of-search.ts'
import type { TypedSelectSpec } from '../src/analyses/typed-specs.ts'
import { CribaError } from '../src/spec/error.ts'
import { splitNames } from '../src/spec/names.ts'
import type { EvidenceSpec } from '../src/spec/evidence-spec.ts'
import { weightColumnOf } from '../src/spec/weights-spec.ts'
import { parseBudget } from '../src/spec/select-spec.ts'
import type { SelectSpec } from '../src/spec/select-spec.ts'
import type { SelectResult } from '../src/trace/selection.ts'
import { counted } from '../src/report/numbers.ts'
import { readCosts, readGroups } from './column-files.ts'
import { toJson } from '../src/report/json.ts'
import { readSavedRun } from './saved-run.ts'
import { checkpointFile, refuseReplacing, writeAtomically } from './atomic-file.ts'
import { parseNames, parseNumberFlag } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'
import { printNote } from './terminal.ts'

export interface SelectFlags extends DataFlags {
  readonly method?: string
  readonly criterion?: string
  readonly search?: string
  readonly k?: string
  readonly stop?: string
  readonly seed?: string
  readonly landscape?: string
  readonly cut?: string
  readonly keep?: readonly string[]
  readonly groups?: string
  readonly costs?: string
  readonly budget?: string
  readonly startFrom?: string
  readonly prefilter?: string
  readonly pareto?: string
  readonly why?: string
  readonly checkpoint?: string
  readonly save?: string
  readonly from?: string
  readonly evidence?: boolean
  readonly asIs?: boolean
  readonly learner?: string
  readonly metric?: string
  readonly folds?: string
  readonly repeats?: string
  readonly size?: 'one-error' | 'stop'
  readonly output?: string
  readonly force?: boolean
}

/** `criba select`: the columns to keep, and how the search found them. */
export async function runSelect(path: string, flags: SelectFlags): Promise<void> {
  const saved = flags.from === undefined ? null : await readSavedRun(flags.from)
  if (saved) refuseOtherFlags(flags)
  const requested = saved?.search ?? (await selectSpec(flags))
  const { output, save, checkpoint } = flags
  await refuseReplacing(path, flags)
  await withData(
    path,
    saved?.sql === undefined ? flags : { ...flags, sql: saved.sql },
    async ({ source, spec, run, complete, reduce, match }) => {
      const checkpointOption = checkpoint !== undefined && { checkpoint: checkpointFile(checkpoint) }
      // `select` checks the names that the user typed.
      const { keep = [], groups } = requested
      const fullSpec = { ...spec, ...requested, ...match({ keep: keep ?? [] }, groups) } as TypedSelectSpec
      const result = complete(await select(source, fullSpec, { ...run, ...checkpointOption }))
      if (save !== undefined) {
        await writeAtomically(save, `${toJson(result)}\n`)
        if (!flags.quiet) printNote(`wrote ${save}`)
      }
      printResult(result, path, flags, { csv: selectionCsv, text: selectionText })
      const isInterrupted = result.stopped === 'interrupted' || (run.signal?.aborted && lacksEvidence(result))
      if (isInterrupted) {
        throw new CribaError(
          'interrupted',
          `interrupted${output === undefined ? '' : `: ${output} is not written`}`,
        )
      }
      if (output === undefined) return
      const columns = keptColumns(result, output)
      await reduce(columns)
      if (!flags.quiet)
        printNote(
          `wrote ${output}: ${counted(result.data.rows, 'row')} × ${counted(columns.length, 'column')}`,
        )
    },
    { output, savedSpec: saved?.data, savedText: saved ? (saved.text ?? {}) : undefined },
  )
}

/** The flags that --from allows: they change how a run is computed, shown and written, but not its result. */
const allowedWithFrom: readonly string[] = [
  'from',
  'save',
  'checkpoint',
  'output',
  'force',
  'format',
  'threads',
  'quiet',
  'source',
]

/** A saved run takes no other flags: its spec has all of them. */
function refuseOtherFlags(flags: SelectFlags): void {
  const other = Object.keys(flags).find((flag) => !allowedWithFrom.includes(flag))
  if (other === undefined) return
  throw new CribaError(
    'invalid',
    `invalid ${other}: the saved run ${flags.from} sets it (leave out ${other} or --from)`,
  )
}

/** The part of a spec that the flags of this command give. */
async function selectSpec(flags: SelectFlags): Promise<SelectSpec> {
  const { method, criterion, search, k, stop, seed, landscape } = flags
  const { cut, keep, groups, costs, budget, startFrom, prefilter, pareto, why } = flags
  return {
    evidence: evidenceSpec(flags),
    ...(flags.asIs && { asIs: true }),
    ...(method !== undefined && { method }),
    ...(criterion !== undefined && { criterion }),
    ...(search !== undefined && { search }),
    ...(k !== undefined && { k: parseNumberFlag('k', k) }),
    ...(stop !== undefined && { stop }),
    ...(cut !== undefined && { cut }),
    ...(keep !== undefined && { keep: parseNames(keep) }),
    ...(groups !== undefined && { groups: await readGroups(groups) }),
    ...(costs !== undefined && { costs: await readCosts(costs) }),
    ...(budget !== undefined && { budget: parseBudget(budget) }),
    ...(startFrom !== undefined && { startFrom: isMethod(startFrom) ? startFrom : splitNames(startFrom) }),
    ...(prefilter !== undefined && { prefilter }),
    ...(pareto !== undefined && { pareto }),
    ...(why !== undefined && { why }),
    ...(seed !== undefined && { seed: parseNumberFlag('seed', seed) }),
    ...(landscape !== undefined && {
      landscape: landscape === 'all' ? landscape : parseNumberFlag('landscape', landscape),
    }),
  }
}

/** Evidence is on if no method, criterion or search is named, or if a flag says how to find it. */
function evidenceSpec(flags: SelectFlags): boolean | EvidenceSpec {
  const { method, criterion, search, target, learner, metric, folds, repeats, size } = flags
  const how = {
    ...(learner !== undefined && { learner }),
    ...(metric !== undefined && { metric }),
    ...(folds !== undefined && { folds: parseNumberFlag('folds', folds) }),
    ...(repeats !== undefined && { repeats: parseNumberFlag('repeats', repeats) }),
    ...(size !== undefined && { size }),
  }
  const [first] = Object.keys(how)
  if (first === undefined) {
    const isPlain = method === undefined && criterion === undefined && search === undefined
    return flags.evidence ?? (isPlain && target !== undefined)
  }
  if (flags.evidence !== false) return how
  throw new CribaError('invalid', `invalid ${first}: --no-evidence is given too (leave out one of the two)`)
}

/** The columns of the reduced file: the chosen ones, the target and the weights. */
function keptColumns({ selected, spec }: SelectResult, output: string): readonly string[] {
  if (selected.length === 0) {
    throw new CribaError('missing', `missing columns: none was chosen, so ${output} is not written`)
  }
  return [...selected, ...[spec.target, weightColumnOf(spec)].filter((name) => name !== null)]
}

function lacksEvidence({ spec, evidence }: SelectResult): boolean {
  return spec.evidence !== false && evidence === undefined
}
