import { unknownName } from '../spec/error.ts'
import { anovaF } from './anova-f.ts'
import { chi2 } from './chi2.ts'
import { chi2Frequency } from './chi2-frequency.ts'
import type { RankCriterion } from './criterion.ts'
import { fRegression } from './f-regression.ts'
import { fisher } from './fisher.ts'
import { gainRatio } from './gain-ratio.ts'
import { giniGain } from './gini-gain.ts'
import { informationGain } from './information-gain.ts'
import { kendall } from './kendall.ts'
import { kruskalWallis } from './kruskal-wallis.ts'
import { mutualInformation } from './mutual-information.ts'
import { pearson } from './pearson.ts'
import { r2 } from './r2.ts'
import { spearman } from './spearman.ts'
import { symmetricalUncertainty } from './symmetrical-uncertainty.ts'
import { tTest } from './t-test.ts'
import { variance } from './variance.ts'
import { welchAnova } from './welch-anova.ts'
import { welchT } from './welch-t.ts'
import { wilcoxon } from './wilcoxon.ts'
import { zScore } from './z-score.ts'
import { zScoreJoint } from './z-score-joint.ts'

/** Every method criba has, in the order of the catalogue. */
export const criteria: readonly RankCriterion[] = [
  mutualInformation,
  informationGain,
  gainRatio,
  symmetricalUncertainty,
  giniGain,
  chi2,
  chi2Frequency,
  anovaF,
  tTest,
  welchT,
  welchAnova,
  kruskalWallis,
  wilcoxon,
  fisher,
  pearson,
  zScore,
  zScoreJoint,
  r2,
  fRegression,
  spearman,
  kendall,
  variance,
].map(({ criterion }) => criterion)

/** The method of that name; an unknown name is an error that offers the nearest. */
export function findCriterion(id: string): RankCriterion {
  const found = criteria.find((criterion) => criterion.id === id)
  if (found) return found
  throw unknownName(
    'method',
    id,
    criteria.map((criterion) => criterion.id),
    '`criba methods` lists them',
  )
}
