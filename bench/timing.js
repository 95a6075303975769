/**
 * Times a call: once cold, then the median of five.
 * @param {() => unknown} call
 * @returns {Promise<{ cold: number, median: number }>} seconds
 */
export async function time(call) {
  const once = async () => {
    const start = performance.now()
    await call()
    return (performance.now() - start) / 1000
  }
  const cold = await once()
  const runs = []
  for (let run = 0; run < 5; run++) runs.push(await once())
  return { cold, median: runs.sort((a, b) => a - b)[2] }
}

/** Formats seconds. @param {number} seconds */
export function formatSeconds(seconds) {
  return seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(2)} s`
}
