import type { Search } from '../../search/search.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import type { AnyCriterion, ChosenSelection } from './chosen-selection.ts'
import { isFunctionCriterion } from './function-criterion.ts'

/** Refuses a criterion, a search and a spec that do not fit together. */
export function checkTogether(
  { record: search, options }: ChosenSelection['search'],
  chosen: ChosenCriterion<AnyCriterion>,
  spec: SettledSelectSpec,
): void {
  checkShape(search, chosen.criterion)
  checkSizes(search, options, chosen.criterion)
  checkFunction(spec, chosen.criterion)
  checkMonotone(search, chosen, spec)
  checkStart(spec, search)
  checkFit(spec, chosen.criterion)
  checkLandscape(spec, search)
}

/** A search of sets takes only criteria of sets. */
function checkShape({ id, takes }: Search, criterion: AnyCriterion): void {
  if (takes === 'step' || criterion.shape === 'subset') return
  throw new CribaError(
    'unsuitable',
    `unsuitable search for ${criterion.id}: ${id} compares whole sets (use forward, or joint-mi)`,
  )
}

/** A search that compares pairs with single columns takes only scores that are merits of sets. */
function checkSizes(
  search: Search,
  options: ChosenSelection['search']['options'],
  criterion: AnyCriterion,
): void {
  if (search.takes !== 'step' || !search.comparesSizes?.(options)) return
  if (criterion.shape === 'subset' || (criterion.shape === 'step' && criterion.ofSets)) return
  throw new CribaError(
    'unsuitable',
    `unsuitable lookahead for ${criterion.id}: its scores are not merits of sets, so pairs cannot be compared with single columns (use joint, or joint-mi)`,
  )
}

/** A search with a start of its own takes no other. */
function checkStart({ startFrom }: SettledSelectSpec, { id, starts }: Search): void {
  if (startFrom === null || starts) return
  throw new CribaError('invalid', `invalid startFrom: ${id} has its own start (use forward, or backward)`)
}

/** A search that bounds sets by their supersets takes only criteria that no column makes worse. */
function checkMonotone(
  search: Search,
  { criterion, options }: ChosenCriterion<AnyCriterion>,
  { costs, budget }: SettledSelectSpec,
): void {
  if (search.takes === 'step' || !search.monotone) return
  if (costs !== null && budget?.cost === undefined) {
    throw new CribaError(
      'unsuitable',
      `unsuitable costs for ${search.id}: a score divided by its cost gives no bound (set a budget of cost, or use exhaustive)`,
    )
  }
  const monotone = criterion.shape === 'subset' ? criterion.monotone : undefined
  if (typeof monotone === 'function' ? monotone(options) : monotone) return
  throw new CribaError(
    'unsuitable',
    `unsuitable search for ${criterion.id}: ${search.id} relies on bounds, and another column can make the score worse (use exhaustive, or sse, consistency, joint-mi:estimator=plug-in)`,
  )
}

/** A partial F-test is only for linear fits. */
function checkFit({ stop }: SettledSelectSpec, criterion: AnyCriterion): void {
  if (stop?.split(':')[0] !== 'partial-f' || 'ofLeastSquares' in criterion) return
  throw new CribaError('invalid', `invalid stop: ${stop} (it tests a linear fit: use criterion sse)`)
}

/** A search of candidates has no sets to list. */
function checkLandscape({ landscape }: SettledSelectSpec, { id, takes }: Search): void {
  if (landscape === null || takes === 'subset') return
  throw new CribaError('invalid', `invalid landscape: ${landscape} (${id} lists no sets; use exhaustive)`)
}

/** Refuses parts of a spec that a function cannot serve. */
function checkFunction({ stop, cut, pareto }: SettledSelectSpec, criterion: AnyCriterion): void {
  if (!isFunctionCriterion(criterion)) return
  if (pareto !== null) {
    throw new CribaError(
      'invalid',
      'invalid pareto: a front needs two criteria by name, and one is a function',
    )
  }
  if (stop?.split(':')[0] === 'significance') {
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
