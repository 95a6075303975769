import { fileURLToPath } from 'node:url'
import { digitsFile, doublesFile } from './files-data.js'
import { runProcess, timeProcess, tryProcess } from './process.js'
import { formatSeconds } from './timing.js'

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const criba = (/** @type {readonly string[]} */ args) => [
  process.execPath,
  at('../dist/cli.js'),
  ...args,
  '--quiet',
]
const python = '/usr/bin/python3'

/** From a file to the result, as whole processes, compared with common tools. */
export async function benchFiles() {
  const doubles = await doublesFile()
  const digits = await digitsFile()
  const penguins = at('../examples/penguins.csv')
  const rank = ['rank', doubles, '-t', 'y', '--by', 'pearson', 'f-regression', '--format', 'json']
  const jmi = ['select', digits, '-t', 'y', '--types', '*=categorical', '--method', 'jmi', '-k', '20']
  const plain = criba(['select', doubles, '-t', 'y', '-k', '10', '--no-evidence'])
  return [
    ...benchReading('read 200,000 × 51, mostly doubles', doubles),
    ...benchReading('read 10,000 × 2,001 digits', digits),
    ...compareWithPeers(
      'select 10,000 × 2,001 by jmi, k = 20',
      criba([...jmi, '--no-evidence', '--format', 'json']),
      {
        'fread, praznik': {
          command: ['Rscript', at('peers/select.R'), digits, 'y', '20'],
          check: sameSelection,
        },
      },
    ),
    ...compareWithPeers('rank 200,000 × 51 by pearson f-regression', criba(rank), {
      'pandas, scikit-learn': { command: [python, at('peers/rank.py'), doubles, 'y'], check: sameScores },
    }),
    ...compareWithPeers('select 200,000 × 51, all defaults', criba(['select', doubles, '-t', 'y']), {
      'itself, -k 10 --no-evidence': { command: plain },
    }),
    ...compareWithPeers('rank penguins', criba(['rank', penguins, '-t', 'species']), {
      'node -e 0': { command: [process.execPath, '-e', '0'] },
    }),
  ]
}

/** @typedef {{ command: readonly string[], check?: (ours: string, theirs: string) => void }} Peer */

/**
 * @param {string} work
 * @param {string} file
 */
function benchReading(work, file) {
  return compareWithPeers(work, [process.execPath, at('read-file.js'), file], {
    pandas: { command: [python, at('peers/read.py'), file], check: sameTable },
    fread: { command: ['Rscript', at('peers/read.R'), file], check: sameTable },
    DuckDB: { command: [process.execPath, at('peers/duckdb_read.js'), file], check: sameTable },
  })
}

/**
 * A line for each peer. Outputs are compared before timing: a peer with another result is not timed, and the
 * benchmark fails. A ratio ÷ 2 means criba takes half the time.
 * @param {string} work
 * @param {readonly string[]} command
 * @param {Readonly<Record<string, Peer>>} peers
 */
function compareWithPeers(work, command, peers) {
  const { output } = runProcess(command)
  const differences = Object.values(peers).map(({ command, check }) => {
    const theirs = tryProcess(command)
    return theirs ? differenceOf(() => check?.(output, theirs.output)) : 'not installed'
  })
  const ours = timeProcess(command)
  return Object.entries(peers).map(([peer, { command }], i) => {
    const line = {
      work,
      criba: formatSeconds(ours.seconds),
      memory: megabytes(ours),
      peer,
      'its time': differences[i],
    }
    const theirs = differences[i] === '' ? timeProcess(command) : null
    const peerResult = theirs && {
      'its time': formatSeconds(theirs.seconds),
      'its memory': megabytes(theirs),
      ratio: `÷ ${(theirs.seconds / ours.seconds).toPrecision(3)}`,
      more: `${((ours.seconds - theirs.seconds) * 1000).toFixed(0)} ms`,
    }
    // Printed at once, because a run takes minutes.
    console.error(Object.values({ ...line, ...peerResult }).join(' · '))
    return { ...line, ...peerResult }
  })
}

/** @param {() => void} check */
function differenceOf(check) {
  try {
    check()
    return ''
  } catch (error) {
    process.exitCode = 1
    return /** @type {Error} */ (error).message
  }
}

/** @param {{ megabytes: number | null }} taken */
function megabytes({ megabytes }) {
  return megabytes === null ? '' : `${megabytes} MB`
}

/** @param {string} ours @param {string} theirs */
function sameTable(ours, theirs) {
  const [a, b] = [JSON.parse(ours), JSON.parse(theirs)]
  const isSame = a.rows === b.rows && a.columns === b.columns && isNear(a.means, b.means)
  if (!isSame) throw new Error(`tables differ: ${ours} for ${theirs}`)
}

/** @param {string} ours @param {string} theirs */
function sameScores(ours, theirs) {
  const { rankings } = JSON.parse(ours)
  const { names, ...scores } = JSON.parse(theirs)
  for (const { method, scores: ranked } of rankings) {
    const byName = new Map(ranked.map((/** @type {any} */ { feature, score }) => [feature, score]))
    for (const [i, name] of names.entries()) {
      if (isNear(byName.get(name), scores[method][i])) continue
      throw new Error(`${method} of ${name} differs: ${byName.get(name)} for ${scores[method][i]}`)
    }
  }
}

/** @param {string} ours @param {string} theirs */
function sameSelection(ours, theirs) {
  const [a, b] = [JSON.parse(ours).selected.join(), JSON.parse(theirs).selected.join()]
  if (a !== b) throw new Error(`selections differ: ${a} for ${b}`)
}

/** @param {number} a @param {number} b */
function isNear(a, b) {
  return Math.abs(a - b) <= 1e-6 * Math.max(1e-3, Math.abs(b))
}
