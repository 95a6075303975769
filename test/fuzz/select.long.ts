import { setCriteria, stepCriteria } from 'criba'
import type { SelectResult } from 'criba'
import { searches } from '../../dist/src/search/registry.js'
import { drawSelect, stops } from './calls.ts'
import { Coverage } from './coverage.ts'
import { fuzz } from './fuzz.ts'

const coverage = new Coverage()

fuzz('select', drawSelect, (call, result) => {
  const { spec } = result as SelectResult
  const { stop = null } = call.spec as { stop?: string }
  coverage.add(spec.criterion.method, spec.search.method, stop && nameOf(stop), spec.missing, spec.discretise)
})

const records = [...stepCriteria, ...setCriteria, ...searches]
coverage.checks('every criterion, search, stop', [...records.map(({ id }) => id), ...stops.map(nameOf)])

function nameOf(stop: string): string {
  return stop.split(':')[0]
}
