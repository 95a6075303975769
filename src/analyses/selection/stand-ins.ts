import { binningMethods } from '../../coding/discretiser.ts'
import { canStandIn, isRelated, standInTests } from '../../measures/stand-in.ts'
import type { StandInTests } from '../../measures/stand-in.ts'
import { CribaError } from '../../spec/error.ts'
import { byCodePoint } from '../../spec/names.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import { EntropySums } from '../../statistics/entropies.ts'
import { limits } from '../../statistics/request.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import { isNear } from '../../statistics/ties.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Alternatives, StandIn, StandInsOfColumn } from '../../trace/alternatives.ts'
import type { ColumnRecord, FindingKind } from '../../trace/column-record.ts'
import type { SelectResult } from '../../trace/selection.ts'
import { fitCodings } from '../scope/codings.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, withFeatures } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { chooseSelection } from './chosen-selection.ts'

/** The most cells of all tables that are counted together. */
const cellsAtATime = 1 << 22

/** Findings of columns that stand in for nothing: they tell of the target what they should not, or only of their row. */
const unfit: ReadonlySet<FindingKind> = new Set([
  'empty',
  'constant',
  'identifier',
  'free-text',
  'target-copy',
  'leak',
  'few-rows',
])

/** Refuses alternatives that nothing could judge, before the search begins; `inner` is the spec of what looks at the rows. */
export function checkAlternatives(settled: SettledSelectSpec, inner: SettledSelectSpec): void {
  if (!settled.alternatives) return
  if (settled.target === null) {
    throw new CribaError(
      'missing',
      'missing target (alternatives need one: they compare what columns tell of it)',
    )
  }
  const { criterion, can } = chooseSelection(inner).scorer
  if (can.count && criterion.target === null) {
    throw new CribaError(
      'unsuitable',
      `unsuitable alternatives for ${criterion.id}: it looks at no target, by which alternatives are judged (leave them out)`,
    )
  }
  if (settled.samplingWeights !== null) {
    throw new CribaError(
      'unsuitable',
      'unsuitable alternatives: they test whole rows, and sampling weights are none (leave one of the two out)',
    )
  }
}

/**
 * For each chosen column the others that can stand in for it, by tests on levels. All pairs of a chosen and another column are counted
 * together: from the table of both with the target come all tests of a pair. Numbers are cut without a look at the target; missing
 * values are a level of their own unless the spec has another policy. Nothing depends on the order of the columns.
 */
export async function findStandIns(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  { selected, columns }: Pick<SelectResult, 'selected' | 'columns'>,
): Promise<Pick<Alternatives, 'columns' | 'untested'>> {
  const chosen = new Set(selected)
  const others = columns.filter((record) => !chosen.has(record.name) && isFit(record))
  const taken = new Set([...selected, ...others.map(({ name }) => name)])
  const missing = settled.missing === 'pairwise' ? 'level' : settled.missing
  const whole = scopeOf(batcher.source, { ...settled, missing: 'pairwise' })
  const features = whole.features.filter(({ name }) => taken.has(name))
  const scope = withFeatures(whole, features, missing)
  const facts = await inspectTarget(batcher, scope, settled)
  const isSupervised = binningMethods[settled.discretise].supervised === true
  const { levels, target } = await fitCodings(
    batcher,
    scope,
    facts,
    { levels: features, values: [], targetLevels: true },
    { bins: settled.bins, discretise: isSupervised ? 'equal-frequency' : settled.discretise, missing },
  )
  const variables = new Map(features.map(({ name, column }) => [name, levels.get(column)!]))
  const names = others.map(({ name }) => name)
  const tests = await testPairs(batcher, scope.view, {
    chosen: selected.map((name) => variables.get(name)!),
    others: names.map((name) => variables.get(name)!),
    target: target!,
  })
  const copies = new Map(others.flatMap((record) => copiedBy(record, chosen)))
  const untested = new Set<string>()
  const ofColumns = selected.map((feature, i): StandInsOfColumn => {
    const known = tests[i].find((one) => one !== null)
    const isAlone = known && !isRelated(known.chosenWithTarget, 1)
    const standIns = names.flatMap((name, place): StandIn[] => {
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
      information: known?.chosenWithTarget.bits ?? null,
      ...(isAlone && {
        why: `alone it tells nothing significant of ${facts.name}, so only copies of it are known to tell as much`,
      }),
      standIns: standIns.sort(byInformation),
    }
  })
  return { columns: ofColumns, untested: [...untested].sort(byCodePoint) }
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

interface Pairs {
  readonly chosen: readonly Variable[]
  readonly others: readonly Variable[]
  readonly target: Variable
}

/** The tests of each chosen column with each other one; null where their table is too large. */
async function testPairs(
  batcher: RequestBatcher,
  view: CountsRequest['view'],
  { chosen, others, target }: Pairs,
): Promise<readonly (readonly (StandInTests | null)[])[]> {
  const sizeOf = ({ coding }: Variable) => countLevels(coding!)
  const tests = chosen.map(() => others.map((): StandInTests | null => null))
  let sums: EntropySums | null = null
  let batch: { readonly i: number; readonly places: number[] }[] = []
  let cells = 0
  const count = async () => {
    const requests = batch.map(({ i, places }): CountsRequest => {
      const each = places.map((place) => others[place])
      return { kind: 'counts', family: { base: [chosen[i], target], each }, view }
    })
    const answers = await batcher.requestOnce(requests)
    for (const [at, { i, places }] of batch.entries()) {
      for (const [one, place] of places.entries()) {
        const table = answers[at][one]
        sums ??= new EntropySums(wholeRows(table.cells))
        tests[i][place] = standInTests(table, sums)
      }
    }
    batch = []
    cells = 0
  }
  for (const [i, one] of chosen.entries()) {
    for (const [place, other] of others.entries()) {
      const own = sizeOf(one) * sizeOf(target) * sizeOf(other)
      if (own > limits.cells) continue
      if (cells + own > cellsAtATime) await count()
      const last = batch.at(-1)
      if (last?.i === i) last.places.push(place)
      else batch.push({ i, places: [place] })
      cells += own
    }
  }
  if (batch.length > 0) await count()
  return tests
}

/** The rows of a table; each is of as many, as no value is missing in it. */
function wholeRows(cells: Float64Array): number {
  if (cells.every(Number.isInteger)) return cells.reduce((sum, count) => sum + count, 0)
  throw new CribaError(
    'unsuitable',
    'unsuitable weights: alternatives test whole rows (use whole weights, or leave alternatives out)',
  )
}
