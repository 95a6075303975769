/** Numbers from 0 to 1 that look like noise, the same in every run. */
export function noise(rows: number, seed: number): number[] {
  let state = seed * 2654435761 + 1
  return Array.from({ length: rows }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  })
}
