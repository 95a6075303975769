import { CribaError, methodText } from '#core'
import type { ColumnType, SettledSelectSpec } from '#core'
import { isSignificance, readsOf } from '#methods'
import type { Search } from '#methods'
import { chooseSelection } from './chosen-selection.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { nameOfSearch } from './method-parts.ts'
import { refuseLevel } from './neighbour-test.ts'
import type { Scorer } from './scorer.ts'

/** Refuses a criterion, a search and a spec that do not fit together. */
export function checkTogether(
  { record: search, options }: ChosenSelection['search'],
  scorer: Scorer,
  spec: SettledSelectSpec,
): void {
  checkSizes(search, options, scorer)
  checkRescoring(search, scorer)
  checkIndependence(search, options, scorer, spec)
  checkStatistics(spec, scorer)
  checkBounds(search, scorer, spec)
  checkStart(spec, search)
  checkFit(spec, scorer)
  checkTests(search, options, scorer, spec)
  checkCosts(search, scorer, spec)
  checkLandscape(spec, search, scorer)
}

/**
 * Only rankings, and learners on held-out rows, read the time until an event: others, and tests of gains,
 * would read it as a number.
 */
export function checkEvents(
  { record: search }: ChosenSelection['search'],
  { criterion, options, can }: Scorer,
  stop: string | null,
): void {
  const refuse = (what: string, remedy: string) =>
    new CribaError('unsuitable', `unsuitable ${what}: it takes no time until an event as target (${remedy})`)
  const types = { features: new Set<ColumnType>(), size: 0, target: 'numeric', task: 'survival' } as const
  const { target } = readsOf(criterion, options, types)
  if (!can.count || (target !== null && target !== 'events')) {
    throw refuse(`criterion: ${criterion.id}`, 'use cox-score, log-rank, concordance or cv')
  }
  const isTaken = search.id === 'ranking' || (target !== null && (search.rescores || can.compareSizes))
  if (!isTaken) throw refuse(`search: ${search.id}`, 'use search ranking')
  if (stop !== null && isSignificance(stop)) throw refuse(`stop: ${stop}`, 'use cut fdr:0.05, or k')
}

/** A search that compares pairs with single columns takes only scores that are merits of sets. */
function checkSizes(
  search: Search,
  options: ChosenSelection['search']['options'],
  { can, criterion }: Scorer,
): void {
  if (can.compareSizes || !search.comparesSizes?.(options)) return
  throw new CribaError(
    'unsuitable',
    `unsuitable lookahead for ${criterion.id}: its scores are not merits of sets, so pairs cannot be compared with single columns (use joint, or joint-mi)`,
  )
}

/** A search that scores the remaining columns again takes only what scores them all at once. */
function checkRescoring({ id, rescores }: Search, { can, criterion }: Scorer): void {
  if (!rescores || can.rescore) return
  throw new CribaError(
    'unsuitable',
    `unsuitable search for ${criterion.id}: ${id} ranks the remaining columns again (use backward, or a ranker such as relieff)`,
  )
}

/**
 * A search that tests independence takes only information of levels, by partial correlation the linear fit of
 * numbers, or by local permutations information by neighbours, and single columns without costs.
 */
function checkIndependence(
  search: Search,
  { test, alpha }: ChosenSelection['search']['options'],
  { can, criterion }: Scorer,
  spec: SettledSelectSpec,
): void {
  if (!search.testsIndependence) return
  const unsuitable = (does: string) =>
    new CribaError('unsuitable', `unsuitable search for ${criterion.id}: ${search.id}${does}`)
  if (test === 'fisher-z') {
    if (!(can.partialF && can.bound))
      throw unsuitable(':test=fisher-z tests partial correlations (use criterion sse)')
  } else if (test === 'cmi-knn') {
    if (!can.testNeighbours)
      throw unsuitable(':test=cmi-knn tests information by neighbours (use criterion joint-mi)')
    refuseLevel(Number(alpha))
  } else if (!can.testIndependence) {
    throw unsuitable(
      ' tests independence (use criterion joint, or of numbers sse with test=fisher-z, or joint-mi with test=cmi-knn)',
    )
  }
  const name = nameOfSearch(spec, search)
  if (Object.keys(spec.groups).length > 0) {
    throw new CribaError('invalid', `invalid groups: ${name} tests single columns (leave them out)`)
  }
  if (spec.costs !== null) {
    throw new CribaError(
      'invalid',
      `invalid costs: ${name} tests columns, and a test knows no costs (leave them out)`,
    )
  }
}

/** A search with a start of its own takes no other. */
function checkStart(spec: SettledSelectSpec, search: Search): void {
  if (spec.startFrom === null || search.starts) return
  const name = nameOfSearch(spec, search)
  throw new CribaError('invalid', `invalid startFrom: ${name} has its own start (use forward, or backward)`)
}

/** A search that bounds sets by their supersets takes only criteria that no column makes worse. */
function checkBounds(
  { id, monotone }: Search,
  { can, criterion }: Scorer,
  { costs, budget }: SettledSelectSpec,
): void {
  if (!monotone) return
  if (costs !== null && budget?.cost === undefined) {
    throw new CribaError(
      'unsuitable',
      `unsuitable costs for ${id}: a score divided by its cost gives no bound (set a budget of cost, or use exhaustive)`,
    )
  }
  if (can.bound) return
  throw new CribaError(
    'unsuitable',
    `unsuitable search for ${criterion.id}: ${id} relies on bounds, and another column can make the score worse (use exhaustive, or sse, consistency, joint-mi:estimator=plug-in)`,
  )
}

/** A partial F-test is only for linear fits. */
function checkFit(spec: SettledSelectSpec, { can }: Scorer): void {
  const { stop } = spec
  if (stop?.split(':')[0] !== 'partial-f') return
  refuseLawOfF(`stop: ${stop}`, spec)
  if (can.partialF) return
  throw new CribaError('invalid', `invalid stop: ${stop} (it tests a linear fit: use criterion sse)`)
}

/** The law of F holds for rows that are exchangeable one by one. */
function refuseLawOfF(what: string, { group, strata, time }: SettledSelectSpec): void {
  const by = Object.entries({ group, strata, time }).find(([, name]) => name !== null)
  if (!by) return
  throw new CribaError(
    'unsuitable',
    `unsuitable ${what} (the law of F is of independent rows, not by ${by.join(' ')}: use k, or jmi, whose permutations respect it)`,
  )
}

/** A search that tests linear fits tests no other criterion. */
function checkTests(
  { id, testsFits, options: table }: Search,
  options: ChosenSelection['search']['options'],
  { can, asSpec }: Scorer,
  spec: SettledSelectSpec,
): void {
  if (!testsFits) return
  const given = testsFits.find((name) => options[name] !== table[name].default)
  const isTested = can.partialF && can.bound
  if (isTested) refuseLawOfF(`search: ${id}`, spec)
  if (given !== undefined && !isTested) {
    throw new CribaError(
      'invalid',
      `invalid ${given}: ${options[given]} (${id} by ${methodText(asSpec)} tests nothing: use sse)`,
    )
  }
}

/** A cost multiplies residuals, but no p-value, and no score that already has a charge for each column. */
function checkCosts(
  { id, testsFits }: Search,
  { can, asSpec }: Scorer,
  { costs, budget }: SettledSelectSpec,
): void {
  if (costs === null || budget?.cost !== undefined || !can.partialF) return
  if (can.bound && !testsFits) return
  throw new CribaError(
    'unsuitable',
    `unsuitable costs for ${id} by ${methodText(asSpec)}: it knows no costs (set a budget of cost, or use forward by sse)`,
  )
}

/** A search of candidates has no sets to list. */
function checkLandscape(spec: SettledSelectSpec, search: Search, { can }: Scorer): void {
  const { landscape } = spec
  if (landscape === null || !can.step) return
  const name = nameOfSearch(spec, search)
  throw new CribaError('invalid', `invalid landscape: ${landscape} (${name} lists no sets; use exhaustive)`)
}

/** Refuses parts of a spec that need statistics, where the criterion is a function that gives none. */
function checkStatistics({ stop, cut, pareto, given }: SettledSelectSpec, { can, criterion }: Scorer): void {
  if (given.length > 0 && !can.count) {
    throw new CribaError(
      'unsuitable',
      `unsuitable given: ${criterion.id} is a function, of whose scores nothing is known (leave out given, and let the function read ${given.join(', ')})`,
    )
  }
  if (pareto !== null && can.compareSizes && !can.pareto) {
    throw new CribaError(
      'invalid',
      'invalid pareto: a front needs two criteria by name, and one is a function',
    )
  }
  if (can.test) return
  if (stop !== null && isSignificance(stop)) {
    throw new CribaError(
      'invalid',
      `invalid stop: ${stop} (a function has no null distribution: use gain:0.01, or k)`,
    )
  }
  if (cut?.split(':')[0] === 'fdr') {
    throw new CribaError(
      'invalid',
      `invalid cut: ${cut} (a function has no p-values: use top, share or above)`,
    )
  }
}

/**
 * Refuses alternatives that nothing could judge, before the search begins; `inner` is the spec of what looks
 * at the rows.
 */
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
