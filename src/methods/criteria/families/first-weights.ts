/** The option of methods that begin from the weights of least squares. */
export const ridgeOption = {
  type: 'number',
  min: 1e-6,
  max: 1e6,
  default: 1,
  help: 'where least squares have no unique solution, the first weights minimise 1/(2n)·‖y − b − Xw‖² + ½·ridge·Σ ‖θ_j‖²',
} as const
