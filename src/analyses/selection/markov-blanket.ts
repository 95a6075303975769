import { resolveOptions } from '#core'
import type { MethodSpec, OptionValue } from '#core'
import { earlyDropping, hiton, incrementalAssociation, maxMin } from '#methods'
import type { Search } from '#methods'
import type { NamedMethodId } from '../scope/named-methods.ts'

/**
 * The Markov blanket of the target by `incremental-association`: the columns given which no other column is
 * found to depend on it. Each step adds the column of the greatest I(X;Y|MB) that the G² test finds dependent
 * given the blanket; then what is independent given the others leaves. G² = 2n·ln2·I(X;Y|MB) is χ², scaled to
 * its exact mean under permutations within the strata; with `test: 'g2'` it is as in other programs, and with
 * `test: 'fisher-z'` numbers are tested by partial correlation, over `sse`; with `test: 'cmi-knn'` numbers as they are
 * and levels by local permutations of information by neighbours, over `joint-mi` (Runge 2018).
 * Tsamardinos, Aliferis and Statnikov (2003).
 *
 * @example select(table, { target: 'y', method: iamb({ alpha: 0.01 }) })
 */
export const iamb = methodBy('iamb', incrementalAssociation)

/**
 * The Markov blanket of the target by `incremental-association`, `interleaved`: as `iamb`, but what is independent
 * given the others leaves after each column that joins, so that fewer are conditioned on. Tsamardinos, Aliferis and
 * Statnikov (2003).
 *
 * @example select(table, { target: 'y', method: interIamb({ alpha: 0.01 }) })
 */
export const interIamb = methodBy('inter-iamb', incrementalAssociation)

/**
 * The Markov blanket of the target by `early-dropping`: each step adds the column of the most significant G² test
 * given those chosen, and drops what is independent; these are tried again `runs` times. Borboudakis and
 * Tsamardinos (2019).
 *
 * @example select(table, { target: 'y', method: fbed({ runs: 0 }) })
 */
export const fbed = methodBy('fbed', earlyDropping)

/**
 * The parents and children of the target by `max-min`: the columns that no set of at most `most` chosen ones
 * makes independent of it, by G² tests. Each step adds the column whose least significant test is the most
 * significant. Tsamardinos, Brown and Aliferis (2006).
 *
 * @example select(table, { target: 'y', method: mmpc({ most: 2 }) })
 */
export const mmpc = methodBy('mmpc', maxMin)

/**
 * The parents and children of the target by `hiton`: columns join in the order of their own significance, unless
 * at most `most` of those chosen make them independent. Aliferis et al. (2010).
 *
 * @example select(table, { target: 'y', method: hitonPc({ most: 2 }) })
 */
export const hitonPc = methodBy('hiton-pc', hiton)

/** The function of a named method, with the options of its search. */
function methodBy<const Id extends NamedMethodId, O extends Readonly<Record<string, OptionValue>>>(
  id: Id,
  { search }: { (options?: O): unknown; readonly search: Pick<Search, 'options'> },
) {
  return (options?: O) => {
    const given: Readonly<Record<string, OptionValue>> = options ?? {}
    resolveOptions(id, search.options, given)
    return { method: id, options: given } as const satisfies MethodSpec
  }
}
