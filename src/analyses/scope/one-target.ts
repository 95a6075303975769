import type { DataSpec, Run, SettledDataSpec, Source } from '#core'

/** A source, and a spec of one target in it. */
export interface OneTarget<S> {
  readonly source: Source
  readonly spec: S
}

/**
 * The source with the joint column of several targets, and the spec with it as its target; of one target both
 * are as they were. Who asks the source knows of one target alone.
 */
export async function oneTarget<S extends DataSpec>(
  source: Source,
  spec: S,
  settle: (spec: S) => SettledDataSpec,
  run: Run,
): Promise<OneTarget<S>> {
  if (!Array.isArray(spec?.target)) return { source, spec }
  return (await import('../on-demand/joint-target.ts')).jointTarget(source, spec, settle(spec), run)
}
