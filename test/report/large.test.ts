import { holdLarge } from './large.ts'

// 5,000 columns in large.long.ts.
holdLarge(1_500)
