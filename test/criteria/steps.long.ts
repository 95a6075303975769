import { holdFormulas } from './step-formulas.ts'
import { holdManyColumns, holdStepLaws } from './step-laws.ts'

holdFormulas(15)
holdStepLaws({ seeds: [1, 2, 3], k: 8, runs: 6 })
holdManyColumns(12)
