import { holdRecords } from './large-records.ts'
import { fewWays, megabyte } from './text-blocks.ts'

// In every way, and with more rows and shorter lines, in chunks.long.ts.
holdRecords([100_003], fewWays, { rowsAfter: megabyte / 16, line: `${'x'.repeat(1023)}\n` })
