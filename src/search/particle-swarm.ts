import exp from '@stdlib/math-base-special-exp'
import { Draws } from './draws.ts'
import { everyOf } from './members.ts'
import type { Members } from './members.ts'
import { defineSubsetSearch } from './search.ts'
import { beats, Visited } from './visited.ts'

const inertia = 0.73
/** How strongly a particle is drawn to its own best, and to the best of all. */
const pull = 1.5
/** No chance to be in or out comes nearer to certain than this allows. */
const fastest = 4

/**
 * Particles are sets, and a column is in with probability 1/(1 + exp(−v)). Each round v becomes
 * 0.73 v + 1.5 u (own best − x) + 1.5 u′ (best of all − x), x 1 where the column is in and 0 where not, u and u′ uniform,
 * held within ±4. With k the columns are in whose probability most exceeds a uniform number. The best set seen is
 * selected. Kennedy and Eberhart (1997).
 */
export const particleSwarm = defineSubsetSearch({
  id: 'particle-swarm',
  title: 'Binary particle swarm',
  options: {
    particles: { type: 'whole', min: 1, default: 30, help: 'sets that move at a time' },
    rounds: { type: 'whole', min: 1, default: 50, help: 'how often they move' },
  },
  how: 'sets move towards the best they have been and the best of all',
  starts: 'anywhere',
  reference: 'Kennedy & Eberhart 1997',
  async *run(problem, limits, options) {
    const { size } = problem
    const draws = new Draws('particle-swarm', problem, limits)
    const visited = new Visited(problem, limits)
    const swarm = draws.sets(options.particles, limits.start).map((set) => ({
      at: indicator(set, size),
      speed: new Float64Array(size),
      best: indicator(set, size),
      merit: NaN,
    }))
    for (let round = 0; round <= options.rounds; round++) {
      const merits = await visited.merits(swarm.map(({ at }) => membersOf(at)))
      swarm.forEach((particle, i) => {
        if (!beats(merits[i], particle.merit)) return
        particle.merit = merits[i]
        particle.best = particle.at
      })
      const news = visited.news()
      if (news) yield news
      limits.progress(round / options.rounds)
      if (round === options.rounds) break
      // Nobody has a merit yet: each is drawn to itself alone.
      const leader = visited.best && indicator(visited.best.members, size)
      for (const particle of swarm) particle.at = moved(particle, leader ?? particle.at)
    }
    return { stopped: `${options.rounds} rounds`, best: visited.inOrder() }

    function moved({ at, speed, best }: (typeof swarm)[number], leader: Uint8Array): Uint8Array {
      const excess = new Float64Array(size)
      for (let i = 0; i < size; i++) {
        const own = pull * draws.uniform() * (best[i] - at[i])
        const common = pull * draws.uniform() * (leader[i] - at[i])
        speed[i] = Math.max(-fastest, Math.min(fastest, inertia * speed[i] + own + common))
        excess[i] = 1 / (1 + exp(-speed[i])) - draws.uniform()
      }
      if (limits.k === null) return Uint8Array.from(excess, (value) => (value > 0 ? 1 : 0))
      const order = everyOf(size).sort((a, b) => excess[b] - excess[a] || a - b)
      return indicator(order.slice(0, limits.k), size)
    }
  },
})

/** 1 for each candidate that is in the set. */
function indicator(set: Members, size: number): Uint8Array {
  const isIn = new Uint8Array(size)
  for (const member of set) isIn[member] = 1
  return isIn
}

function membersOf(isIn: Uint8Array): number[] {
  return everyOf(isIn.length).filter((candidate) => isIn[candidate] === 1)
}
