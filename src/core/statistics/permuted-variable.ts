import type { Permutation, Variable } from './variable.ts'

const plainVariables = new WeakMap<Variable, Variable>()

/** The variable with its values permuted. */
export function permuteVariable(variable: Variable, permuted: Permutation): Variable {
  const result = { ...variable, permuted }
  plainVariables.set(result, plainVariable(variable))
  return result
}

/**
 * The variable without its permutation: the same object for every permutation of it, so that a source encodes
 * it once.
 */
export function plainVariable(variable: Variable): Variable {
  if (!variable.permuted) return variable
  let plain = plainVariables.get(variable)
  if (!plain) {
    const { permuted: _, ...rest } = variable
    plain = rest
    plainVariables.set(variable, plain)
  }
  return plain
}
