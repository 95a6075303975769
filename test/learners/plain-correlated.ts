// Which columns are correlated, by the definitions.
import type { PlainTable } from './plain-tree.ts'

/**
 * The columns with |ρ| above 0.2, or with a symmetrical uncertainty above 0.2 where one has levels. Numbers are of few values.
 */
export function plainCorrelated({
  columns,
  weights,
  train,
}: Pick<PlainTable, 'columns' | 'weights' | 'train'>): number[][] {
  const isNumber = columns.map((cells) => cells.every((cell) => typeof cell !== 'string'))
  return columns.map((a, i) =>
    columns.flatMap((b, j) => {
      const copies = train
        .filter((row) => a[row] !== null && b[row] !== null)
        .flatMap((row) => Array.from({ length: weights[row] }, () => row))
      if (i === j || copies.length === 0) return []
      const mean = (of: (row: number) => number) =>
        copies.reduce((sum, row) => sum + of(row), 0) / copies.length
      if (isNumber[i] && isNumber[j]) {
        const [x, y] = [a, b].map((cells) => (row: number) => cells[row] as number)
        const [mx, my] = [mean(x), mean(y)]
        const spread = Math.sqrt(mean((row) => (x(row) - mx) ** 2) * mean((row) => (y(row) - my) ** 2))
        const covariance = mean((row) => (x(row) - mx) * (y(row) - my))
        return spread > 0 && Math.abs(covariance) / spread > 0.2 ? [j] : []
      }
      const entropy = (of: (row: number) => string) => {
        const texts = copies.map(of)
        const shares = [...new Set(texts)].map(
          (text) => texts.filter((one) => one === text).length / texts.length,
        )
        return shares.reduce((sum, share) => sum - share * Math.log(share), 0)
      }
      const [ha, hb] = [entropy((row) => String(a[row])), entropy((row) => String(b[row]))]
      const both = entropy((row) => `${a[row]} ${b[row]}`)
      return ha + hb > 0 && (2 * (ha + hb - both)) / (ha + hb) > 0.2 ? [j] : []
    }),
  )
}
