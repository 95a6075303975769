/** The options of all learners, beside the name of one. Each applies to the learners that it names. */
export const learnerOptions = {
  learner: {
    type: 'choice',
    of: ['auto', 'linear', 'naive-bayes', 'logistic', 'linear-svm', 'tree'],
    default: 'auto',
    help: 'what learns from the columns; auto: linear for numbers, naive-bayes for classes',
  },
  ridge: {
    type: 'number',
    min: 0,
    // That of scikit-learn after its scaler; its effect decreases with the number of rows.
    default: 1,
    only: { learner: ['auto', 'linear', 'logistic', 'linear-svm'] },
    help: 'of linear, logistic and linear-svm: penalty on the squared weight of a standardised column; 0, of linear alone: ordinary least squares',
  },
  smoothing: {
    type: 'number',
    min: 1e-9,
    default: 1,
    only: { learner: ['auto', 'naive-bayes'] },
    help: 'of naive-bayes: rows added to every level in every class (Laplace smoothing)',
  },
  numbers: {
    type: 'choice',
    of: ['levels', 'gaussian'],
    default: 'levels',
    only: { learner: ['auto', 'naive-bayes'] },
    help: 'of naive-bayes: how numbers are read; levels: cut into bins; gaussian: as a normal distribution in each class',
  },
  split: {
    type: 'choice',
    of: ['gini', 'entropy', 'gain-ratio'],
    default: 'gini',
    only: { learner: ['tree'] },
    help: 'of tree: how splits of classes are measured; numbers are split by variance',
  },
  depth: {
    type: 'whole',
    min: 0,
    default: 0,
    only: { learner: ['tree'] },
    help: 'of tree: the most splits from the root to a leaf; 0: no limit',
  },
  leaf: {
    type: 'whole',
    min: 1,
    default: 1,
    only: { learner: ['tree'] },
    help: 'of tree: the fewest rows of a leaf',
  },
  gain: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0,
    only: { learner: ['tree'] },
    help: 'of tree: the least share of the impurity of all rows that a split takes away',
  },
  prune: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0,
    only: { learner: ['tree'] },
    help: 'of tree: the share of the impurity of all rows that a leaf costs, in pruning; 0: no pruning',
  },
} as const
