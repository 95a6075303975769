import { holdLongTable } from './long-tables.ts'

holdLongTable(2)
