import type { Run } from '../src/index.ts'

/** Runs for the parts of an experiment, one after the other: each shows its share of the progress. */
export function partsOfRun(run: Run, parts: number): () => Run {
  const { progress, ...others } = run
  let done = 0
  return () => {
    const before = done++
    return progress
      ? { ...others, progress: (share) => progress(Math.min(1, (before + share) / parts)) }
      : others
  }
}
