import { drawOther, drawScore } from './calls.ts'
import { fuzz } from './fuzz.ts'

fuzz('sets', (draw, table) => (draw.chance(0.6) ? drawScore : drawOther)(draw, table))
