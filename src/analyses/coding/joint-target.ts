import { allRows, CribaError, targetInText, targetNames, unknownName } from '#core'
import type { DataFacts, DataSpec, JointPart, Run, SettledDataSpec, Source, Target } from '#core'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import type { OneTarget } from '../scope/one-target.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import { defaultBins } from './codings.ts'
import { cutterOf, cutsOfColumn } from './fitting-requests.ts'
import { newName, textOfLevel, withJointOnce } from './joint-levels.ts'

/** A result as an analysis of one target makes it. */
interface Result {
  readonly data: DataFacts
  readonly spec: { readonly target: Target | null; readonly bins: number | null }
}

/** An analysis of the joint column of several targets; its result has the spec that was given. */
export async function underJointTarget<S extends DataSpec, R extends object>(
  source: Source,
  spec: S,
  settled: SettledDataSpec,
  run: Run,
  analyse: (source: Source, spec: S) => Promise<R>,
): Promise<R> {
  const { bins, ...one } = await jointTarget(source, spec, settled, run)
  const found = (await analyse(one.source, one.spec)) as R & Result
  const { target } = settled
  return {
    ...found,
    data: { ...found.data, target },
    // The same bins cut the targets again.
    spec: { ...found.spec, target, ...(bins !== undefined && { bins }) },
  }
}

/**
 * The joint column of several targets: its levels are the combinations that occur, and a row that lacks one of
 * them has none. Numbers are read as one numeric target is: few of them are classes, more are cut. Then all
 * numbers of the run are cut into as many bins, by default as many as leave five rows a cell in the table of
 * two columns and all targets.
 */
export async function jointTarget<S extends DataSpec>(
  source: Source,
  spec: S,
  settled: SettledDataSpec,
  run: Run,
): Promise<OneTarget<S> & { readonly bins?: number | null }> {
  const names = targetNames(settled.target)
  if (names.length < 2) return { source, spec: { ...spec, target: settled.target } }
  checkTargets(source, names, settled)
  const { progress: _, on: __, ...quiet } = run
  const batcher = new RequestBatcher(source, quiet)
  const scopes = names.map((target) => scopeOfPart(source, target, names, settled))
  const facts: TargetFacts[] = []
  for (const scope of scopes) facts.push(await inspectTarget(batcher, scope, { ...settled, task: null }))
  const bins = binsOf(facts, settled)
  const of: JointPart[] = []
  for (const [i, scope] of scopes.entries()) of.push(await partOf(batcher, scope, facts[i], bins, settled))

  const joint = { name: newName(targetInText(names), source), of }
  const found = await withJointOnce(source, joint)
  const isCut = facts.some(({ classes }) => !classes)
  // A discretiser that chooses the bins of each column itself takes no number of them.
  const choosesBins = cutterOf(settled).bins === 'own'
  return {
    source: found,
    spec: { ...spec, target: joint.name, ...(isCut && { bins: choosesBins ? null : bins }) },
    ...(isCut && { bins: choosesBins ? settled.bins : bins }),
  }
}

/** Refuses targets that are no columns or make no joint column, or that the spec names for something else too. */
function checkTargets(source: Source, names: readonly string[], settled: SettledDataSpec): void {
  checkNames(source, names, settled)
  if (!source.withJoint) {
    throw new CribaError(
      'unsuitable',
      `unsuitable target: ${targetInText(names)} (the source ${source.name} takes one target: name one)`,
    )
  }
  if (settled.task === 'regression' || settled.task === 'unsupervised') {
    throw new CribaError(
      'invalid',
      `invalid task: ${settled.task} (the joint levels of ${targetInText(names)} are classes: leave it out)`,
    )
  }
}

/** Refuses targets that are no columns, that are named twice, or for something else too. */
export function checkNames(source: Source, names: readonly string[], settled: SettledDataSpec): void {
  const twice = names.find((name, place) => names.indexOf(name) < place)
  if (twice !== undefined) throw new CribaError('invalid', `invalid target: ${twice} (it is named twice)`)
  const known = source.columns.map(({ name }) => name)
  for (const name of names) if (!known.includes(name)) throw unknownName('target', name, known)
  const isTarget = new Set(names)
  for (const [part, given] of Object.entries(settled)) {
    if (part === 'target' || part === 'types') continue
    const named = [given].flat().find((one) => typeof one === 'string' && isTarget.has(one))
    if (named !== undefined && namingColumns.has(part)) {
      throw new CribaError('invalid', `invalid ${part}: ${named as string} (it is a target)`)
    }
  }
}

/** The parts of all specs that name columns which are no targets. */
const namingColumns: ReadonlySet<string> = new Set([
  'drop',
  'weights',
  'samplingWeights',
  'group',
  'time',
  'key',
  'features',
  'given',
  'keep',
])

/** The scope of one of the targets, over the rows that have all of them. */
function scopeOfPart(
  source: Source,
  target: string,
  names: readonly string[],
  settled: SettledDataSpec,
): AnalysisScope {
  const scope = scopeOf(source, { ...settled, target })
  const { complete = [], sampledOver } = scope.view
  const places = names.map((name) => source.columns.findIndex((one) => one.name === name))
  const incomplete = places.filter((place) => source.columns[place].missing > 0)
  const all = [...new Set([...complete, ...incomplete])]
  return {
    ...scope,
    view: {
      ...scope.view,
      ...(all.length > 0 && { complete: all }),
      ...(sampledOver && { sampledOver: places }),
    },
  }
}

/** The bins of numbers where a target is cut. */
function binsOf(facts: readonly TargetFacts[], { bins }: SettledDataSpec): number {
  if (bins !== null) return bins
  const classes = facts.reduce((product, one) => product * Math.max(1, one.classNames.length), 1)
  const cut = facts.filter((one) => !one.classes).length
  return defaultBins(Math.min(...facts.map(({ n }) => n)), classes, 2 + cut)
}

async function partOf(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  bins: number,
  settled: SettledDataSpec,
): Promise<JointPart> {
  const { column } = facts
  if (facts.classes) {
    // Of all rows: one that a policy or a weight leaves out lacks no level.
    const [[[table]]] = await batcher.request([[levelsRequest([column], allRows)]])
    const coding = levelCoding(table)
    return { variable: { column, coding }, texts: coding.levels.map(textOfLevel) }
  }
  const { needs, levels } = cutsOfColumn(scope.view, facts, bins, settled)
  const [answers] = await batcher.request([needs])
  const { coding } = levels(answers)
  if (coding?.kind !== 'cuts') throw new TypeError(`target ${facts.name} was not cut`)
  return { variable: { column, coding }, texts: textsOfBins(coding.cuts) }
}

/** The bins of a target in words: `≤ 3.5`, `3.5 to 4`, `> 4`, with as few digits as tell them apart. */
function textsOfBins(cuts: readonly number[]): readonly string[] {
  if (cuts.length === 0) return ['any']
  const shown = (digits: number) => cuts.map((cut) => String(Number(cut.toPrecision(digits))))
  let texts = shown(3)
  for (let digits = 4; digits <= 17 && new Set(texts).size < cuts.length; digits++) texts = shown(digits)
  return [`≤ ${texts[0]}`, ...texts.slice(1).map((text, i) => `${texts[i]} to ${text}`), `> ${texts.at(-1)}`]
}
