import { drawRank } from './calls.ts'
import { fuzz } from './fuzz.ts'

fuzz('rank', drawRank)
