import type { Search } from '../../search/search.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { Chosen } from '../scope/chosen-methods.ts'
import type { AnyCriterion, ChosenSelection } from './chosen-selection.ts'
import { isFunctionCriterion } from './function-criterion.ts'

/** Refuses what of a criterion, a search and a spec does not go together. */
export function checkTogether(
  { record: search, options }: ChosenSelection['search'],
  chosen: Chosen<AnyCriterion>,
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

/** A search of sets takes criteria of sets alone. */
function checkShape({ id, takes }: Search, criterion: AnyCriterion): void {
  if (takes === 'step' || criterion.shape === 'subset') return
  throw new CribaError(
    'unsuitable',
    `unsuitable search for ${criterion.id}: ${id} looks at whole sets (use forward, or joint-mi)`,
  )
}

/** A search that sets pairs beside single columns takes scores that are merits of sets alone. */
function checkSizes(
  search: Search,
  options: ChosenSelection['search']['options'],
  criterion: AnyCriterion,
): void {
  if (search.takes !== 'step' || !search.comparesSizes?.(options)) return
  if (criterion.shape === 'subset' || (criterion.shape === 'step' && criterion.ofSets)) return
  throw new CribaError(
    'unsuitable',
    `unsuitable lookahead for ${criterion.id}: its scores are no merits of sets, so pairs cannot be compared with single columns (use joint, or joint-mi)`,
  )
}

/** A search that begins in its own way cannot begin elsewhere. */
function checkStart({ startFrom }: SettledSelectSpec, { id, starts }: Search): void {
  if (startFrom === null || starts) return
  throw new CribaError('invalid', `invalid startFrom: ${id} begins in its own way (use forward, or backward)`)
}

/** A search that bounds sets by what holds them takes only criteria that no column makes worse. */
function checkMonotone(
  search: Search,
  { criterion, options }: Chosen<AnyCriterion>,
  { costs, budget }: SettledSelectSpec,
): void {
  if (search.takes === 'step' || !search.monotone) return
  if (costs !== null && budget?.cost === undefined) {
    throw new CribaError(
      'unsuitable',
      `unsuitable costs for ${search.id}: a score by its price is no bound (give a budget of cost, or use exhaustive)`,
    )
  }
  const monotone = criterion.shape === 'subset' ? criterion.monotone : undefined
  if (typeof monotone === 'function' ? monotone(options) : monotone) return
  throw new CribaError(
    'unsuitable',
    `unsuitable search for ${criterion.id}: ${search.id} proves by bounds, and a column more can make it worse (use exhaustive, or sse, consistency, joint-mi:estimator=plug-in)`,
  )
}

/** A partial F tests what a linear fit leaves, and nothing else. */
function checkFit({ stop }: SettledSelectSpec, criterion: AnyCriterion): void {
  if (stop?.split(':')[0] !== 'partial-f' || 'ofLeastSquares' in criterion) return
  throw new CribaError('invalid', `invalid stop: ${stop} (it tests a linear fit: use criterion sse)`)
}

/** A search of candidates looks at no sets that it could list. */
function checkLandscape({ landscape }: SettledSelectSpec, { id, takes }: Search): void {
  if (landscape === null || takes === 'subset') return
  throw new CribaError('invalid', `invalid landscape: ${landscape} (${id} lists no sets; use exhaustive)`)
}

/** What a function has no answer to. */
function checkFunction({ stop, cut, pareto }: SettledSelectSpec, criterion: AnyCriterion): void {
  if (!isFunctionCriterion(criterion)) return
  if (pareto !== null) {
    throw new CribaError(
      'invalid',
      'invalid pareto: a front is of two criteria by name, and one is a function',
    )
  }
  if (stop?.split(':')[0] === 'significance') {
    throw new CribaError(
      'invalid',
      `invalid stop: ${stop} (what chance does to a function is not known: use gain:0.01, or k)`,
    )
  }
  if (cut?.split(':')[0] === 'fdr') {
    throw new CribaError(
      'invalid',
      `invalid cut: ${cut} (a function has no p-values: use top, share or above)`,
    )
  }
}
