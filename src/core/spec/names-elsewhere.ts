import { CribaError, unknownName } from './error.ts'

/**
 * What methods, searches and learners of other programs are called here, with the options that give their
 * numbers. `docs/from-scikit-learn.md` and its like have whole commands, and what differs.
 */
const namesHere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'scikit-learn': {
    f_classif: 'anova-f',
    r_regression: 'pearson',
    mutual_info_classif: 'mutual-information:estimator=ross,clip=true',
    mutual_info_regression: 'mutual-information:estimator=ksg1,clip=true',
    VarianceThreshold: 'criterion variance with cut above:0',
    SelectKBest: 'a ranker such as anova-f as criterion with cut top:10',
    SelectPercentile: 'a ranker such as anova-f as criterion with cut share:0.1',
    SelectFdr: 'a ranker such as anova-f as criterion with cut fdr:0.05',
    SelectFromModel: 'criterion importance with search ranking',
    RFECV: 'rfe-resampled',
    SequentialFeatureSelector: 'criterion cv with search forward',
    LassoCV: 'lasso:choose=min',
    LassoLarsIC: 'lasso:choose=bic',
    RandomizedLasso: 'stability-selection',
    LinearRegression: 'learner linear, or importance:ridge=0',
    Ridge: 'learner linear, or importance',
    LogisticRegression: 'learner logistic, or importance',
    LinearDiscriminantAnalysis: 'learner lda',
    KNeighborsClassifier: 'learner knn',
    KNeighborsRegressor: 'learner knn',
    LinearSVC: 'learner linear-svm',
    MLPClassifier: 'learner mlp',
    DecisionTreeClassifier: 'learner tree, or importance:learner=tree',
    DecisionTreeRegressor: 'learner tree, or importance:learner=tree',
    RandomForestClassifier: 'learner forest, or forest-importance:kind=impurity',
    RandomForestRegressor: 'learner forest, or forest-importance:kind=impurity',
  },
  mlxtend: {
    SFS: 'criterion cv with search forward',
    SBS: 'criterion cv with search backward',
    SFFS: 'criterion cv with search floating-forward',
    SBFS: 'criterion cv with search floating-backward',
  },
  scipy: {
    kruskal: 'kruskal-wallis',
    mannwhitneyu: 'wilcoxon',
    ranksums: 'wilcoxon',
    ttest_ind: 't-test',
    chi2_contingency: 'chi2',
    pearsonr: 'pearson',
    spearmanr: 'spearman',
    kendalltau: 'kendall',
    chatterjeexi: 'xi',
  },
  praznik: {
    CMI: 'criterion joint',
    miScores: 'mutual-information',
    impScores: 'gini-gain',
    kTransform: 'kendall',
  },
  Weka: {
    InfoGainAttributeEval: 'information-gain',
    GainRatioAttributeEval: 'gain-ratio',
    SymmetricalUncertAttributeEval: 'symmetrical-uncertainty',
    ChiSquaredAttributeEval: 'chi2',
    ReliefFAttributeEval: 'relieff:ties=first',
    OneRAttributeEval: 'one-rule',
    CorrelationAttributeEval: 'pearson',
    SVMAttributeEval: 'svm-rfe',
    CfsSubsetEval: 'criterion cfs:relation=uncertainty',
    ConsistencySubsetEval: 'criterion consistency',
    WrapperSubsetEval: 'criterion cv with search best-first',
    GreedyStepwise: 'search forward',
    GeneticSearch: 'search genetic',
    Ranker: 'search ranking',
  },
  Orange: { InfoGain: 'information-gain', Gini: 'gini-gain', UnivariateLinearRegression: 'f-regression' },
  'scikit-feature': { fisher_score: 'fisher', lap_score: 'laplacian-score', gini_index: 'gini-gain' },
  Python: {
    BorutaPy: 'boruta',
    mrmr_classif: 'mrmr:form=quotient,relevance=f-statistic,redundancy=pearson',
    mrmr_regression: 'mrmr:form=quotient,relevance=f-statistic,redundancy=pearson',
    shap: 'importance:learner=forest,kind=shap',
    dcor: 'distance-correlation',
  },
  R: {
    ranger: 'forest-importance',
    randomForest: 'forest-importance',
    glmnet: 'elastic-net',
    cforest: 'forest-importance:kind=conditional',
    survdiff: 'log-rank',
    coxph: 'cox-score',
  },
  'credit scores': {
    IV: 'information-value',
    WOE: 'information-value',
    'weight of evidence': 'information-value',
  },
  papers: {
    MI: 'mutual-information',
    IG: 'information-gain',
    SU: 'symmetrical-uncertainty',
    OneR: 'one-rule',
    MID: 'mrmr',
    MIQ: 'mrmr:form=quotient',
    ANOVA: 'anova-f',
    'ROC AUC': 'auc',
    HITON: 'hiton-pc',
  },
}

/** A name without what programs write in other ways: case, blanks, dashes, underscores. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

let byPlainName: ReadonlyMap<string, string> | undefined

/** What a name of another program is here, as a hint; undefined where none is known. */
function nameHere(name: string): string | undefined {
  byPlainName ??= new Map(
    Object.entries(namesHere).flatMap(([program, names]) =>
      Object.entries(names).map(([there, here]) => [
        plainName(there),
        `${there} in ${program} is ${here} here`,
      ]),
    ),
  )
  return byPlainName.get(plainName(name))
}

/**
 * The error for a name that no method, search or learner has: it says what other programs call so, or offers the
 * nearest.
 */
export function unknownMethod(what: string, name: string, known: readonly string[]): CribaError {
  const here = nameHere(name)
  if (here) return new CribaError('unknown', `unknown ${what}: ${name} (${here})`)
  return unknownName(what, name, known, '`criba methods` lists them')
}
