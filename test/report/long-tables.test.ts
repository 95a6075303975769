import { holdLongTable } from './long-tables.ts'

// With several methods in long-tables.long.ts.
holdLongTable(1)
