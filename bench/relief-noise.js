// What Relief does not see: an interaction of two columns among more and more columns of noise, and
// redundancy.
import { rank, select, tableFromColumns } from 'criba'
import { multisurf, relieff, surfStar } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const rows = 200
const runs = 50
const methods = [relieff(), multisurf(), surfStar()]

/**
 * y = a xor b beside columns of noise, all of zeros and ones.
 * @param {number} seed
 * @param {number} noise
 */
function xorTable(seed, noise) {
  const random = xoroshiro128plus(seed)
  const bits = () => Array.from({ length: rows }, () => (uniformFloat64(random) < 0.5 ? 0 : 1))
  const [a, b] = [bits(), bits()]
  const others = Object.fromEntries(Array.from({ length: noise }, (_, i) => [`noise${i}`, bits()]))
  return tableFromColumns({ a, b, ...others, y: a.map((bit, row) => `c${bit ^ b[row]}`) })
}

console.log('| noise | relieff | multisurf | surf-star | turf |\n|---|---|---|---|---|')
for (const noise of [10, 30, 100, 300, 1000]) {
  const found = [0, 0, 0, 0]
  for (let seed = 1; seed <= runs; seed++) {
    const table = xorTable(seed, noise)
    const { rankings } = await rank(table, { target: 'y', by: methods })
    const { selected } = await select(table, { target: 'y', method: 'turf', k: 2, evidence: null })
    if (selected.includes('a') && selected.includes('b')) found[3]++
    rankings.forEach(({ scores }, i) => {
      const best = scores.slice(0, 2).map(({ feature }) => feature)
      if (best.includes('a') && best.includes('b')) found[i]++
    })
  }
  console.log(`| ${noise} | ${found.map((count) => `${(100 * count) / runs} %`).join(' | ')} |`)
}

// A copy of a column has its weight.
const random = xoroshiro128plus(7)
const x = Array.from({ length: rows }, () => uniformFloat64(random))
const z = x.map((value) => value + 0.1 * uniformFloat64(random))
const w = Array.from({ length: rows }, () => uniformFloat64(random))
const y = x.map((value, row) => (value + 0.7 * w[row] + 0.3 * uniformFloat64(random) > 1 ? 'high' : 'low'))
const { rankings } = await rank(tableFromColumns({ x, z, w, y }), { target: 'y', by: [relieff()] })
console.log(
  rankings[0].scores.map(({ feature, score }) => `${feature} ${Number(score).toFixed(3)}`).join(', '),
)
