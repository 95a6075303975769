import { adaptiveLasso } from './adaptive-lasso.ts'
import { anovaF } from './anova-f.ts'
import { ard } from './ard.ts'
import { auc } from './auc.ts'
import { bridge } from './bridge.ts'
import { chi2 } from './chi2.ts'
import { chi2Frequency } from './chi2-frequency.ts'
import { cochranMantelHaenszel } from './cochran-mantel-haenszel.ts'
import { concordance } from './concordance.ts'
import { coxLasso } from './cox-lasso.ts'
import { coxScore } from './cox-score.ts'
import { cramersV } from './cramers-v.ts'
import { deltaTest } from './delta-test.ts'
import { distanceCorrelation } from './distance-correlation.ts'
import { eigenvectorCentrality } from './eigenvector-centrality.ts'
import { elasticNet } from './elastic-net.ts'
import { fRegression } from './f-regression.ts'
import { fisher } from './fisher.ts'
import { forestImportance } from './forest-importance.ts'
import { friedman } from './friedman.ts'
import { fusedLasso } from './fused-lasso.ts'
import { gainRatio } from './gain-ratio.ts'
import { gammaTest } from './gamma-test.ts'
import { giniGain } from './gini-gain.ts'
import { groupLasso } from './group-lasso.ts'
import { hsic } from './hsic.ts'
import { importance } from './importance.ts'
import { infiniteFs } from './infinite-fs.ts'
import { informationGain } from './information-gain.ts'
import { informationValue } from './information-value.ts'
import { kendall } from './kendall.ts'
import { kruskalWallis } from './kruskal-wallis.ts'
import { ks } from './ks.ts'
import { laplacianScore } from './laplacian-score.ts'
import { lasso } from './lasso.ts'
import { logRank } from './log-rank.ts'
import { mdfs } from './mdfs.ts'
import { multiTaskLasso } from './multi-task-lasso.ts'
import { multisurf } from './multisurf.ts'
import { multisurfStar } from './multisurf-star.ts'
import { mutualInformation } from './mutual-information.ts'
import { oneRule } from './one-rule.ts'
import { pairedT } from './paired-t.ts'
import { pearson } from './pearson.ts'
import { permutationImportance } from './permutation-importance.ts'
import { poissonLasso } from './poisson-lasso.ts'
import { qpfs } from './qpfs.ts'
import { r2 } from './r2.ts'
import { relief } from './relief.ts'
import { relieff } from './relieff.ts'
import { rrelieff } from './rrelieff.ts'
import { semiSupervisedLaplacian } from './semi-supervised-laplacian.ts'
import { signedRank } from './signed-rank.ts'
import { sparseGroupLasso } from './sparse-group-lasso.ts'
import { sparseLda } from './sparse-lda.ts'
import { sparseLogistic } from './sparse-logistic.ts'
import { sparseNaiveBayes } from './sparse-naive-bayes.ts'
import { spearman } from './spearman.ts'
import { spec } from './spec.ts'
import { spectralCmi } from './spectral-cmi.ts'
import { surf } from './surf.ts'
import { surfStar } from './surf-star.ts'
import { symmetricalUncertainty } from './symmetrical-uncertainty.ts'
import { tTest } from './t-test.ts'
import { traceRatio } from './trace-ratio.ts'
import { variance } from './variance.ts'
import { vif } from './vif.ts'
import { welchAnova } from './welch-anova.ts'
import { welchT } from './welch-t.ts'
import { wilcoxon } from './wilcoxon.ts'
import { xi } from './xi.ts'
import { zScore } from './z-score.ts'
import { zScoreJoint } from './z-score-joint.ts'

/** Every ranker of single columns, in the order of the catalogue. */
export const rankMethods = [
  mutualInformation,
  informationGain,
  gainRatio,
  symmetricalUncertainty,
  giniGain,
  informationValue,
  oneRule,
  mdfs,
  chi2,
  chi2Frequency,
  cramersV,
  anovaF,
  tTest,
  welchT,
  welchAnova,
  kruskalWallis,
  wilcoxon,
  auc,
  ks,
  fisher,
  pearson,
  zScore,
  zScoreJoint,
  r2,
  fRegression,
  spearman,
  kendall,
  xi,
  distanceCorrelation,
  hsic,
  coxScore,
  logRank,
  concordance,
  pairedT,
  signedRank,
  friedman,
  cochranMantelHaenszel,
  variance,
  vif,
  deltaTest,
  gammaTest,
  relief,
  relieff,
  rrelieff,
  surf,
  surfStar,
  multisurf,
  multisurfStar,
  laplacianScore,
  semiSupervisedLaplacian,
  spec,
  traceRatio,
  qpfs,
  spectralCmi,
  eigenvectorCentrality,
  infiniteFs,
  lasso,
  elasticNet,
  coxLasso,
  poissonLasso,
  multiTaskLasso,
  importance,
  forestImportance,
  permutationImportance,
  groupLasso,
  sparseGroupLasso,
  adaptiveLasso,
  ard,
  bridge,
  fusedLasso,
  sparseLda,
  sparseLogistic,
  sparseNaiveBayes,
] as const
