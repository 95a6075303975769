import { holdRecords } from './large-records.ts'
import { fewWays } from './text-blocks.ts'

// In every way in chunks.long.ts.
holdRecords([100_003], fewWays)
