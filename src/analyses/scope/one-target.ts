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

/** An analysis of the joint column of several targets; its result has the spec that was given. */
export async function underOneTarget<S extends DataSpec, R extends object>(
  source: Source,
  spec: S,
  settle: (spec: S) => SettledDataSpec,
  run: Run,
  analyse: (source: Source, spec: S) => Promise<R>,
): Promise<R> {
  if (!Array.isArray(spec?.target)) return analyse(source, spec)
  return (await import('../on-demand/joint-target.ts')).underJointTarget(
    source,
    spec,
    settle(spec),
    run,
    analyse,
  )
}
