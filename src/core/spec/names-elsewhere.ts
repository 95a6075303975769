import { CribaError, unknownName } from './error.ts'

/**
 * What methods, searches and learners of other programs are called here, with the options that give their
 * numbers where some do; alternatives are divided by `, or `. `docs/from-scikit-learn.md` and its like have
 * whole commands, and what differs.
 */
export const namesHere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
    LassoLarsIC: 'lasso:choose=aic, or lasso:choose=bic',
    MultiTaskLassoCV: 'multi-task-lasso:choose=min',
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
    ks_2samp: 'ks',
    chatterjeexi: 'xi',
  },
  praznik: {
    CMI: 'criterion joint',
    miScores: 'mutual-information',
    impScores: 'gini-gain',
  },
  Weka: {
    InfoGainAttributeEval: 'information-gain with discretise mdl',
    GainRatioAttributeEval: 'gain-ratio with discretise mdl',
    SymmetricalUncertAttributeEval: 'symmetrical-uncertainty with discretise mdl',
    ChiSquaredAttributeEval: 'chi2 with discretise mdl',
    ReliefFAttributeEval: 'relieff:ties=first',
    OneRAttributeEval: 'one-rule',
    CorrelationAttributeEval: 'pearson, or anova-f',
    SVMAttributeEval: 'svm-rfe',
    CfsSubsetEval: 'criterion cfs:relation=uncertainty',
    ConsistencySubsetEval: 'criterion consistency',
    WrapperSubsetEval: 'criterion cv with search best-first',
    GreedyStepwise: 'search forward',
    GeneticSearch: 'search genetic',
    Ranker: 'search ranking',
  },
  Orange: { InfoGain: 'information-gain', Gini: 'gini-gain', UnivariateLinearRegression: 'f-regression' },
  'scikit-feature': { fisher_score: 'fisher', lap_score: 'laplacian-score' },
  Python: {
    BorutaPy: 'boruta',
    mrmr_classif: 'mrmr:form=quotient,relevance=f-statistic,redundancy=pearson',
    mrmr_regression: 'mrmr:form=quotient,relevance=f-statistic,redundancy=pearson',
    shap: 'importance:learner=forest,kind=shap',
    dcor: 'distance-correlation',
  },
  R: {
    ranger: 'forest-importance:kind=impurity, or learner forest',
    randomForest: 'forest-importance:kind=impurity, or learner forest',
    glmnet: 'lasso, or elastic-net',
    cforest: 'forest-importance:kind=conditional',
    'ks.test': 'ks',
    survdiff: 'log-rank',
    coxph: 'cox-score, or learner cox',
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
    'Kolmogorov-Smirnov': 'ks',
    HITON: 'hiton-pc, or search hiton',
  },
}

/** A name without what programs write in other ways: case, blanks, dashes, underscores. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

interface NameHere {
  readonly there: string
  /** Each a method, or `learner` or `search` with its name, perhaps with a criterion. */
  readonly here: readonly string[]
}

let byPlainName: ReadonlyMap<string, NameHere> | undefined

/** What a name of another program is here, and how that program writes it; undefined where none is known. */
function nameHere(name: string): NameHere | undefined {
  byPlainName ??= new Map(
    Object.entries(namesHere).flatMap(([program, names]) =>
      Object.entries(names).map(([there, here]) => [
        plainName(there),
        { there: `${there} in ${program}`, here: here.split(', or ') },
      ]),
    ),
  )
  return byPlainName.get(plainName(name))
}

/** Whether what a name is here is of the kind that is asked for. */
function answers(what: string, here: string): boolean {
  if (what === 'learner') return here.startsWith('learner ')
  if (what === 'search') return / ?search /.test(here)
  return what.includes('learner') || !here.startsWith('learner ')
}

/**
 * The error for a name that no method, search or learner has: it says what other programs call so, or offers the
 * nearest.
 */
export function unknownMethod(what: string, name: string, known: readonly string[]): CribaError {
  const { there, here = [] } = nameHere(name) ?? {}
  const some = here.filter((one) => answers(what, one))
  if (some.length > 0) {
    return new CribaError('unknown', `unknown ${what}: ${name} (${there} is ${some.join(', or ')} here)`)
  }
  return unknownName(what, name, known, '`criba methods` lists them')
}
