import { benchAgainst } from './against.js'
import { benchClickHouse } from './clickhouse.js'
import { benchConditional } from './conditional.js'
import { benchDependence } from './dependence.js'
import { benchDuckDb } from './duckdb.js'
import { benchFiles } from './files.js'
import { benchForest } from './forest.js'
import { benchGrowth } from './growth.js'
import { benchRowGrowth } from './row-growth.js'
import { benchKsg } from './ksg.js'
import { benchLaplacian } from './laplacian.js'
import { benchLasso } from './lasso.js'
import { benchLattice } from './lattice.js'
import { benchLikelihoodPaths } from './likelihood-paths.js'
import { benchMatrix } from './matrix.js'
import { benchNearest } from './nearest.js'
import { benchParquet } from './parquet.js'
import { benchRelief } from './relief.js'
import { benchResampling } from './resampling.js'
import { benchSelect } from './select.js'
import { benchStudio } from './studio.js'
import { benchUnivariate } from './univariate.js'
import { benchWrappers } from './wrappers.js'

/** Every benchmark by name; `npm run bench` runs all, `npm run bench -- univariate` one. */
const benchmarks = {
  univariate: benchUnivariate,
  matrix: benchMatrix,
  ksg: benchKsg,
  conditional: benchConditional,
  dependence: benchDependence,
  nearest: benchNearest,
  laplacian: benchLaplacian,
  lasso: benchLasso,
  'likelihood-paths': benchLikelihoodPaths,
  lattice: benchLattice,
  relief: benchRelief,
  select: benchSelect,
  wrappers: benchWrappers,
  forest: benchForest,
  resampling: benchResampling,
  growth: benchGrowth,
  'row-growth': benchRowGrowth,
  parquet: benchParquet,
  files: benchFiles,
  duckdb: benchDuckDb,
  clickhouse: benchClickHouse,
  studio: benchStudio,
}

const [first, ...others] = process.argv.slice(2)
if (first === 'against') {
  console.table(await benchAgainst(others))
  process.exit(0)
}
const wanted = first === undefined ? [] : [first, ...others]
const unknown = wanted.find((name) => !Object.hasOwn(benchmarks, name))
if (unknown !== undefined) {
  console.error(`unknown benchmark: ${unknown} (known: ${Object.keys(benchmarks).join(', ')})`)
  process.exit(1)
}
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  console.table(await run())
}
