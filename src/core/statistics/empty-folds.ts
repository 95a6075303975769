import { CribaError } from '../spec/error.ts'
import { countParts } from './division.ts'
import type { Division } from './division.ts'

/** The error for a division that leaves a fold empty: there are fewer rows, groups or times than parts. */
export function emptyFoldError(division: Division): CribaError {
  if ('share' in division) {
    return new CribaError('missing', 'missing rows: none is held out (hold out a larger share)')
  }
  const one = division.together ? 'group' : division.along ? 'time' : 'row'
  return new CribaError(
    'missing',
    `missing rows: a fold is empty (needs ${countParts(division)} ${one}s or more for ${division.folds} folds)`,
  )
}
