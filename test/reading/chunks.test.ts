import { holdTexts } from './large-texts.ts'
import { fewWays } from './text-blocks.ts'

// In every way in chunks.long.ts.
holdTexts(fewWays)
