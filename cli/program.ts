import { Command, Option } from 'commander'
import { commandParts, CribaError, oneLine, version } from '#core'
import type { ApplyFlags } from './apply.ts'
import type { CompareFlags } from './compare.ts'
import {
  withApplyOptions,
  withDataOptions,
  withExperimentOptions,
  withGenerateOptions,
  withMethodsOptions,
  withReportOptions,
  withShortForms,
} from './data-options.ts'
import type { Flags } from './flags.ts'
import type { GenerateFlags } from './generate.ts'
import type { GroupsFlags } from './groups.ts'
import type { SelectFlags } from './select.ts'
import type { RankFlags } from './rank.ts'
import type { ReportFlags } from './report-files.ts'
import type { StudioFlags } from './studio.ts'
import { printError, printWarnings } from './terminal.ts'

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
    '\nExamples:\n  criba rank examples/breast-cancer.csv -t diagnosis\n  criba select data.csv -t y -k 5 -o reduced.csv --save y.json\n  criba apply y.json new.csv -o new-reduced.csv\n  criba rank data.parquet -t y --by pearson spearman f-regression\n  criba methods anova-f',
  )

const outputHelp =
  'write the chosen columns and the target to a .csv, .tsv, .parquet or .arrow file, or in place of the answer to standard output: - (CSV), -.parquet, -.arrow'

withReportOptions(
  withShortForms(withDataOptions(program.command('describe'), commandParts.describe), { hasNames: false }),
)
  .description('show types, missing values, ranges and levels of the columns')
  .option('--mend', 'print the command with all options that mend how the data are read, and why')
  .action(async (path: string, flags: ReportFlags) =>
    (await import('./describe.ts')).runDescribe(path, flags),
  )

withReportOptions(withShortForms(withDataOptions(program.command('rank'), commandParts.rank)))
  .description('score each column by one or several methods')
  .option('--plan', 'print the requests to the source, and stop')
  .addOption(
    new Option('--targets <how>', 'several targets: as one of their joint levels, or each by itself')
      .choices(['joint', 'each'])
      .default('joint'),
  )
  .action(async (path: string, flags: RankFlags) => (await import('./rank.ts')).runRank(path, flags))

withReportOptions(withShortForms(withDataOptions(program.command('select'), commandParts.select)), {
  hasForce: true,
})
  .description('choose the columns to keep')
  .option(
    '--checkpoint <file>',
    'save what is counted, the state of a search of sets, parts of a method that resamples and folds of the evidence, and go on from there',
  )
  .option('--plan', 'print the requests to the source, step by step, and stop')
  .option('--save <file>', 'write the result as JSON, for --from and for criba apply')
  .option('--from <file>', 'run a saved selection again')
  .option('-o, --output <file>', outputHelp)
  .option('--force', 'replace existing files of -o, --save, --report and --figure')
  .action(async (path: string, flags: SelectFlags) => (await import('./select.ts')).runSelect(path, flags))

withReportOptions(withDataOptions(program.command('compare'), commandParts.compare))
  .description('compare methods on held-out rows: quality, stability, agreement and time')
  .option('--checkpoint <file>', 'save what is done, and go on with it')
  .action(async (path: string, flags: CompareFlags) => (await import('./compare.ts')).runCompare(path, flags))

withApplyOptions(program.command('apply'))
  .description('apply a saved selection to other data: check its columns, compare and cut them')
  .option('-o, --output <file>', outputHelp)
  .option('--force', 'replace an existing file of -o')
  .action(async (result: string, path: string, flags: ApplyFlags) =>
    (await import('./apply.ts')).runApply(result, path, flags),
  )

withReportOptions(withDataOptions(program.command('interactions'), commandParts.interactions))
  .description('measure synergy and redundancy of pairs of columns')
  .action(async (path: string, flags: ReportFlags) =>
    (await import('./interactions.ts')).runInteractions(path, flags),
  )

withReportOptions(withDataOptions(program.command('groups'), commandParts.groups), { hasForce: true })
  .description('group the columns that carry the same information')
  .option('-o, --output <file>', 'write the groups to a .json or .csv file, which select reads with --groups')
  .option('--force', 'replace existing files of -o, --report and --figure')
  .action(async (path: string, flags: GroupsFlags) => (await import('./groups.ts')).runGroups(path, flags))

withDataOptions(program.command('score'), commandParts.score)
  .description('score one set of columns')
  .action(async (path: string, flags: Flags) => (await import('./score.ts')).runScore(path, flags))

withReportOptions(withExperimentOptions(program.command('experiment')), { hasLanguage: false })
  .description('reproduce an experiment of the source documents, with its tables')
  .action(async (name: string, flags: Flags) =>
    (await import('./experiment.ts')).runExperimentCommand(name, flags),
  )

withGenerateOptions(program.command('generate'))
  .description('make a table whose relevant columns are known, to try methods on')
  .action(async (name: string, flags: GenerateFlags) =>
    (await import('./generate.ts')).runGenerate(name, flags),
  )

withMethodsOptions(program.command('methods'))
  .description('list methods, searches and learners')
  .action(async (id: string | undefined, flags: Flags) =>
    (await import('./methods.ts')).runMethods(id, flags),
  )

program
  .command('studio')
  .argument('[data]', 'a file, or what else the other commands read')
  .description('open the workbench in the browser: see which columns matter, and why')
  .option('-t, --target <column>', 'the column that the others explain')
  .option('--port <n>', 'the port of 127.0.0.1 (default: any free one)')
  .option('--no-open', 'print the address, and open no browser')
  .action(async (path: string | undefined, flags: StudioFlags) =>
    (await import('./studio.ts')).runStudio(path, flags),
  )

/** Runs the command line; an error of a user's making is one line on standard error. */
export async function runProgram(): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CribaError)) {
      // What the system refuses is no fault of the program.
      if (!isOfSystem(error)) throw error
      printError(oneLine(error.message))
      process.exitCode = 1
      return
    }
    if (isOfSystem(error.cause) && error.cause.syscall === 'uv_cwd') {
      printError('missing folder: the one in which criba runs is gone (cd to another one)')
      process.exitCode = 1
      return
    }
    if (!process.argv.includes('--quiet')) printWarnings(error.warnings)
    printError(error.message)
    process.exitCode =
      error.code === 'interrupted' ? (await import('./interruptible-run.ts')).interruptedCode() : 1
  }
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
