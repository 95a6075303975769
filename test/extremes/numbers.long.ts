import { rankers } from 'criba'
import { holdDiscretisers } from './discretisers.ts'
import { holdOddNumbers } from './odd-numbers.ts'

const ids = rankers.map(({ id }) => id)

holdOddNumbers(ids, { all: true })
holdDiscretisers(ids)
