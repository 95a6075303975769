import { rankers } from 'criba/methods'
import { holdDiscretisers } from './discretisers.ts'
import { holdFractionalWeights, holdOddNumbers } from './odd-numbers.ts'

const ids = rankers.map(({ id }) => id)

holdOddNumbers(ids)
holdDiscretisers(ids)
holdFractionalWeights(ids, () => [0.1, 0.5, 1.5, 1e-3, 1e6])
