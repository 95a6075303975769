import { holdRecords } from './large-records.ts'
import { fewWays, megabyte } from './text-blocks.ts'

// In every way, and with more rows, in chunks.long.ts.
holdRecords([100_003], fewWays, megabyte / 16)
