import { readsOf } from '../criteria/criterion.ts'
import type { Reads, Types } from '../criteria/criterion.ts'
import { findMerit } from '../criteria/registry.ts'
import type { SubsetCriterion, SubsetMethod } from '../criteria/subset-criterion.ts'
import type { Source } from '../sources/source.ts'
import { CribaError, unknownName } from '../spec/error.ts'
import { parseMethod } from '../spec/method-text.ts'
import type { MethodSpec } from '../spec/method-text.ts'
import { resolveOptions } from '../spec/options.ts'
import type { OptionValue } from '../spec/options.ts'
import type { RankSpec, SettledDataSpec, SettledScoreSpec } from '../spec/rank-spec.ts'
import type { Variable } from '../statistics/variable.ts'
import type { Warning } from '../trace/warning.ts'
import { typesOf } from './assignment.ts'
import type { Codings, Wanted } from './codings.ts'
import { columnsInPlay } from './play.ts'
import type { Play, PlayedColumn } from './play.ts'
import { targetFor } from './target.ts'
import type { TargetFacts } from './target.ts'

/** A criterion of sets with its options resolved. */
export interface ChosenMerit {
  readonly criterion: SubsetCriterion
  readonly options: Readonly<Record<string, OptionValue>>
}

/** A criterion and the set as it reads it. */
export interface PlacedSet extends ChosenMerit {
  readonly set: readonly Variable[]
  readonly given: readonly Variable[]
  readonly target: Variable | null
  readonly warning?: Warning
}

/** The columns of a set, then those it is conditioned on, and the target; only the rows complete in all of them. */
export function playSet(
  source: Source,
  spec: SettledDataSpec & Pick<SettledScoreSpec, 'features' | 'given'>,
): Play {
  const names = source.columns.map(({ name }) => name)
  const wanted = [...spec.features, ...spec.given]
  if (spec.features.length === 0) throw new CribaError('missing', 'missing features: the set names none')
  wanted.forEach((name, i) => {
    if (!names.includes(name)) throw unknownName('feature', name, names)
    if (wanted.indexOf(name) < i) throw new CribaError('invalid', `invalid features: ${name} is named twice`)
    if (name === spec.target) throw new CribaError('invalid', `invalid features: ${name} (it is the target)`)
    if (name === spec.weights)
      throw new CribaError('invalid', `invalid features: ${name} (it holds the weights)`)
  })
  for (const name of spec.drop) {
    if (!names.includes(name)) throw unknownName('column to drop', name, names)
    if (wanted.includes(name)) throw new CribaError('invalid', `invalid drop: ${name} (it is of the set)`)
  }
  const others = names.filter(
    (name) => !wanted.includes(name) && name !== spec.target && name !== spec.weights,
  )
  const missing = spec.missing === 'pairwise' ? 'complete' : spec.missing
  const play = columnsInPlay(source, { ...spec, drop: others, missing })
  return { ...play, features: wanted.map((name) => play.features.find((column) => column.name === name)!) }
}

/** Finds the criteria of sets a spec names, each with its options. */
export function chooseMerits(by: NonNullable<RankSpec['by']>): readonly ChosenMerit[] {
  if (by.length === 0) throw new CribaError('missing', 'missing methods: by names none')
  const seen = new Set<string>()
  return by.map((given) => {
    const { criterion, options } = resolveMerit(given)
    const resolved = resolveOptions(criterion.id, criterion.options, options)
    const key = JSON.stringify([criterion.id, resolved])
    if (seen.has(key)) throw new CribaError('invalid', `invalid methods: ${criterion.id} is named twice`)
    seen.add(key)
    return { criterion, options: resolved }
  })
}

function resolveMerit(given: NonNullable<RankSpec['by']>[number]) {
  if (typeof given === 'function') return { criterion: (given as SubsetMethod).criterion, options: {} }
  const { method, options = {} } = typeof given === 'string' ? parseMethod(given) : (given as MethodSpec)
  return { criterion: findMerit(method), options }
}

/** Which columns the criteria read by values and which by levels. */
export function wantedBySet(merits: readonly ChosenMerit[], play: Play, facts: TargetFacts): Wanted {
  const reads = merits.map((merit) => readsOfSet(merit, typesOf(play)))
  merits.forEach(({ criterion }, i) => targetFor(criterion, reads[i].target, play, facts))
  const areRead = ({ type }: PlayedColumn, how: string) =>
    reads.some(({ features }) => features[type] === how)
  return {
    levels: play.features.filter((column) => areRead(column, 'levels')),
    values: play.features.filter((column) => areRead(column, 'values') || areRead(column, 'distances')),
    targetLevels: reads.some(({ target }) => target === 'levels'),
  }
}

/** The set as a criterion reads it; a column it cannot read is an error, as the user named it. */
export function placeSet(
  merit: ChosenMerit,
  play: Play,
  facts: TargetFacts,
  codings: Codings,
  { features, missing: policy }: SettledScoreSpec,
): PlacedSet {
  const size = features.length
  const { criterion } = merit
  const reads = readsOfSet(merit, typesOf(play))
  const target = targetFor(criterion, reads.target, play, facts, codings.target)
  const variables = play.features.map(({ name, type, column, missing }) => {
    const how = reads.features[type]
    if (!how) {
      const needs = type === 'numeric' ? 'levels' : 'numbers'
      throw new CribaError(
        'unsuitable',
        `unsuitable column for ${criterion.id}: ${name} is ${type} (needs ${needs})`,
      )
    }
    if (how !== 'levels' && policy === 'level' && missing > 0) {
      throw new CribaError(
        'unsuitable',
        `unsuitable column for ${criterion.id}: ${name} has missing values (numbers have no level of their own)`,
      )
    }
    return codings[how === 'levels' ? 'levels' : 'values'].get(column)!
  })
  if (variables.length > size && !criterion.conditional) {
    throw new CribaError('invalid', `invalid given: ${criterion.id} is not conditioned on other columns`)
  }
  return {
    ...merit,
    set: variables.slice(0, size),
    given: variables.slice(size),
    target,
    ...(reads.warning && {
      warning: { code: 'mixed-estimators', message: `${criterion.id}: ${reads.warning}` },
    }),
  }
}

function readsOfSet({ criterion, options }: ChosenMerit, types: Types): Reads {
  return readsOf(criterion, options, types)
}
