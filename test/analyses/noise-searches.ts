import { select, tableFromColumns } from 'criba'

/** Numbers from 0 to 1 from a small generator that does not depend on criba. */
export function uniform(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

export const letters = (rows: number, next: () => number) =>
  Array.from({ length: rows }, () => 'abcd'[Math.floor(next() * 4)])

/** How many searches on noise, at an alpha of 10 %, choose a column. */
export async function searchesThatChoseNoise(searches: number): Promise<number> {
  let chose = 0
  for (let seed = 1; seed <= searches; seed++) {
    const next = uniform(seed)
    const columns = Array.from({ length: 20 }, (_, i) => [`x${i}`, letters(150, next)] as const)
    const y = letters(150, next)
    const { selected } = await select(tableFromColumns([['y', y], ...columns]), {
      target: 'y',
      stop: 'significance:alpha=0.1',
    })
    if (selected.length > 0) chose++
  }
  return chose
}
