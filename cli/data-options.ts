import { Option } from 'commander'
import type { Command } from 'commander'
import { splitNames } from '../src/spec/names.ts'
import { checkOption } from '../src/spec/options.ts'
import { parseTypes, specRules } from '../src/spec/rank-spec.ts'
import type { DataSpec, RankSpec } from '../src/spec/rank-spec.ts'
import { selectRules } from '../src/spec/select-spec.ts'
import type { DataFacts } from '../src/trace/ranking.ts'

/** The flags of every command that reads data, as commander hands them over. */
export interface DataFlags {
  readonly target?: string
  readonly task?: DataSpec['task']
  readonly types?: string
  readonly drop?: string
  readonly weights?: string
  readonly missing?: DataSpec['missing']
  readonly minRows?: string
  readonly discretise?: DataSpec['discretise']
  readonly bins?: string
  readonly sql?: string
  readonly comment?: string
  readonly skip?: string
  readonly missingWords?: string
  readonly source?: 'memory' | 'duckdb'
  readonly format: 'table' | 'json' | 'csv'
  readonly threads?: string
  readonly memory?: string
  readonly quiet?: boolean
}

/** Adds the data argument and the flags of every command that reads data. */
export function withDataOptions(command: Command): Command {
  return command
    .argument('<data>', 'a CSV, TSV, Parquet, JSON, Arrow or ARFF file, a glob, or - for standard input')
    .option('-t, --target <column>', 'the column to explain')
    .addOption(
      new Option('--task <task>', 'instead of what the target suggests').choices([...specRules.task.of]),
    )
    .option('--types <list>', 'column=numeric or column=categorical, *=… for the rest')
    .option('--drop <columns>', 'columns that take no part')
    .option('--weights <column>', 'a column that says how often each row counts')
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
    .option('--quiet', 'no warnings and no progress')
}

/** How a text is read, by the flags. */
export function textOptions({ comment, skip, missingWords }: DataFlags): NonNullable<DataFacts['text']> {
  return {
    ...(comment !== undefined && { comment }),
    ...(skip !== undefined && { skip: numberFlag('skip', skip) }),
    ...(missingWords !== undefined && { missingWords: splitNames(missingWords) }),
  }
}

/** The part of a spec that the data flags say. */
export function dataSpec(flags: DataFlags): DataSpec {
  return {
    ...(flags.target !== undefined && { target: flags.target }),
    ...(flags.task && { task: flags.task }),
    ...(flags.types !== undefined && { types: parseTypes(splitNames(flags.types)) }),
    ...(flags.drop !== undefined && { drop: splitNames(flags.drop) }),
    ...(flags.weights !== undefined && { weights: flags.weights }),
    ...(flags.missing && { missing: flags.missing }),
    ...(flags.minRows !== undefined && { minRows: numberFlag('minRows', flags.minRows) }),
    ...(flags.discretise && { discretise: flags.discretise }),
    ...(flags.bins !== undefined && { bins: numberFlag('bins', flags.bins) }),
  }
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

const numberRules = { ...specRules, ...selectRules, threads: threadsRule, skip: skipRule }

/** A number as a flag gives it, checked by the rule of the spec it belongs to. */
export function numberFlag(
  name: 'bins' | 'k' | 'landscape' | 'minRows' | 'permutations' | 'seed' | 'skip' | 'threads',
  text: string,
): number {
  return checkOption(name, numberRules[name], text) as number
}
