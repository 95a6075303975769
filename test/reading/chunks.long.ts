import { holdRecords } from './large-records.ts'
import { holdTexts } from './large-texts.ts'
import { megabyte, ways } from './text-blocks.ts'

holdTexts(ways, 1)
holdRecords([megabyte, 100_003, 50 * megabyte], ways)
