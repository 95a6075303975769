#!/usr/bin/env node
import module from 'node:module'
import { Command, Option } from 'commander'
import { CribaError } from '../src/spec/error.ts'
import { version } from '../src/spec/version.ts'
import { collectValues, withDataOptions, withPermutationOptions } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import type { InteractionsFlags } from './interactions.ts'
import type { RankFlags } from './rank.ts'
import type { ScoreFlags } from './score.ts'
import type { SelectFlags } from './select.ts'
import { printError, printWarnings } from './terminal.ts'

// Node 22.8 and later keep compiled code from one run to the next.
;(module as { enableCompileCache?(): unknown }).enableCompileCache?.()

// The code of a command is imported after parsing, so that help starts fast.
const program = new Command('criba')
  .description('Which columns of a table to keep, and why.')
  .version(version)
  .configureHelp({
    showGlobalOptions: false,
    minWidthToWrap: 24,
    subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/ ?\[options\] ?/, '')}`.trim(),
  })
  .showSuggestionAfterError()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'criba: ')) })
  .addHelpText(
    'after',
    '\nExamples:\n  criba rank examples/breast-cancer.csv -t diagnosis\n  criba select data.csv -t y -k 5 -o reduced.csv\n  criba rank data.parquet -t y --by pearson spearman f-regression\n  criba methods anova-f',
  )

withDataOptions(program.command('describe'))
  .description('show types, missing values, ranges and levels of the columns')
  .action(async (path: string, flags: DataFlags) => (await import('./describe.ts')).runDescribe(path, flags))

withPermutationOptions(
  withDataOptions(program.command('rank'))
    .description('score each column by one or several methods')
    .option(
      '--by <methods...>',
      'one or more methods, with options as in fisher:denominator=total (default: mutual-information)',
    ),
  'p-values from this many permutations of the target, for methods without a test of their own',
)
  .option('--plan', 'print the requests to the source, and stop')
  .action(async (path: string, flags: RankFlags) => (await import('./rank.ts')).runRank(path, flags))

withDataOptions(program.command('select'))
  .description('choose the columns to keep')
  .option('--method <method>', 'a method, with options as in jmi:form=sum (default: jmi)')
  .option('--criterion <criterion>', 'instead of a method: how to score columns or sets')
  .option(
    '--search <search>',
    'how to search: forward, floating-forward, exhaustive:from=2,to=4, …; `criba methods` lists all (default: forward)',
  )
  .option('-k <n>', 'how many columns to choose')
  .option(
    '--stop <when>',
    'when to stop: significance:alpha=0.05, gain:0.01, rising, partial-f:alpha=0.05 (with sse), or none (default: by the criterion)',
  )
  .option('--cut <where>', 'where to cut a ranking: top:10, share:0.1, above:0.3 or fdr:0.05')
  .option('--keep <columns>', "columns or groups to keep in any case: a,b or 'mean*'", collectValues)
  .option(
    '--as-is',
    'include unfit columns too: identifiers, free text, constants, copies of others or of the target',
  )
  .option('--groups <file>', 'columns to add or remove together: a CSV file of feature,group, or JSON')
  .option('--costs <file>', 'the cost of each column: a CSV file of feature,cost, or JSON')
  .option('--budget <what>', 'limits of the search: evals=1000,seconds=60,cost=20')
  .option('--start-from <what>', 'where to start: columns, groups, or a method that selects them')
  .option('--prefilter <ranking>', 'a ranking that reduces the columns first: mutual-information:top=50')
  .option('--seed <n>', 'seed of all random numbers (default: 0)')
  .option('--pareto <criterion>', 'a second criterion: list the Pareto front of both (exhaustive)')
  .option('--why <feature>', 'explain why a column was or was not chosen')
  .option('--checkpoint <file>', 'save the state of a search of sets, and continue from it')
  .option('--save <file>', 'write the result as JSON, to run it again with --from')
  .option('--from <file>', 'run a saved selection again')
  .option(
    '--evidence',
    'test the selection on held-out rows (default: only without --method, --criterion and --search)',
  )
  .option('--no-evidence', 'skip that test')
  .option('--learner <learner>', 'the learner of that test: naive-bayes or linear (default: by the target)')
  .option(
    '--metric <metric>',
    'its score: accuracy, balanced-accuracy, macro-f1 or log-loss; for numbers r2 or mse (default: the first)',
  )
  .option('--folds <n>', 'its number of folds (default: 5)')
  .option('--repeats <n>', 'how often it repeats the folds (default: 1)')
  .addOption(
    new Option(
      '--size <rule>',
      'how many columns to keep: one-error (the fewest within one standard error of the best) or stop (all chosen) (default: one-error without -k, --stop and --cut)',
    ).choices(['one-error', 'stop']),
  )
  .option('--landscape <n>', 'list the n best sets, or all, if the search evaluates sets')
  .option('-o, --output <file>', 'write the chosen columns and the target to a .csv, .tsv or .parquet file')
  .option('--force', 'replace existing files of -o and --save')
  .action(async (path: string, flags: SelectFlags) => (await import('./select.ts')).runSelect(path, flags))

withPermutationOptions(
  withDataOptions(program.command('interactions')).description(
    'measure synergy and redundancy of pairs of columns',
  ),
  'permutations of the target for each pair, 0 for none (default: as many as a pair needs, within a budget)',
)
  .addOption(new Option('--units <units>', 'units of the result (default: bits)').choices(['bits', 'nats']))
  .action(async (path: string, flags: InteractionsFlags) =>
    (await import('./interactions.ts')).runInteractions(path, flags),
  )

withPermutationOptions(
  withDataOptions(program.command('score'))
    .description('score one set of columns')
    .requiredOption('--features <columns>', "the columns of the set: a,b or 'mean*'", collectValues)
    .option('--given <columns>', 'columns to condition the score on', collectValues)
    .option(
      '--by <methods...>',
      'one or more methods, with options as in delta-test:k=3 (default: joint-mi)',
    ),
).action(async (path: string, flags: ScoreFlags) => (await import('./score.ts')).runScore(path, flags))

program
  .command('methods')
  .argument('[name]', 'show all about one method, search or learner')
  .description('list methods, searches and learners')
  .addOption(
    new Option('--format <format>', 'the format of the result')
      .choices(['table', 'json', 'csv'])
      .default('table'),
  )
  .action(async (id: string | undefined, flags: DataFlags) =>
    (await import('./methods.ts')).runMethods(id, flags),
  )

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CribaError)) throw error
  if (!process.argv.includes('--quiet')) printWarnings(error.warnings.map(({ message }) => message))
  printError(error.message)
  process.exitCode = error.code === 'interrupted' ? 130 : 1
}
