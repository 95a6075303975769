import { CribaError, outerMethodIds, parseMethod, resolveOptions } from '#core'
import type { MethodSpec, OptionTable, OptionValue, RankSpec } from '#core'
import { underOptions } from '#methods'
import type {
  CriterionFacts,
  RankCriterion,
  RankMethod,
  StepCriterion,
  StepMethod,
  SubsetCriterion,
  SubsetMethod,
} from '#methods'
import { namedMethods } from './named-methods.ts'

/** A method of the spec with its options resolved. */
export interface ChosenCriterion<C> {
  readonly criterion: C
  readonly options: Readonly<Record<string, OptionValue>>
}

/**
 * Finds the methods of a spec, each with its options; `seed` is that of the analysis. A name is looked up; a
 * method's function, registered or the user's own, gives its record. No method at all, or the same method
 * with the same options twice, is an error.
 */
export function chooseMethods<C extends CriterionFacts<OptionTable>>(
  by: NonNullable<RankSpec['by']>,
  find: (id: string) => C,
  take: (criterion: RankCriterion | StepCriterion | SubsetCriterion) => C,
  seed: number,
): readonly ChosenCriterion<C>[] {
  if (by.length === 0) throw new CribaError('missing', 'missing methods: by is empty')
  const seen = new Set<string>()
  return by.map((given) => {
    const { criterion, options } = resolve(given)
    const resolved = resolveOptions(criterion.id, criterion.options, options, seed)
    const key = JSON.stringify([criterion.id, resolved])
    if (seen.has(key)) throw new CribaError('invalid', `invalid methods: ${criterion.id} is named twice`)
    seen.add(key)
    return { criterion: underOptions(criterion, resolved), options: resolved }
  })

  function resolve(given: NonNullable<RankSpec['by']>[number]) {
    if (typeof given === 'function') {
      const { criterion } = given as Partial<RankMethod | StepMethod | SubsetMethod>
      if (!criterion) throw noMethod('a function', 'one made by defineRank or defineSubset')
      return { criterion: take(criterion), options: {} }
    }
    const { method, options = {} } = typeof given === 'string' ? parseMethod(given) : (given as MethodSpec)
    const named = namedMethods.find(({ id }) => id === method)
    if (named) {
      const { criterion, search } = named
      throw new CribaError(
        'unsuitable',
        `unsuitable method: ${method} is ${criterion.method} with a search, ${search.method} (use select, or ${criterion.method})`,
      )
    }
    if (outerMethodIds.some((id) => id === method)) {
      throw new CribaError(
        'unsuitable',
        `unsuitable method: ${method} selects columns by resampling (use select)`,
      )
    }
    return { criterion: find(method), options }
  }
}

/** Callers without types may pass anything. */
function noMethod(given: string, needs: string): CribaError {
  return new CribaError('invalid', `invalid method: ${given} (needs ${needs})`)
}
