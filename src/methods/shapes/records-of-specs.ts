import type { RankCriterion } from './criterion.ts'

const records = new WeakMap<object, RankCriterion>()

/**
 * A spec that the function of a ranker made, which keeps the record: whoever takes the spec need not look up
 * its name.
 */
export function withRecord<S extends object>(spec: S, criterion: RankCriterion): S {
  records.set(spec, criterion)
  return spec
}

/** The record behind a spec that a ranker's function made in this thread. */
export function recordOf(spec: object): RankCriterion | undefined {
  return records.get(spec)
}
