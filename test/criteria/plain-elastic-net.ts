/** Columns that enter together, made orthonormal by Gram and Schmidt over the rows: mean 0, mean square 1. */
export function orthonormal(columns: readonly (readonly number[])[], weights: readonly number[]): number[][] {
  const n = weights.reduce((a, b) => a + b, 0)
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x, row) => sum + weights[row] * x * b[row], 0) / n
  const made: number[][] = []
  for (const column of columns) {
    const mean = column.reduce((sum, x, row) => sum + weights[row] * x, 0) / n
    let rest = column.map((x) => x - mean)
    // Twice, because once leaves rounding.
    for (let turn = 0; turn < 2; turn++) {
      for (const other of made) {
        const share = product(rest, other)
        rest = rest.map((x, row) => x - share * other[row])
      }
    }
    const size = Math.sqrt(product(rest, rest))
    if (size > 1e-7) made.push(rest.map((x) => x / size))
  }
  return made
}

/** The predictions of an elastic net on blocks of orthonormal columns, by block coordinate descent over the rows. */
export function plainElasticNet(
  blocks: readonly (readonly (readonly number[])[])[],
  target: readonly number[],
  weights: readonly number[],
  { penalty, ratio }: { readonly penalty: number; readonly ratio: number },
): { readonly theta: number[][]; readonly predictions: number[] } {
  const n = weights.reduce((a, b) => a + b, 0)
  const mean = target.reduce((sum, y, row) => sum + weights[row] * y, 0) / n
  const residual = target.map((y) => y - mean)
  const theta = blocks.map((block) => block.map(() => 0))
  for (let pass = 0; pass < 20_000; pass++) {
    let change = 0
    blocks.forEach((block, b) => {
      const alone = block.map(
        (column, i) =>
          theta[b][i] + column.reduce((sum, x, row) => sum + weights[row] * x * residual[row], 0) / n,
      )
      const norm = Math.hypot(...alone)
      const bound = penalty * ratio * Math.sqrt(block.length)
      const kept = norm > bound ? (1 - bound / norm) / (1 + penalty * (1 - ratio)) : 0
      block.forEach((column, i) => {
        const step = kept * alone[i] - theta[b][i]
        theta[b][i] += step
        column.forEach((x, row) => (residual[row] -= step * x))
        change = Math.max(change, Math.abs(step))
      })
    })
    if (change < 1e-13) break
  }
  return { theta, predictions: target.map((y, row) => y - residual[row]) }
}
