import type { Histogram } from '../trace/description.ts'

const blocks = '▁▂▃▄▅▆▇█'

/**
 * A histogram in one line: a block for each bin, as high as its share of the fullest bin, and a space for a bin without rows. `<`
 * and `>` stand for values below and above the bins. With `together` each block stands for several bins.
 */
export function sparkline({ counts, below = 0, above = 0 }: Histogram, together = 1): string {
  const sums = Array.from({ length: Math.ceil(counts.length / together) }, (_, i) =>
    counts.slice(i * together, (i + 1) * together).reduce((sum, count) => sum + count, 0),
  )
  const most = sums.reduce((most, count) => Math.max(most, count), 0)
  const bars = sums.map((count) => (count > 0 ? blocks[Math.ceil((count / most) * blocks.length) - 1] : ' '))
  return `${below > 0 ? '<' : ''}${bars.join('')}${above > 0 ? '>' : ''}`
}
