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

/** The flags of every command that reads data, as commander parses them. */
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
    .option('-t, --target <column>', 'the column to predict')
    .addOption(
      new Option('--task <task>', 'the task, if not the one that the target suggests').choices([
        ...specRules.task.of,
      ]),
    )
    .option(
      '--types <list>',
      'types of columns: column=numeric, categorical, date (date:dmy, date:mdy), datetime or time; *=… for all others',
      collectValues,
    )
    .option('--drop <columns>', "columns to leave out: a,b or 'mean*'; may be repeated", collectValues)
    .option('--weights <column>', 'the column with the frequency of each row: 2 counts the row twice')
    .option(
      '--sampling-weights <column>',
      'the column with the sampling weight of each row (survey, importance): only proportions matter',
    )
    .addOption(
      new Option('--missing <policy>', 'what to do with missing values (default: pairwise)').choices([
        ...specRules.missing.of,
      ]),
    )
    .option(
      '--min-rows <n>',
      'the fewest complete rows of a column with missing values: a share, or a number above 1 (default: 0.5)',
    )
    .addOption(
      new Option('--discretise <how>', 'how to discretise numbers (default: equal-frequency)').choices([
        ...specRules.discretise.of,
      ]),
    )
    .option(
      '--bins <n>',
      'bins of a discretised column (default: as many as leave five rows a cell, at most 10)',
    )
    .option('--sql <query>', 'an SQL query over the file, whose table is named data')
    .option('--comment <sign>', 'skip lines that begin with this sign, such as #')
    .option('--skip <n>', 'skip this many lines before the header')
    .option(
      '--missing-words <list>',
      'texts that mean a missing value, besides empty cells (default: NA, N/A, ?, …)',
      collectValues,
    )
    .addOption(
      new Option(
        '--ragged <how>',
        'what to do with rows that have too few or too many cells (default: error)',
      ).choices([...raggedPolicies]),
    )
    .addOption(
      new Option(
        '--source <source>',
        'where to compute: in memory or with DuckDB (default: memory up to 67 million values)',
      ).choices(['memory', 'duckdb']),
    )
    .addOption(
      new Option('--format <format>', 'the format of the result')
        .choices(['table', 'json', 'csv'])
        .default('table'),
    )
    .option(
      '--threads <n>',
      'the most threads to use (default: all, at most 8); the result does not depend on it',
    )
    .option('--memory <amount>', 'the memory that DuckDB may use, such as 4GB (default: half of the machine)')
    .option('--quiet', 'print no warnings, progress or notes: only errors go to standard error')
    .allowExcessArguments()
    .usage('<data> [options]')
    .hook('preAction', (_, called) => checkOperands(called))
}

/** How the text is read, according to the flags. */
export function textOptions({
  comment,
  skip,
  missingWords,
  ragged,
}: DataFlags): NonNullable<DataFacts['text']> {
  return {
    ...(comment !== undefined && { comment }),
    ...(skip !== undefined && { skip: parseNumberFlag('skip', skip) }),
    ...(missingWords !== undefined && { missingWords: parseNames(missingWords) }),
    ...(ragged && ragged !== 'error' && { ragged }),
  }
}

/** The part of a spec that the data flags give. */
export function dataSpec(flags: DataFlags): DataSpec {
  return {
    ...(flags.target !== undefined && { target: flags.target }),
    ...(flags.task && { task: flags.task }),
    ...(flags.types !== undefined && { types: parseTypes(parseNames(flags.types)) }),
    ...(flags.drop !== undefined && { drop: parseNames(flags.drop) }),
    ...(flags.weights !== undefined && { weights: flags.weights }),
    ...(flags.samplingWeights !== undefined && { samplingWeights: flags.samplingWeights }),
    ...(flags.missing && { missing: flags.missing }),
    ...(flags.minRows !== undefined && { minRows: parseNumberFlag('minRows', flags.minRows) }),
    ...(flags.discretise && { discretise: flags.discretise }),
    ...(flags.bins !== undefined && { bins: parseNumberFlag('bins', flags.bins) }),
  }
}

/** Collects the values of an option that may be repeated. */
export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** The names in the values of an option that may be repeated. */
export function parseNames(given: readonly string[]): readonly string[] {
  return given.flatMap(splitNames)
}

/** The flags of commands that permute the target. */
export interface PermutationFlags {
  readonly permutations?: string
  readonly seed?: string
}

/** Adds the flags of commands that permute the target. */
export function withPermutationOptions(
  command: Command,
  help = 'p-values from this many permutations of the target',
): Command {
  return command
    .option('--permutations <n>', help)
    .option('--seed <n>', 'seed of the permutations (default: 0)')
}

/** The part of a spec that the permutation flags give. */
export function permutationSpec({
  permutations,
  seed,
}: PermutationFlags): Pick<RankSpec, 'permutations' | 'seed'> {
  return {
    ...(permutations !== undefined && { permutations: parseNumberFlag('permutations', permutations) }),
    ...(seed !== undefined && { seed: parseNumberFlag('seed', seed) }),
  }
}

/** Threads are not part of a spec: the result does not depend on them. */
const threadsRule = { type: 'whole', min: 1, max: 64, default: 1, help: '' } as const

const skipRule = { type: 'whole', min: 0, default: 0, help: '' } as const

const { folds, repeats } = evidenceRules

const numberRules = { ...specRules, ...selectRules, folds, repeats, threads: threadsRule, skip: skipRule }

/** The number that a flag gives, checked by its rule in the spec. */
export function parseNumberFlag(
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
