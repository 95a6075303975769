import type { Similarity } from '../spec/groups-spec.ts'
import { ratio } from './test.ts'

/**
 * The similarity of two columns of levels from their entropies over the same rows; 0 where both are constant there.
 *
 * - symmetrical uncertainty: 2·I(X;Y) / (H(X) + H(Y));
 * - information distance: I(X;Y) / H(X,Y). The distance is H(X|Y) + H(Y|X) as a share of H(X,Y), a metric.
 */
export const similarityOfLevels: Readonly<
  Record<Exclude<Similarity, 'correlation'>, (x: number, y: number, information: number) => number>
> = {
  'symmetrical-uncertainty': (x, y, information) => ratio(2 * information, x + y),
  'information-distance': (x, y, information) => ratio(information, x + y - information),
}
