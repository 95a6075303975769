import { methodText, resolveOptions, version } from '#core'
import type {
  Catalogue,
  CatalogueEntry,
  ColumnType,
  LearnerEntry,
  MethodSpec,
  OptionRule,
  OptionTable,
  OptionValue,
  SearchEntry,
} from '#core'
import {
  findAnyCriterion,
  findSearch,
  learners,
  rankers,
  readsOf,
  searches,
  setCriteria,
  stepCriteria,
} from '#methods'
import type { Learner, RankCriterion, Reads, Search, StepCriterion, SubsetCriterion } from '#methods'
import type { OuterMethod } from './outer/outer-method.ts'
import { outerMethods } from './outer/registry.ts'
import { namedMethods } from './scope/named-methods.ts'
import type { NamedMethod } from './scope/named-methods.ts'

/**
 * Rankers, criteria of candidates, and criteria of sets; a criterion of sets that also ranks is listed once.
 */
const all = [
  ...rankers.filter(({ id }) => !setCriteria.some((merit) => merit.id === id)),
  ...stepCriteria,
  ...setCriteria,
]

/** Every method, search and learner of criba, as data. */
export function wholeCatalogue(): Catalogue {
  return {
    criba: version,
    command: 'methods',
    methods: [...all.map(entryOf), ...namedMethods.map(entryOfNamed), ...outerMethods.map(entryOfOuter)],
    searches: searches.map(entryOfSearch),
    learners: learners.map(entryOfLearner),
  }
}

function entryOf(criterion: RankCriterion | StepCriterion | SubsetCriterion): CatalogueEntry {
  const {
    id,
    shape,
    title,
    better,
    signed,
    units,
    pValue,
    options,
    formula,
    reference,
    features,
    target,
    twoClasses,
    readsBlocks,
  } = criterion
  return {
    id,
    shape,
    title,
    types: {
      features: (['numeric', 'categorical'] as const).filter((type) => features[type] !== null),
      target: targetTypes(target, twoClasses ?? false),
    },
    ...(readsBlocks && { blocks: readsBlocks }),
    ...(shape === 'subset' && rankers.some((ranker) => ranker.id === id) && { ranks: true as const }),
    better,
    ...(signed && { signed }),
    units,
    ...(pValue !== undefined && { pValue }),
    options,
    formula,
    source: reference,
  }
}

/** A criterion with a search, under the name of the pair. */
function entryOfNamed({ id, criterion, search, facts }: NamedMethod): CatalogueEntry {
  const record = findAnyCriterion(criterion.method)!
  const {
    shape,
    title,
    options,
    source,
    ranks: _,
    ...rest
  } = entryOf({
    ...record,
    ...readsAsNamed(record, criterion),
  })
  const found = findSearch(search.method)
  const ownOptions = withDefaults(options, criterion.options)
  return {
    ...rest,
    id,
    shape,
    search: search.method,
    title: `${title}, ${found.title.toLowerCase()}`,
    // Those of the criterion come first, and go before those of the search.
    options: { ...ownOptions, ...withDefaults(found.options, search.options), ...ownOptions },
    source: [...new Set([source, found.reference].flatMap((of) => of.split('; ')))]
      .filter((of) => of !== 'by definition')
      .join('; '),
    ...facts,
  }
}

/** A method that resamples another, which may be any: so it takes what that takes. */
function entryOfOuter({
  id,
  title,
  by,
  better,
  units,
  pValue,
  options,
  formula,
  reference,
}: OuterMethod): CatalogueEntry {
  return {
    id,
    shape: 'resampling',
    resamples: methodText(by),
    title,
    types: { features: ['numeric', 'categorical'], target: ['numeric', 'categorical'] },
    better,
    units,
    ...(pValue !== undefined && { pValue }),
    options,
    formula,
    source: reference,
  }
}

/** How a criterion reads columns under the options that a named method stands for. */
function readsAsNamed(
  record: RankCriterion | StepCriterion | SubsetCriterion,
  { options }: MethodSpec,
): Partial<Reads> {
  if (!options) return {}
  const types = { features: new Set<ColumnType>(), size: 0, target: null, task: null }
  const resolved = resolveOptions(record.id, record.options, options) as Readonly<Record<string, OptionValue>>
  return readsOf(record, resolved, types)
}

/** The options of a part of a named method, with the values that the name stands for as defaults. */
function withDefaults(options: OptionTable, named: MethodSpec['options'] = {}): OptionTable {
  const given = Object.entries(named).map(
    ([name, value]) => [name, { ...options[name], default: value } as OptionRule] as const,
  )
  return { ...options, ...Object.fromEntries(given) }
}

function entryOfSearch({
  id,
  takes,
  title,
  how,
  starts,
  paretoFront,
  rescores,
  testsIndependence,
  options,
  reference,
  ...rest
}: Search): SearchEntry {
  return {
    id,
    shape: takes,
    title,
    how,
    ...('monotone' in rest && { monotone: rest.monotone }),
    ...(rescores && { rescores }),
    ...(testsIndependence && { testsIndependence }),
    ...(starts && { starts }),
    ...(paretoFront && { paretoFront }),
    options,
    source: reference,
  }
}

function entryOfLearner({ id, title, tasks, features, metrics, options, reference }: Learner): LearnerEntry {
  return { id, title, tasks, features, metrics, options, source: reference }
}

function targetTypes(target: RankCriterion['target'], twoClasses: boolean): readonly string[] {
  if (target === 'values' || target === 'distances') return ['numeric']
  if (target === 'levels' || target === 'either') return ['numeric', 'categorical']
  if (target === 'classes') return [twoClasses ? 'two classes' : 'classes']
  if (target === 'events') return ['event time']
  if (target === 'several') return ['several numbers']
  return []
}
