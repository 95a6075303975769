// The exported functions. None allocates or keeps state: the caller lays out memory and passes addresses.
export { drawCells, drawTables, moveTables } from './drawn-tables'
export { fillFactorials } from './hypergeometric'
export { joinCodes, joinManyCodes, narrowCodes, productCodes } from './joins'
export { encodeByCuts, encodeByTable, encodeByValues } from './encodings'
export { packPlanes } from './planes'
export { packedEntropies } from './packed'
export { packColumns } from './packed-columns'
export { countPair, countPairWeighted, planePairsPerHistogram } from './pairs'
export { addBlock, centreBase } from './moments'
export { addTile, centreTile } from './moments-gram'
export { filterRows, groupRows, keepAllRows } from './moments-groups'
export { distinctValues, selectCounters, selectRanks, presentValues, cumulateWeights } from './order'
export { tieOf } from './tie'
export { sortCounters, sortRows } from './order-sort'
export { rankRows } from './ranks'
export { pairEntropies, pairEntropiesWithAndWithout, valueEntropy } from './entropies'
export { addNear, addPowers } from './density-pairs'
export { fillPowers } from './density-power'
export { sumLogs } from './density-logs'
export {
  logisticSlopes,
  marginSlopes,
  softmaxChanges,
  softmaxEntropy,
  softmaxLoss,
  softmaxSlopes,
  squash,
} from './logistic'
export { eventCurve, eventDual, eventLoss, eventSlopes } from './partial-likelihood'
export { fillGrowths, poissonDual, poissonLoss } from './poisson'
export { addKernelProducts, addKernels } from './kernel-pairs'
export { addListed, addToTriangle, projectListed, spreadTriangle } from './listed-columns'
export { addColumns, addLevelSums, addLevelWeights, addProjections, multiplyRows } from './model-columns'
export { followPath, turnPath } from './homotopy'
export { beginPath } from './homotopy-active'
export { sumWeights } from './homotopy-sums'
export { computeLeft, descend, quadraticForm } from './penalised'
export { gatherLower, solveShifted } from './shifted-solution'
export { addDistances, addNeighbours, addNeighboursWithGaps, addWithGaps } from './row-distances'
export { addProducts, nextNear } from './row-products'
export { addLogs, addRows, countMarks } from './nearest-sums'
export { orderNumbers } from './nearest-order'
export { searchLine } from './nearest-line'
export { fillTree, growTree } from './nearest-tree'
export { searchTree } from './nearest-tree-search'
export { addRoundings, rootRoundings } from './roundings'
export { quantiseColumns, searchQuantised } from './nearest-scan'
export { countInStrips } from './ksg-count'
export { nearestOnLine, splitOrderByLevel } from './ksg-levels'
export { countOnLine } from './ksg-line'
export { nearestInStrips } from './ksg-nearest'
export { columnPadding, sortColumn, sortColumnBytes } from './ksg-order'
export { countOfPairs, nearestOfPairs, reachOfPairs } from './ksg-pairs'
export { nearestInPlane } from './ksg-plane-nearest'
export { reachInPlane } from './ksg-plane-reach'
export { reachInStrips } from './ksg-reach'
export { cutStrips, fillStrips, gatherColumn, gatherStrips } from './ksg-strips'
export { sumLevels, sumKsg } from './ksg-sums'
export { sumLattice } from './lattice-block'
export { latticeBytes } from './lattice-groups'
export { addToLogSum, finishLogSum, startLogSum } from './log-sum'
export { fillWindows } from './ksg-windows'
export { endOfRecords } from './text-ends'
export { indexCells } from './text-index'
export { classifyBytes } from './text-kinds'
export { codeTexts, gatherTexts } from './text-levels'
export { parseNumbers } from './text-numbers'
export { parseTimes } from './text-times'

/** The first byte that the caller may use. */
export function heapBase(): usize {
  return __heap_base
}
