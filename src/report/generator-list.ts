import type { GeneratorEntry, GeneratorList, TableTruth } from '#core'
import { counted } from './numbers.ts'
import { dim, emphasise, formatTable, tableWidth, wrap } from './text.ts'
import type { ColumnHeader, Display } from './text.ts'

/** The list of generators, each with its formula, its options and their defaults. */
export function generatorListText({ generators }: GeneratorList, display: Display): string {
  const headers = [
    { title: 'generator', align: 'left' },
    { title: 'target, and options with their defaults', align: 'left' },
  ] as const satisfies readonly ColumnHeader[]
  const names = generators.map(({ name }) => [name])
  const width = Math.max(24, display.width - tableWidth(headers.slice(0, 1), names) - 2)
  const rows = generators.flatMap((generator) =>
    [
      ...wrap(generator.formula, width),
      ...wrap(generatorOptions(generator), width).map((line) => dim(line, display)),
    ].map((line, i) => [i === 0 ? generator.name : '', line]),
  )
  return [
    ...formatTable(headers, rows, display),
    '',
    'Make a table: criba generate <name> -o table.csv',
  ].join('\n')
}

/** What a generator takes, with its defaults. */
export function generatorOptions({ rows, noise, options }: GeneratorEntry): string {
  const own = Object.entries(options).map(([name, option]) => `${name}=${option.default}`)
  return [`--rows ${rows}`, `--noise ${noise.default}`, ...own].join(', ')
}

/** A generated table in a few lines: its formula, and which columns are relevant. */
export function truthText(
  { title, formula, rows, relevant, redundant, irrelevant }: TableTruth,
  display: Display,
): string {
  const columns = relevant.length + redundant.length + irrelevant.length
  return [
    ...wrap(title, display.width).map((line) => emphasise(line, display)),
    ...wrap(formula, display.width, '  '),
    ...wrap(`${counted(rows, 'row')} × ${counted(columns, 'column')} and the target`, display.width, '  '),
    ...wrap(`relevant: ${relevant.join(', ')}`, display.width, '  '),
  ].join('\n')
}
