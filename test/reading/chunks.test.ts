import { holdTexts } from './large-texts.ts'
import { fewWays } from './text-blocks.ts'

// In every way, and longer, in chunks.long.ts.
holdTexts(fewWays, 0.35)
