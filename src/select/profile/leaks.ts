import { levelCoding, levelsRequest } from '../../coding/levels.ts'
import { correlations } from '../../measures/correlation.ts'
import { gainRatio } from '../../measures/information.ts'
import { singles } from '../../statistics/family.ts'
import type { Counts } from '../../statistics/counts.ts'
import type { EntropyRequest, MomentsRequest, OrderRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { Finding } from '../../trace/column-record.ts'
import type { Asker } from '../play/ask.ts'
import type { TargetFacts } from '../play/target.ts'
import type { Contents } from './contents.ts'

/** So little of what there is to predict may be left by a column that predicts it almost perfectly. */
const mostLeft = { classes: 0.1, numbers: 0.02 }
/** The next best column leaves so many times as much. */
const timesAsMuch = 8
/** Columns and targets of more levels are not held against each other. */
const mostLevels = 1000
const mostClasses = 20
/** So many rows share a level on the average, or levels are cut like other numbers. */
const rowsOfLevel = 10
/** So many columns that leave the least uncertainty are held against the target by their tables. */
const mostLookedAt = 10
/** Numbers that explain so much of a numeric target are compared by their ranks too. */
const worthRanking = 0.3

/** A column that a run reads by levels is looked at where these tell so much of the target. */
const leastTold = 0.1

/** How columns are looked at. */
interface Seen {
  /** Columns by the levels that a run reads, through the view `read`. */
  readonly levels: ReadonlyMap<number, Variable>
  readonly read: View
  /** The rows that have a target, each once. */
  readonly view: View
}

/** What a column alone leaves unpredicted of the target, 0 to 1. */
type Left = ReadonlyMap<Contents, number>

/**
 * Columns that predict the target almost perfectly beside the next best: the share of errors left of those of a guess by the
 * most frequent class (Goodman and Kruskal's 1 − λ), numbers cut where classes would part if they parted; of a numeric
 * target 1 − ρ², of values or of ranks.
 */
export async function leakFindings(
  asker: Asker,
  facts: TargetFacts,
  contents: readonly Contents[],
  seen: Seen,
): Promise<ReadonlyMap<Contents, Finding>> {
  const { classes, classNames, values } = facts
  if (classes && classNames.length > mostClasses) return new Map()
  const left = classes
    ? await leftOfClasses(asker, classes, await suspectsOf(asker, classes, contents, seen), seen.view)
    : values
      ? await leftOfNumbers(asker, values, contents, seen.view)
      : new Map<Contents, number>()
  const most = classes ? mostLeft.classes : mostLeft.numbers
  const suspects = [...left].filter(([, share]) => share <= most)
  const next = [...left.values()].reduce((least, share) => (share > most ? Math.min(least, share) : least), 1)
  const what = classes ? 'of the wrong guesses' : 'of the variance'
  return new Map(
    suspects
      .filter(([, share]) => share * timesAsMuch <= next)
      .map(([one, share]): readonly [Contents, Finding] => {
        const message = `alone leaves ${percent(share)} ${what} of ${facts.name}, the next best column ${percent(next)}: is it known before the target is?`
        return [one, { kind: 'leak', message }]
      }),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

/**
 * The columns that may predict the classes: of those that the run has read by levels anyway the few that tell most, and all
 * others. Bins blur where classes part, but by one bin at most.
 */
async function suspectsOf(
  asker: Asker,
  classes: Variable,
  contents: readonly Contents[],
  { levels, read, view }: Seen,
): Promise<readonly Contents[]> {
  const isRead = ({ column: { column, missing } }: Contents) => levels.has(column) && missing === 0
  const known = contents.filter(isRead)
  const each = known.map(({ column: { column } }) => levels.get(column)!)
  const pairs = { base: [classes], each }
  const alone = [classes]
  const [[x, y, joint]] = await asker.ask([
    [
      { kind: 'entropy', family: singles(each), within: pairs, view: read },
      { kind: 'entropy', family: { list: each.map(() => alone) }, within: pairs, view: read },
      { kind: 'entropy', family: pairs, view: read },
    ] as const,
  ])
  const told = known.map((_, i) => gainRatio(y, x, joint, i))
  const most = [...known.keys()]
    .filter((i) => told[i] >= leastTold)
    .sort((a, b) => told[b] - told[a])
    .slice(0, mostLookedAt)
  const suspects = [...most.map((i) => known[i]), ...contents.filter((one) => !isRead(one))]
  return withValues(asker, suspects, view)
}

/** The same columns, their numbers known value by value where these are few. */
async function withValues(
  asker: Asker,
  contents: readonly Contents[],
  view: View,
): Promise<readonly Contents[]> {
  const unknown = contents.filter(({ numbers, values }) => numbers !== null && !values)
  const requests = unknown.map(({ column: { column } }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: mostLevels, view }
  })
  const [found] = await asker.ask([requests])
  const values = new Map(unknown.map((one, i) => [one, found[i].distinct]))
  return contents.map((one) => ({ ...one, values: one.values ?? values.get(one) ?? null }))
}

async function leftOfClasses(
  asker: Asker,
  classes: Variable,
  contents: readonly Contents[],
  view: View,
): Promise<Left> {
  const byLevels = contents.filter(hasFewLevels)
  const cut = contents.filter((one) => one.numbers !== null && !byLevels.includes(one))
  const coded = [
    ...(await levelsWithGaps(asker, byLevels, view)),
    ...(await cutByClasses(asker, classes, cut, view)),
  ]
  const all = [...byLevels, ...cut]
  // Entropies of all columns, then tables of the best.
  const pairs: EntropyRequest = { kind: 'entropy', family: { base: [classes], each: coded }, view }
  const alone: EntropyRequest = { kind: 'entropy', family: singles(coded), view }
  const [[joint, own]] = await asker.ask([[pairs, alone]])
  const unsure = all.map((_, i) => joint.high[i] - own.high[i])
  const best = [...all.keys()].sort((a, b) => unsure[a] - unsure[b]).slice(0, mostLookedAt)
  const each = best.map((i) => coded[i])
  const [[tables]] = await asker.ask([[{ kind: 'counts', family: { base: [classes], each }, view } as const]])
  return new Map(best.map((place, i) => [all[place], errorsLeft(tables[i])]))
}

/** Levels so few that many rows share one. */
function hasFewLevels({ column: { type }, n, distinct, values }: Contents): boolean {
  const count = type === 'categorical' ? (distinct ?? Infinity) : (values?.length ?? Infinity)
  return count > 1 && count <= Math.min(mostLevels, n / rowsOfLevel)
}

/** Columns by their levels, with no value for one of them: what is missing may give the target away. */
async function levelsWithGaps(
  asker: Asker,
  contents: readonly Contents[],
  view: View,
): Promise<readonly Variable[]> {
  const unknown = contents.filter(({ column, values }) => column.missing > 0 && !values)
  const columns = unknown.map(({ column: { column } }) => column)
  const [tables] = await asker.ask([columns.length > 0 ? [levelsRequest(columns, view)] : []])
  const found = new Map(tables.flat().map((table, i) => [unknown[i], levelCoding(table).levels]))
  return contents.map((one): Variable => {
    const { column, missing } = one.column
    if (one.levels && missing === 0) return one.levels
    return {
      column,
      coding: { kind: 'levels', levels: one.values ?? found.get(one) ?? [], missing: 'level' },
    }
  })
}

/** Numbers cut where classes would part if they parted: the classes by their means, each with its share of the values. */
async function cutByClasses(
  asker: Asker,
  classes: Variable,
  contents: readonly Contents[],
  view: View,
): Promise<readonly Variable[]> {
  if (contents.length === 0) return []
  const each = contents.map(({ column: { column } }): Variable => ({ column, coding: null }))
  const [[{ classes: count, n, mean }]] = await asker.ask([
    [{ kind: 'moments', family: { base: [], each }, by: classes, of: 'values', view } as const],
  ])
  const orders = each.map((variable, member): OrderRequest => {
    const present = Array.from({ length: count }, (_, level) => member * count + level).filter(
      (at) => n[at] > 0,
    )
    const of = present.reduce((sum, at) => sum + n[at], 0)
    let part = 0
    const at = present
      .sort((a, b) => mean[a] - mean[b])
      .slice(0, -1)
      .map((at) => ({ part: (part += n[at]), of, side: 'lower' as const }))
    return { kind: 'order', variable, at, distinctUpTo: 0, view }
  })
  const [places] = await asker.ask([orders])
  return each.map(({ column }, i): Variable => {
    return { column, coding: { kind: 'cuts', cuts: [...new Set(places[i].values)], missing: 'level' } }
  })
}

/** 1 − λ: the errors of the best guess for each level of a column, of those of one guess for all rows. */
function errorsLeft({ levels: [classes, levels], cells }: Counts): number {
  const ofClass = new Float64Array(classes.length)
  const best = new Float64Array(levels.length)
  cells.forEach((count, cell) => {
    ofClass[Math.floor(cell / levels.length)] += count
    best[cell % levels.length] = Math.max(best[cell % levels.length], count)
  })
  const n = ofClass.reduce((sum, count) => sum + count, 0)
  const errors = n - best.reduce((sum, count) => sum + count, 0)
  const errorsOfOne = n - ofClass.reduce((most, count) => Math.max(most, count), 0)
  return errorsOfOne === 0 ? 1 : errors / errorsOfOne
}

async function leftOfNumbers(
  asker: Asker,
  target: Variable,
  contents: readonly Contents[],
  view: View,
): Promise<Left> {
  const numbers = contents.filter((one) => one.numbers !== null)
  const byLevels = contents.filter((one) => one.column.type === 'categorical' && hasFewLevels(one))
  const each = numbers.map(({ column: { column } }): Variable => ({ column, coding: null }))
  const pairs = (of: 'values' | 'ranks', each: readonly Variable[]): MomentsRequest => {
    return { kind: 'moments', family: { base: [target], each }, of, view }
  }
  const apart = byLevels.map(({ levels }): MomentsRequest => {
    return { kind: 'moments', family: { list: [[target]] }, by: levels!, of: 'values', view }
  })
  const [[values], ofLevels] = await asker.ask([each.length > 0 ? [pairs('values', each)] : [], apart])
  const left = new Map<Contents, number>()
  const rhos = each.length > 0 ? correlations(values) : []
  numbers.forEach((one, i) => left.set(one, leftBy(rhos[i].rho)))
  const worth = numbers.filter((one) => left.get(one)! <= 1 - worthRanking)
  if (worth.length > 0) {
    const ranked = worth.map((one) => each[numbers.indexOf(one)])
    const [[ranks]] = await asker.ask([[pairs('ranks', ranked)]])
    correlations(ranks).forEach(({ rho }, i) => {
      left.set(worth[i], Math.min(left.get(worth[i])!, leftBy(rho)))
    })
  }
  byLevels.forEach((one, i) => left.set(one, withinShare(ofLevels[i])))
  return left
}

function leftBy(rho: number): number {
  return Number.isNaN(rho) ? 1 : (1 - rho) * (1 + rho)
}

/** The share of the squares within levels. */
function withinShare({
  classes,
  n,
  mean,
  comoment,
}: {
  classes: number
  n: Float64Array
  mean: Float64Array
  comoment: Float64Array
}): number {
  let total = 0
  let sum = 0
  for (let level = 0; level < classes; level++) {
    total += n[level]
    sum += n[level] > 0 ? n[level] * mean[level] : 0
  }
  const centre = sum / total
  let within = 0
  let between = 0
  for (let level = 0; level < classes; level++) {
    if (n[level] === 0) continue
    within += comoment[level]
    between += n[level] * (mean[level] - centre) * (mean[level] - centre)
  }
  return within + between > 0 ? within / (within + between) : 1
}
