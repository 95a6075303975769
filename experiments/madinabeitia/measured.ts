/** What a computation gives, and how many seconds it took. */
export async function measured<T>(compute: () => T | Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now()
  const value = await compute()
  return [value, (performance.now() - start) / 1000]
}
