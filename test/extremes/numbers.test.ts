// More of each in numbers.long.ts.
import { rankers } from 'criba/methods'
import { inTurn } from '../properties/runs.ts'
import { holdDiscretisersTogether } from './discretisers.ts'
import { holdFractionalWeights, holdOddNumbersTogether } from './odd-numbers.ts'

const ids = rankers.map(({ id }) => id)

holdOddNumbersTogether(ids)
holdDiscretisersTogether(['mutual-information', 'chi2'])
holdFractionalWeights(ids, (place) => inTurn([0.1, 1e-3, 1e6], place, 3))
