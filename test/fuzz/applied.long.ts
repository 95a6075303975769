import type { SelectResult } from 'criba'
import { fuzz } from './fuzz.ts'

fuzz('applied', {
  what: 'a comparison and an application',
  names: ['compare', 'apply'],
  of: (call, result) => {
    const { spec } = result as Partial<SelectResult>
    return [call.name, ...(spec ? [spec.missing, spec.discretise] : [])]
  },
})
