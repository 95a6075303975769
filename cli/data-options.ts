import { Option } from 'commander'
import type { Command } from 'commander'
import { splitNames } from '../src/spec/names.ts'
import { checkOption } from '../src/spec/options.ts'
import { evidenceRules } from '../src/spec/evidence-spec.ts'
import { parseTypes } from '../src/spec/given-types.ts'
import { specRules } from '../src/spec/rank-spec.ts'
import type { DataSpec, RankSpec } from '../src/spec/rank-spec.ts'
import { selectRules } from '../src/spec/select-spec.ts'
import { raggedPolicies } from '../src/spec/ragged.ts'
import type { RaggedPolicy } from '../src/spec/ragged.ts'
import type { DataFacts } from '../src/trace/ranking.ts'
import { checkOperands } from './operands.ts'

/** The flags of every command that reads data, as commander hands them over. */
export interface DataFlags {
  readonly target?: string
  readonly task?: DataSpec['task']
  readonly types?: readonly string[]
  readonly drop?: readonly string[]
  readonly weights?: string
  readonly samplingWeights?: string
  readonly missing?: DataSpec['missing']
  readonly minRows?: string
  readonly discretise?: DataSpec['discretise']
  readonly bins?: string
  readonly sql?: string
  readonly comment?: string
  readonly skip?: string
  readonly missingWords?: readonly string[]
  readonly ragged?: RaggedPolicy
  readonly source?: 'memory' | 'duckdb'
  readonly format: 'table' | 'json' | 'csv'
  readonly threads?: string
  readonly memory?: string
  readonly quiet?: boolean
}

/** Adds the data argument and the flags of every command that reads data. */
export function withDataOptions(command: Command): Command {
  return command
    .argument('[data]', 'a CSV, TSV, Parquet, JSON, Arrow or ARFF file, a glob, or - for standard input')
    .option('-t, --target <column>', 'the column to explain')
    .addOption(
      new Option('--task <task>', 'instead of what the target suggests').choices([...specRules.task.of]),
    )
    .option(
      '--types <list>',
      'column=numeric, categorical, date (date:dmy, date:mdy), datetime or time, *=… for the rest',
      adding,
    )
    .option('--drop <columns>', "columns that take no part: a,b or 'mean*'; repeated ones add up", adding)
    .option('--weights <column>', 'a column that says how often each row counts: 2 is the row twice')
    .option(
      '--sampling-weights <column>',
      'a column that says how much each row stands for (survey, importance): only proportions count',
    )
    .addOption(
      new Option('--missing <policy>', 'what to do where values are missing (default: pairwise)').choices([
        ...specRules.missing.of,
      ]),
    )
    .option(
      '--min-rows <n>',
      'the fewest rows a column may leave where values are missing: a share, or a number above 1 (default: 0.5)',
    )
    .addOption(
      new Option('--discretise <how>', 'how numbers become levels (default: equal-frequency)').choices([
        ...specRules.discretise.of,
      ]),
    )
    .option('--bins <n>', 'bins of a discretised column (default: five rows a cell, at most 10)')
    .option('--sql <query>', 'a query over the file, which it calls data')
    .option('--comment <sign>', 'leave out lines of a text that begin with it, such as #')
    .option('--skip <n>', 'leave out so many lines before the header of a text')
    .option(
      '--missing-words <list>',
      'cells of a text that are missing, besides empty ones (default: NA, N/A, ?, …)',
      adding,
    )
    .addOption(
      new Option(
        '--ragged <how>',
        'what to do with rows of a text that lack cells or have too many (default: error)',
      ).choices([...raggedPolicies]),
    )
    .addOption(
      new Option('--source <source>', 'who answers (default: memory up to 67 million values)').choices([
        'memory',
        'duckdb',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'how the result is written')
        .choices(['table', 'json', 'csv'])
        .default('table'),
    )
    .option('--threads <n>', 'how many threads may work (default: all, at most 8); they change no result')
    .option('--memory <amount>', 'how much DuckDB may use, such as 4GB (default: half of the machine)')
    .option('--quiet', 'no warnings, no progress and no notes: only errors go to standard error')
    .allowExcessArguments()
    .usage('<data> [options]')
    .hook('preAction', (_, called) => checkOperands(called))
}

/** How a text is read, by the flags. */
export function textOptions({
  comment,
  skip,
  missingWords,
  ragged,
}: DataFlags): NonNullable<DataFacts['text']> {
  return {
    ...(comment !== undefined && { comment }),
    ...(skip !== undefined && { skip: numberFlag('skip', skip) }),
    ...(missingWords !== undefined && { missingWords: namesOf(missingWords) }),
    ...(ragged && ragged !== 'error' && { ragged }),
  }
}

/** The part of a spec that the data flags say. */
export function dataSpec(flags: DataFlags): DataSpec {
  return {
    ...(flags.target !== undefined && { target: flags.target }),
    ...(flags.task && { task: flags.task }),
    ...(flags.types !== undefined && { types: parseTypes(namesOf(flags.types)) }),
    ...(flags.drop !== undefined && { drop: namesOf(flags.drop) }),
    ...(flags.weights !== undefined && { weights: flags.weights }),
    ...(flags.samplingWeights !== undefined && { samplingWeights: flags.samplingWeights }),
    ...(flags.missing && { missing: flags.missing }),
    ...(flags.minRows !== undefined && { minRows: numberFlag('minRows', flags.minRows) }),
    ...(flags.discretise && { discretise: flags.discretise }),
    ...(flags.bins !== undefined && { bins: numberFlag('bins', flags.bins) }),
  }
}

/** Takes one more of an option that may be repeated. */
export function adding(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** The names of an option that may be repeated. */
export function namesOf(given: readonly string[]): readonly string[] {
  return given.flatMap(splitNames)
}

/** The flags of commands that permute the target. */
export interface PermutationFlags {
  readonly permutations?: string
  readonly seed?: string
}

/** Adds them. */
export function withPermutationOptions(
  command: Command,
  help = 'p-values from so many permutations of the target',
): Command {
  return command
    .option('--permutations <n>', help)
    .option('--seed <n>', 'seed of the permutations (default: 0)')
}

/** The part of a spec that they say. */
export function permutationSpec({
  permutations,
  seed,
}: PermutationFlags): Pick<RankSpec, 'permutations' | 'seed'> {
  return {
    ...(permutations !== undefined && { permutations: numberFlag('permutations', permutations) }),
    ...(seed !== undefined && { seed: numberFlag('seed', seed) }),
  }
}

/** Threads are no part of a spec: they change no result. */
const threadsRule = { type: 'whole', min: 1, max: 64, default: 1, help: '' } as const

const skipRule = { type: 'whole', min: 0, default: 0, help: '' } as const

const { folds, repeats } = evidenceRules

const numberRules = { ...specRules, ...selectRules, folds, repeats, threads: threadsRule, skip: skipRule }

/** A number as a flag gives it, checked by the rule of the spec it belongs to. */
export function numberFlag(
  name:
    | 'bins'
    | 'folds'
    | 'k'
    | 'landscape'
    | 'minRows'
    | 'permutations'
    | 'repeats'
    | 'seed'
    | 'skip'
    | 'threads',
  text: string,
): number {
  return checkOption(name, numberRules[name], text) as number
}
