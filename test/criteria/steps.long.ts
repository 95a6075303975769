import { holdFormulas } from './step-formulas.ts'
import { holdManyColumns, holdStepLaws } from './step-laws.ts'

holdFormulas(15)
// 50 columns are more than a lazy search looks at in its first round.
holdStepLaws({ seeds: [1, 2, 3], k: 8, engine: { columns: 50, k: 5 }, runs: 6 })
holdManyColumns(12)
