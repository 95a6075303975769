import {
  applicableOptions,
  CribaError,
  isOuterMethod,
  parseMethod,
  resolveOptions,
  settleSelect,
} from '#core'
import type { MethodSpec, SelectResult, SelectSpec, SettledSelectSpec, Source, Warning } from '#core'
import type { SelectRun } from '../selection/checkpoint.ts'
import { methodOf } from '../selection/method-parts.ts'
import { selectOnce } from '../selection/run-selection.ts'
import type { AfterSearch } from '../selection/run-selection.ts'
import { withoutColumns } from '../selection/taken-columns.ts'
import type { OuterMethod } from './outer-method.ts'
import { outerMethods } from './registry.ts'
import { withSavedParts } from './with-saved-parts.ts'

/** An outer method with the options given, and the spec of what it resamples. */
interface GivenOuter {
  readonly record: OuterMethod
  readonly given: MethodSpec
  readonly inner: SettledSelectSpec
}

/**
 * Selects columns by any method: one of the analyses, or one that resamples them, also where one starts or
 * filters another.
 */
export async function selectAny(
  source: Source,
  spec: SelectSpec,
  run: SelectRun = {},
  after: AfterSearch = {},
): Promise<SelectResult> {
  const settled = settleSelect(spec)
  refuseLeakingPrefilter(settled)
  const prepared = await withoutOuterParts(source, settled, run)
  const outer = outerOf(prepared.spec)
  const result = outer
    ? await selectByOuter(source, outer, prepared.spec, run)
    : await selectOnce(source, prepared.spec, run, after)
  return prepared.restore(result)
}

/**
 * The spec of what a selection does with the rows: that of the method inside, where an outer method resamples
 * it.
 */
export function innerSpecOf(settled: SettledSelectSpec): SettledSelectSpec {
  return outerOf(settled)?.inner ?? settled
}

/** The outer method that a spec names; null if it names another. */
export function outerOf(settled: SettledSelectSpec): GivenOuter | null {
  if (settled.method === null) return null
  const given = methodOf(settled.method)
  if (!isOuterMethod(given.method)) return null
  const record = outerMethods.find(({ id }) => id === given.method)!
  const inner = {
    ...settled,
    method: null,
    criterion: settled.criterion ?? record.by,
    k: null,
    evidence: false,
    why: null,
  } as const
  return { record, given, inner }
}

/** Parts of a spec that say how one search goes, which an outer method leaves to itself. */
const partsOfOneSearch = ['stop', 'cut', 'why', 'landscape', 'pareto', 'budget', 'startFrom'] as const

async function selectByOuter(
  source: Source,
  { record, given, inner }: GivenOuter,
  settled: SettledSelectSpec,
  run: SelectRun,
): Promise<SelectResult> {
  const start = performance.now()
  const { checkpoint: _, on, ...silent } = run
  refuseParts(settled, record)
  const dependent = dependentRows(settled, record)
  const options = resolveOptions(record.id, record.options, given.options, settled.seed)
  const {
    whole,
    options: decided,
    applied = applicableOptions(record.options, options),
    warnings,
    ...choice
  } = await withSavedParts(source, settled, inner, run, (once) =>
    record.choose(
      {
        source,
        inner,
        isNamed: settled.criterion !== null,
        k: settled.k,
        options,
        given: new Set(Object.keys(given.options ?? {})),
        once,
      },
      silent,
    ),
  )
  const all = [...whole.warnings, ...warnings, ...dependent]
  for (const warning of all) on?.({ kind: 'warning', warning })
  const { criba, command, data, spec, coding, columns } = whole
  return {
    criba,
    command,
    data,
    spec: {
      ...spec,
      method: { method: record.id, options: applied },
      k: settled.k,
      stop: null,
      cut: null,
    },
    coding,
    columns,
    method: record.id,
    options: decided,
    better: record.better,
    units: record.units,
    ...choice,
    warnings: all,
    seconds: (performance.now() - start) / 1000,
  }
}

/** Refuses, or warns of, rows that are not exchangeable one by one where a method takes them to be. */
function dependentRows(
  { group, strata, time }: SettledSelectSpec,
  { id, independentRows }: OuterMethod,
): readonly Warning[] {
  const by = Object.entries({ group, strata, time }).find(([, name]) => name !== null)
  if (!by || !independentRows) return []
  const assumes = `${id} takes rows to be independent, whatever ${by.join(' ')} says`
  if (independentRows === 'needed') {
    throw new CribaError(
      'unsuitable',
      `unsuitable ${by[0]}: ${assumes} (leave it out, or use jmi, whose permutations respect it)`,
    )
  }
  const message = `${assumes}: it may choose columns of noise (use jmi, whose permutations respect it)`
  return [{ code: 'dependent-rows', message }]
}

/** Refuses the parts that an outer method would not honour. */
function refuseParts(settled: SettledSelectSpec, { id, refuses = {} }: OuterMethod): void {
  const reasons: Readonly<Partial<Record<keyof SettledSelectSpec, string>>> = {
    ...Object.fromEntries(partsOfOneSearch.map((part) => [part, 'it is of one search'])),
    ...refuses,
  }
  for (const [part, why] of Object.entries(reasons)) {
    if (!isGiven(settled[part as keyof SettledSelectSpec])) continue
    throw new CribaError('invalid', `invalid ${part}: ${id} does not take it (${why}: leave it out)`)
  }
}

/** Whether a part of a spec says anything: it is not null, and no empty list. */
function isGiven(part: SettledSelectSpec[keyof SettledSelectSpec]): boolean {
  return typeof part === 'object' && part !== null ? Object.keys(part).length > 0 : part !== null
}

/** Refuses to let an outer method filter columns by all rows where rows are held out after that. */
function refuseLeakingPrefilter(settled: SettledSelectSpec): void {
  const [outer, filter] = [outerOf(settled), outerIn(settled.prefilter)]
  if (!outer?.record.holdsOut || !filter) return
  throw new CribaError(
    'unsuitable',
    `unsuitable prefilter for ${outer.record.id}: ${filter.method} would choose from the rows held out too (use a ranking, as mutual-information:top=50)`,
  )
}

/** A spec whose start and prefilter are no outer methods, and what puts them back into the result. */
interface PreparedSpec {
  readonly spec: SettledSelectSpec
  readonly restore: (result: SelectResult) => SelectResult
}

/** Lets outer methods choose the columns to start from, and those that a prefilter leaves. */
async function withoutOuterParts(
  source: Source,
  settled: SettledSelectSpec,
  { signal, threads }: SelectRun,
): Promise<PreparedSpec> {
  const run = { ...(signal && { signal }), ...(threads !== undefined && { threads }) }
  const base = {
    ...settled,
    evidence: false,
    k: null,
    stop: null,
    cut: null,
    search: null,
    criterion: null,
  } as const
  const alone = {
    ...base,
    why: null,
    landscape: null,
    pareto: null,
    budget: null,
    prefilter: null,
    startFrom: null,
    keep: [],
    groups: {},
    costs: null,
  }
  const [first, filter] = [outerIn(settled.startFrom), outerIn(settled.prefilter)]
  let spec = settled
  let facts: SelectResult['prefilter']
  if (filter) {
    const { selected, columns } = await selectAny(source, { ...alone, method: filter }, run)
    const kept = new Set([...selected, ...settled.keep])
    const isKept = (members: readonly string[]) => members.some((name) => kept.has(name))
    for (const member of Object.values(settled.groups).filter(isKept).flat()) kept.add(member)
    if (selected.length === 0) {
      throw new CribaError('missing', `missing features: the prefilter ${filter.method} leaves none`)
    }
    const out = columns.map(({ name }) => name).filter((name) => !kept.has(name))
    facts = { method: filter.method, cut: 'chosen', features: kept.size }
    spec = { ...withoutColumns(spec, out), prefilter: null, asIs: settled.asIs }
  }
  if (first) {
    const { selected } = await selectAny(source, { ...alone, drop: spec.drop, method: first }, run)
    spec = { ...spec, startFrom: selected }
  }
  const restore = (result: SelectResult): SelectResult => ({
    ...result,
    ...(facts && {
      prefilter: facts,
      data: { ...result.data, features: result.data.features + spec.drop.length - settled.drop.length },
    }),
    spec: { ...result.spec, ...partsOf(settled) },
  })
  return first || filter ? { spec, restore } : { spec, restore: (result) => result }
}

/** The parts of a spec that `withoutOuterParts` changes. */
function partsOf({ startFrom, prefilter, drop, groups, costs }: SettledSelectSpec) {
  return { startFrom, prefilter, drop, groups, costs }
}

/** The outer method in a part of a spec; null where it names no other. */
function outerIn(part: SettledSelectSpec['startFrom' | 'prefilter']): MethodSpec | null {
  if (part === null || Array.isArray(part)) return null
  const given = typeof part === 'string' ? parseMethod(part) : (part as MethodSpec)
  return isOuterMethod(given.method) ? given : null
}
