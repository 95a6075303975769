import { byCodePoint, CribaError, EntropySums, isNear } from '#core'
import type {
  Alternatives,
  ColumnRecord,
  Counts,
  FindingKind,
  SelectResult,
  SettledSelectSpec,
  StandIn,
  StandInsOfColumn,
  Variable,
  View,
} from '#core'
import { findDiscretiser, ln2 } from '#methods'
import { fitCodings } from '../coding/codings.ts'
import { conditionalTest, lacksRows } from '../null-distributions/independence.ts'
import type { ConditionalTest } from '../null-distributions/independence.ts'
import { countTables } from '../scope/request-batcher.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, withFeatures } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'

/**
 * Findings of columns that stand in for nothing: they tell of the target what they should not, or only of
 * their row.
 */
const unfit: ReadonlySet<FindingKind> = new Set([
  'empty',
  'constant',
  'identifier',
  'free-text',
  'target-copy',
  'leak',
  'few-rows',
])

/**
 * For each chosen column the others that can stand in for it, by tests on levels. All pairs of a chosen and
 * another column are counted together: from the table of both with the target come all tests of a pair.
 * Numbers are cut into as many bins as the selection cut them into, without a look at the target; missing
 * values are a level of their own unless the spec has another policy. Nothing depends on the order of the
 * columns.
 */
export async function findStandIns(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  { selected, columns, spec: { bins } }: Pick<SelectResult, 'selected' | 'columns' | 'spec'>,
): Promise<Pick<Alternatives, 'columns' | 'untested'>> {
  const chosen = new Set(selected)
  const others = columns.filter((record) => !chosen.has(record.name) && isFit(record))
  const taken = new Set([...selected, ...others.map(({ name }) => name)])
  const missing = settled.missing === 'pairwise' ? 'level' : settled.missing
  const whole = scopeOf(batcher.source, { ...settled, missing: 'pairwise' })
  const features = whole.features.filter(({ name }) => taken.has(name))
  const scope = withFeatures(whole, features, missing)
  const facts = await inspectTarget(batcher, scope, settled)
  const isSupervised = findDiscretiser(settled.discretise).supervised === true
  const { levels, target } = await fitCodings(
    batcher,
    scope,
    facts,
    { levels: features, values: [], targetLevels: true },
    { bins, discretise: isSupervised ? 'equal-frequency' : settled.discretise, missing },
  )
  const places = new Map(features.map(({ name, column }) => [name, column]))
  const variableOf: VariableOf = (name) => levels.get(places.get(name)!)!
  const copies = new Map(others.flatMap((record) => copiedBy(record, chosen)))
  const names = others.map(({ name }) => name)
  const sums = cachedSums()
  const alone = await testsAlone(batcher, scope.view, target!, [...selected, ...names], variableOf, sums)
  const isKnown = (name: string) => alone.has(name) && !lacksRows(alone.get(name)!)
  const untested = new Set(names.filter((name) => !isKnown(name) && !copies.has(name)))
  // Most columns of a wide table tell nothing of the target: only the others are paired with the chosen ones.
  const tried = names.filter(
    (name) => copies.has(name) || (isKnown(name) && isRelated(alone.get(name)!, names.length)),
  )
  const tests = await testPairs(batcher, scope.view, target!, selected, tried, variableOf, sums)
  const ofColumns = selected.map((feature, i): StandInsOfColumn => {
    const ownTest = alone.get(feature)
    const isAlone = ownTest !== undefined && !isRelated(ownTest, 1)
    const standIns = tried.flatMap((name, place): StandIn[] => {
      const found = tests[i][place]
      const isCopy = copies.get(name) === feature
      if (!found || (found.isUntested && !isCopy)) untested.add(name)
      if (!found || !(isCopy || (!isAlone && canStandIn(found, names.length)))) return []
      const { otherWithTarget, lost } = found
      return [
        {
          feature: name,
          ...(isCopy && { copy: true }),
          information: otherWithTarget.bits,
          lost: lost.bits,
          pValue: lost.pValue,
        },
      ]
    })
    return {
      feature,
      information: ownTest?.bits ?? null,
      ...(isAlone && {
        why: `alone it tells nothing significant of ${facts.name}, so only copies of it are known to tell as much`,
      }),
      standIns: standIns.sort(byInformation),
    }
  })
  return { columns: ofColumns, untested: [...untested].sort(byCodePoint) }
}

/**
 * What says whether a column X′ can stand in for a chosen X: tests of pairs, and of what X tells beside X′.
 */
interface StandInTests {
  readonly chosenWithTarget: ConditionalTest
  readonly otherWithTarget: ConditionalTest
  readonly otherWithChosen: ConditionalTest
  /** X and the target given X′. */
  readonly lost: ConditionalTest
  /** X and the target given X′ with too few rows for a test. */
  readonly isUntested: boolean
}

/**
 * The level of a loss, and the share of the chosen column's information below which a loss counts as small.
 */
const [lossLevel, smallLoss] = [0.05, 0.1]
/** The level of a relation, shared among all columns that are tried. */
const relationLevel = 0.05

/** The tests from the table of chosen × target × other, in whole counts. */
function standInTests(table: Counts, sums: EntropySums): StandInTests {
  const lost = conditionalTest(arranged(table, [2, 1, 0]), sums)
  return {
    chosenWithTarget: conditionalTest(arranged(table, [0, 1]), sums),
    otherWithTarget: conditionalTest(arranged(table, [2, 1]), sums),
    otherWithChosen: conditionalTest(arranged(table, [2, 0]), sums),
    lost,
    isUntested: lacksRows(lost),
  }
}

/** Whether a column is related to another, at a level shared among so many that are tried. */
function isRelated(test: ConditionalTest, tried: number): boolean {
  return !lacksRows(test) && test.pValue <= relationLevel / tried
}

/**
 * Whether X′ can stand in for X: it is related to the target and to X, and beside it X tells nothing
 * significant of the target, or less than a tenth of what it tells alone, without what chance gives: of cut
 * numbers even a column with hardly any error loses what tells at the edges of its bins, and among many rows
 * every loss is significant.
 */
function canStandIn(tests: StandInTests, tried: number): boolean {
  const { chosenWithTarget, otherWithTarget, otherWithChosen, lost, isUntested } = tests
  if (isUntested || !isRelated(otherWithTarget, tried) || !isRelated(otherWithChosen, tried)) return false
  const isSmall = withoutChance(lost) < smallLoss * withoutChance(chosenWithTarget)
  return lost.pValue > lossLevel || isSmall
}

/** The information less its mean under independence, degrees / (2n·ln 2). */
function withoutChance({ bits, degrees, rows }: ConditionalTest): number {
  return bits - degrees / (2 * rows * ln2)
}

/** The table of some of its variables, in their new order. */
function arranged({ levels, cells }: Counts, axes: readonly number[]): Counts {
  const strides = levels.map((_, axis) =>
    axes.includes(axis)
      ? axes.slice(axes.indexOf(axis) + 1).reduce((size, other) => size * levels[other].length, 1)
      : 0,
  )
  const size = axes.reduce((product, axis) => product * levels[axis].length, 1)
  const found = new Float64Array(size)
  const [a, b, c] = levels.map(({ length }) => length)
  let cell = 0
  for (let i = 0; i < a; i++) {
    for (let j = 0; j < b; j++) {
      for (let k = 0; k < c; k++) found[i * strides[0] + j * strides[1] + k * strides[2]] += cells[cell++]
    }
  }
  return { levels: axes.map((axis) => levels[axis]), cells: found }
}

/** Whether a column can be considered: one that was set apart only if it copies another. */
function isFit({ findings = [], setApart }: ColumnRecord): boolean {
  if (findings.some(({ kind }) => unfit.has(kind))) return false
  return !setApart || findings.some(({ kind }) => kind === 'copy')
}

/** The chosen column that a column was set apart for. */
function copiedBy({ name, findings = [] }: ColumnRecord, chosen: ReadonlySet<string>) {
  const of = findings.find(({ kind }) => kind === 'copy')?.of
  return of !== undefined && chosen.has(of) ? [[name, of] as const] : []
}

function byInformation(a: StandIn, b: StandIn): number {
  const isTied = isNear(a.information, b.information)
  return isTied ? byCodePoint(a.feature, b.feature) : b.information - a.information
}

type VariableOf = (name: string) => Variable
type SumsOf = (table: Counts) => EntropySums

/** The test of each column alone with the target; none of one whose table is too large. */
async function testsAlone(
  batcher: RequestBatcher,
  view: View,
  target: Variable,
  names: readonly string[],
  variableOf: VariableOf,
  sumsOf: SumsOf,
): Promise<ReadonlyMap<string, ConditionalTest>> {
  const tests = new Map<string, ConditionalTest>()
  await countTables(batcher, view, [{ base: [target], each: names.map(variableOf) }], (table, _, place) => {
    tests.set(names[place], conditionalTest(table, sumsOf(table)))
  })
  return tests
}

/** The tests of each chosen column with each other one; null where their table is too large. */
async function testPairs(
  batcher: RequestBatcher,
  view: View,
  target: Variable,
  chosen: readonly string[],
  others: readonly string[],
  variableOf: VariableOf,
  sumsOf: SumsOf,
): Promise<readonly (readonly (StandInTests | null)[])[]> {
  const tests = chosen.map(() => others.map((): StandInTests | null => null))
  const each = others.map(variableOf)
  const families = chosen.map((name) => ({ base: [variableOf(name), target], each }))
  await countTables(batcher, view, families, (table, one, place) => {
    tests[one][place] = standInTests(table, sumsOf(table))
  })
  return tests
}

/** Terms of entropies for the rows of the first table; each has as many, as no value is missing in it. */
function cachedSums(): SumsOf {
  let sums: EntropySums | null = null
  return ({ cells }) => (sums ??= new EntropySums(wholeRows(cells)))
}

/** The rows of a table. */
function wholeRows(cells: Float64Array): number {
  if (cells.every(Number.isInteger)) return cells.reduce((sum, count) => sum + count, 0)
  throw new CribaError(
    'unsuitable',
    'unsuitable weights: alternatives test whole rows (use whole weights, or leave alternatives out)',
  )
}
