import { rankers } from 'criba'
import { holdDiscretisers } from './discretisers.ts'

holdDiscretisers(rankers.map(({ id }) => id))
