import { runExperiment } from 'criba/experiments'
import { expect } from 'vitest'

/** Aborts an experiment once its progress reaches a share, or before it begins, and expects that it concludes nothing. */
export async function expectNothingFound(name: string, share: number, data?: string): Promise<void> {
  const stopping = new AbortController()
  if (share === 0) stopping.abort()
  const run = {
    signal: stopping.signal,
    progress: (done: number) => {
      if (done >= share) stopping.abort()
    },
    ...(data !== undefined && { data }),
  }
  const ended = runExperiment(name, run).then(
    (result) => (stopping.signal.aborted ? `found: ${result.found}` : 'it ended before that share'),
    (error: unknown) => String(error),
  )
  // One that reports no progress is not interrupted by it.
  expect(await ended, `${name} at ${share}`).toMatch(/^CribaError: interrupted|^it ended before that share$/)
}
