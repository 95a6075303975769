import { setCriteria, stepCriteria } from 'criba/methods'
import type { SelectResult } from 'criba'
import { searches } from '../../dist/src/methods/searches/registry.js'
import { stops } from './calls.ts'
import { fuzz } from './fuzz.ts'

const records = [...stepCriteria, ...setCriteria, ...searches]

fuzz('select', {
  what: 'every criterion, search, stop',
  names: [...records.map(({ id }) => id), ...stops.map(nameOf)],
  of: (call, result) => {
    const { spec } = result as SelectResult
    const { stop = null } = call.spec as { stop?: string }
    return [spec.criterion.method, spec.search.method, stop && nameOf(stop), spec.missing, spec.discretise]
  },
})

function nameOf(stop: string): string {
  return stop.split(':')[0]
}
