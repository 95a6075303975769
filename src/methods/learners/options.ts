/**
 * The options that learners have; each says which in its record. `registry.ts` says which learners an option
 * belongs to.
 */
export const optionRows = {
  ridge: {
    type: 'number',
    min: 0,
    // That of scikit-learn after its scaler; its effect decreases with the number of rows.
    default: 1,
    help: 'penalty on the squared weight of a standardised column; 0, of linear alone: ordinary least squares',
  },
  smoothing: {
    type: 'number',
    min: 1e-9,
    default: 1,
    help: 'rows added to every level in every class (Laplace smoothing); naive-bayes adds them to every class too, so they reach the priors',
  },
  numbers: {
    type: 'choice',
    of: ['levels', 'gaussian'],
    default: 'levels',
    help: 'how numbers are read; levels: cut into bins; gaussian: as a normal distribution in each class',
  },
  split: {
    type: 'choice',
    of: ['gini', 'entropy', 'gain-ratio'],
    default: 'gini',
    help: 'how splits of classes are measured; numbers are split by variance',
  },
  depth: {
    type: 'whole',
    min: 0,
    default: 0,
    help: 'the most splits from the root to a leaf; 0: no limit',
  },
  leaf: {
    type: 'whole',
    min: 1,
    default: 1,
    help: 'the fewest rows of a leaf',
  },
  gain: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0,
    help: 'the least share of the impurity of all rows that a split takes away',
  },
  prune: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0,
    help: 'the share of the impurity of all rows that a leaf costs, in pruning; 0: no pruning',
  },
  trees: {
    type: 'whole',
    min: 1,
    max: 10_000,
    default: 100,
    help: 'how many trees',
  },
  mtry: {
    type: 'whole',
    min: 0,
    default: 0,
    help: 'how many columns are tried at a node; 0: √d for classes, d/3 for numbers',
  },
  shrinkage: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0,
    help: 'how far covariances shrink: for lda those of different columns to 0, for qda those of a class to those of all',
  },
  ties: {
    type: 'choice',
    of: ['efron', 'breslow'],
    default: 'efron',
    help: 'how events at the same time are treated',
  },
  neighbours: {
    type: 'whole',
    min: 1,
    default: 5,
    help: 'rows that a prediction is the mean of',
  },
  hidden: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 16,
    help: 'units of the hidden layer',
  },
  epochs: {
    type: 'whole',
    min: 1,
    max: 10_000,
    default: 20,
    help: 'how often it goes over the rows',
  },
  seed: {
    type: 'whole',
    min: 0,
    default: 0,
    help: 'seed of the draws, of the orders of the rows, and of the first weights',
  },
} as const
