import { CribaError, tableFromColumns, version } from '../../src/index.ts'
import type { Table, TableTruth } from '../../src/index.ts'
import type { Generator, GeneratorOption, MadeTable } from './generator.ts'
import { checkName, checkObject } from '../given.ts'
import { streamsOf } from '../random-stream.ts'
import { generators } from './registry.ts'

/** The target of every generated table. */
const target = 'y'

/** The most values of a table, 2 GB of numbers. */
const mostValues = 250_000_000

/** What a generator takes besides its own options. */
const ownRules = {
  rows: { whole: true, min: 2, max: 10_000_000 },
  seed: { whole: true, min: 0, max: Number.MAX_SAFE_INTEGER },
} as const

/** How a table is generated; other names are options of the generator. */
export interface GenerateOptions {
  readonly rows?: number
  /**
   * What it is depends on the generator: the standard deviation of the target's noise, or a share of flipped
   * classes.
   */
  readonly noise?: number
  readonly seed?: number
  readonly [option: string]: number | undefined
}

/** A generated table, with its truth. */
export interface GeneratedTable {
  readonly table: Table
  readonly truth: TableTruth
}

/**
 * Generates a table whose truth is known: which columns the target `y` is made of. The same name, options and
 * seed give the same bits everywhere. Fewer rows are the first rows of a table of more, and more columns of
 * noise leave the others as they are.
 *
 * @example
 * const { table, truth } = generate('friedman1', { rows: 200, noise: 1, seed: 3, irrelevant: 20 })
 * truth.relevant // ['x1', 'x2', 'x3', 'x4', 'x5']
 */
export function generate(name: string, options: GenerateOptions = {}): GeneratedTable {
  checkName('generator', name)
  checkObject('options', options)
  const generator = generatorOf(name)
  const settled = settle(generator, options)
  const { rows, noise, seed } = settled
  refuseLarge(rows, Object.entries(settled.options))
  const made = generator.make({ rows, noise, options: settled.options, stream: streamsOf(seed) })
  const columns = made.columns.map(({ name: column, values }) => [column, values] as const)
  return {
    table: tableFromColumns([...columns, [target, made.target]]),
    truth: {
      criba: version,
      command: 'generate',
      name: generator.name,
      title: generator.title,
      formula: generator.formula,
      reference: generator.reference,
      ...settled,
      target,
      ...rolesOf(made),
    },
  }
}

function generatorOf(name: string): Generator {
  const generator = generators.find((known) => known.name === name)
  if (generator) return generator
  const known = generators.map((one) => one.name).join(', ')
  throw new CribaError('unknown', `unknown generator: ${name} (known: ${known})`)
}

/**
 * Refuses a table that would not fit into memory; no generator makes more columns than its options add up or
 * multiply to.
 */
function refuseLarge(rows: number, options: readonly (readonly [string, number])[]): void {
  const numberOf = (name: string) => options.find(([option]) => option === name)?.[1] ?? 0
  const groups = (numberOf('groups') + numberOf('inactive')) * numberOf('size')
  const columns = ['irrelevant', 'bits', 'informative', 'redundant', 'repeated'].reduce(
    (sum, name) => sum + numberOf(name),
    groups + 1,
  )
  if (rows * columns <= mostValues) return
  throw new CribaError(
    'too-large',
    `too large: ${rows} rows × ${columns} columns or more (at most ${mostValues} values; take fewer rows or columns)`,
  )
}

/** The options of a table, checked and complete. */
function settle(generator: Generator, given: GenerateOptions) {
  const known = ['rows', 'noise', 'seed', ...Object.keys(generator.options)]
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    throw new CribaError(
      'unknown',
      `unknown option of ${generator.name}: ${name} (known: ${known.join(', ')})`,
    )
  }
  const valueOf = (name: string, rule: Omit<GeneratorOption, 'help'>) =>
    checkedNumber(name, rule, given[name] ?? rule.default)
  return {
    rows: valueOf('rows', { ...ownRules.rows, default: generator.rows }),
    noise: valueOf('noise', generator.noise),
    seed: valueOf('seed', { ...ownRules.seed, default: 0 }),
    options: Object.fromEntries(
      Object.entries(generator.options).map(([name, rule]) => [name, valueOf(name, rule)]),
    ),
  }
}

function checkedNumber(
  name: string,
  { whole, min, max }: Pick<GeneratorOption, 'whole' | 'min' | 'max'>,
  value: number,
): number {
  const fits = typeof value === 'number' && value >= min && value <= max
  if (fits && (!whole || Number.isInteger(value))) return value
  const limits = max === Number.MAX_VALUE ? `${min} or more` : `${min} to ${max}`
  throw new CribaError(
    'invalid',
    `invalid ${name}: ${typeof value === 'number' ? value : typeof value} (needs ${whole ? 'a whole number, ' : ''}${limits})`,
  )
}

function rolesOf({ columns }: MadeTable): Pick<TableTruth, 'relevant' | 'redundant' | 'irrelevant'> {
  const withRole = (wanted: string) => columns.filter(({ role }) => role === wanted)
  return {
    relevant: withRole('relevant').map(({ name }) => name),
    redundant: withRole('redundant').map(({ name, of = [] }) => ({ column: name, of })),
    irrelevant: withRole('irrelevant').map(({ name }) => name),
  }
}
