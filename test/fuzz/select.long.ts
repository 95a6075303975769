import { drawSelect } from './calls.ts'
import { fuzz } from './fuzz.ts'

fuzz('select', drawSelect)
