// A learner of one's own: the random forest of the npm package ml-random-forest (npm install ml-random-forest).
// Run it with `node examples/ml-random-forest.js`.
import { select } from 'criba'
import { cv, defineLearner } from 'criba/methods'
import { readTable } from 'criba/node'
import { RandomForestClassifier } from 'ml-random-forest'

const forest = defineLearner(
  {
    fit(rows, classes) {
      const model = new RandomForestClassifier({
        nEstimators: 10,
        seed: 1,
        noOOB: true,
        treeOptions: { maxDepth: 4 },
      })
      model.train(rows, classes)
      return model
    },
  },
  { id: 'ml-random-forest', task: 'classification' },
)

const penguins = await readTable('examples/penguins.csv')
const { selected, score } = await select(penguins, {
  target: 'species',
  criterion: cv({ learner: forest }),
  missing: 'complete',
  k: 2,
})
console.log(`${selected.join(', ')}: ${(100 * (score ?? NaN)).toFixed(1)} % of held-out penguins are classified correctly`)
