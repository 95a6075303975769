#!/usr/bin/env node
import module from 'node:module'
import { Command, Option } from 'commander'
import { CribaError } from '../src/spec/error.ts'
import { version } from '../src/spec/version.ts'
import { adding, withDataOptions, withPermutationOptions } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import type { InteractionsFlags } from './interactions.ts'
import type { RankFlags } from './rank.ts'
import type { ScoreFlags } from './score.ts'
import type { SelectFlags } from './select.ts'
import { complain, warn } from './terminal.ts'

// Node 22.8 and later keep compiled code from one run to the next.
;(module as { enableCompileCache?(): unknown }).enableCompileCache?.()

// A command's code is imported after parsing, so that help costs nothing but itself.
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
  .description('types, missing values, ranges and levels of the columns')
  .action(async (path: string, flags: DataFlags) => (await import('./describe.ts')).runDescribe(path, flags))

withPermutationOptions(
  withDataOptions(program.command('rank'))
    .description('scores of the columns, one column of output per method, and their mean rank')
    .option(
      '--by <methods...>',
      'methods, with options as fisher:denominator=total (default: mutual-information)',
    ),
  'p-values from so many permutations of the target, for methods without a test of their own',
)
  .option('--plan', 'print what would be asked of the source, and stop')
  .action(async (path: string, flags: RankFlags) => (await import('./rank.ts')).runRank(path, flags))

withDataOptions(program.command('select'))
  .description('the columns to keep, and the way there')
  .option('--method <method>', 'a method, with options as jmi:form=sum (default: jmi)')
  .option('--criterion <criterion>', 'instead of a method: how columns are scored')
  .option(
    '--search <search>',
    'how sets are found: forward, floating-forward, exhaustive:from=2,to=4, …; `criba methods` lists them (default: forward)',
  )
  .option('-k <n>', 'so many columns')
  .option(
    '--stop <when>',
    'when it ends: significance:alpha=0.05, gain:0.01, rising, partial-f:alpha=0.05 (of sse), or none (default: by the criterion)',
  )
  .option('--cut <where>', 'where a ranking is cut: top:10, share:0.1, above:0.3 or fdr:0.05')
  .option('--keep <columns>', "columns, or groups, that are chosen in any case: a,b or 'mean*'", adding)
  .option(
    '--as-is',
    'take columns that look unfit too: identifiers, free text, constants, copies of others or of the target',
  )
  .option('--groups <file>', 'columns that enter and leave together: a CSV file of feature,group, or JSON')
  .option('--costs <file>', 'the price of each column: a CSV file of feature,cost, or JSON')
  .option('--budget <what>', 'what may be spent: evals=1000,seconds=60,cost=20')
  .option(
    '--start-from <what>',
    'where the search begins: a method that chooses first, or columns, or groups',
  )
  .option('--prefilter <ranking>', 'a ranking that cuts the columns first: mutual-information:top=50')
  .option('--seed <n>', 'seed of all that is random (default: 0)')
  .option('--pareto <criterion>', 'list the sets that none beats by both criteria (exhaustive)')
  .option('--why <feature>', 'what became of a column, and why')
  .option('--checkpoint <file>', 'write a search of sets down, and go on from there another time')
  .option('--save <file>', 'write the result as JSON, for --from')
  .option('--from <file>', 'run again what --save wrote')
  .option(
    '--evidence',
    'say what the selection is worth on held-out rows (default: with no method, criterion or search)',
  )
  .option('--no-evidence', 'do not')
  .option(
    '--learner <learner>',
    'who predicts in the evidence: naive-bayes or linear (default: by the target)',
  )
  .option(
    '--metric <metric>',
    'what counts in it: accuracy, balanced-accuracy, macro-f1, log-loss; of numbers r2, mse (default: the first)',
  )
  .option('--folds <n>', 'into how many folds it deals the rows (default: 5)')
  .option('--repeats <n>', 'how often it deals them (default: 1)')
  .addOption(
    new Option(
      '--size <rule>',
      'columns kept: one-error, as few as do as well by one standard error, or stop, all that were chosen (default: one-error without -k, --stop, --cut)',
    ).choices(['one-error', 'stop']),
  )
  .option('--landscape <n>', 'list the n best sets, or all, where the search looks at sets')
  .option('-o, --output <file>', 'write the chosen columns and the target to a .csv, .tsv or .parquet file')
  .option('--force', 'replace the files of -o and --save where there are some')
  .action(async (path: string, flags: SelectFlags) => (await import('./select.ts')).runSelect(path, flags))

withPermutationOptions(
  withDataOptions(program.command('interactions')).description('synergy and redundancy of pairs of columns'),
  'so many permutations of the target for every pair, 0 for none (default: as many as a pair needs, within a budget)',
)
  .addOption(new Option('--units <units>', 'of the numbers shown (default: bits)').choices(['bits', 'nats']))
  .action(async (path: string, flags: InteractionsFlags) =>
    (await import('./interactions.ts')).runInteractions(path, flags),
  )

withPermutationOptions(
  withDataOptions(program.command('score'))
    .description('what criteria of sets say of the columns named')
    .requiredOption('--features <columns>', "the columns of the set: a,b or 'mean*'", adding)
    .option('--given <columns>', 'columns the score is conditioned on', adding)
    .option('--by <methods...>', 'methods, with options as delta-test:k=3 (default: joint-mi)'),
).action(async (path: string, flags: ScoreFlags) => (await import('./score.ts')).runScore(path, flags))

program
  .command('methods')
  .argument('[name]', 'one method, search or learner, in full')
  .description('the catalogue of methods, searches and learners')
  .addOption(
    new Option('--format <format>', 'how the result is written')
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
  if (!process.argv.includes('--quiet')) warn(error.warnings.map(({ message }) => message))
  complain(error.message)
  process.exitCode = error.code === 'interrupted' ? 130 : 1
}
