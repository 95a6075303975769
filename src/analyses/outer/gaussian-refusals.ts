import type { OuterMethod } from './outer-method.ts'

/** What methods of normal columns do not take: each column is tested by itself, given all others. */
export const refusedByGaussian: NonNullable<OuterMethod['refuses']> = {
  prefilter: 'columns that it drops are part of what the others are tested given',
  keep: 'each column is tested by itself',
  groups: 'each column is tested by itself',
  costs: 'they change no test',
}
