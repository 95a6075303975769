// More of each in numbers.long.ts.
import { rankers } from 'criba/methods'
import { lawSourceOf } from '../contract/tables.ts'
import { holdDiscretisers } from './discretisers.ts'
import { holdFractionalWeights, holdOddNumbers } from './odd-numbers.ts'

const ids = rankers.map(({ id }) => id)

holdOddNumbers(ids)
holdDiscretisers(['mutual-information', 'chi2'], lawSourceOf)
holdFractionalWeights(ids, [0.1, 1e-3, 1e6])
