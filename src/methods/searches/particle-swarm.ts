import exp from '@stdlib/math-base-special-exp'
import { allCandidates } from './members.ts'
import type { Members } from './members.ts'
import { RandomSets } from './random-sets.ts'
import { defineSearch } from './search.ts'
import { beats } from './visited.ts'

const inertia = 0.73
/** The acceleration towards a particle's own best set, and towards the best of all. */
const acceleration = 1.5
/** The greatest velocity, which keeps the probability of each column away from 0 and 1. */
const maxVelocity = 4

/**
 * Each particle is a set, which contains a column with probability 1/(1 + exp(−v)). Each round v becomes
 * 0.73 v + 1.5 u (own best − x) + 1.5 u′ (best of all − x), clipped to ±4, where x is 1 if the set contains
 * the column and 0 otherwise, and u and u′ are uniform. With k the set contains the k columns whose
 * probability most exceeds a uniform number. The best set visited is selected. Kennedy and Eberhart (1997).
 */
export const particleSwarm = defineSearch({
  takes: 'subset',
  id: 'particle-swarm',
  title: 'Binary particle swarm',
  options: {
    particles: { type: 'whole', min: 1, default: 30, help: 'number of particles' },
    rounds: { type: 'whole', min: 1, default: 50, help: 'number of rounds' },
  },
  how: 'moves sets towards their own best set and the best of all',
  starts: 'anywhere',
  reference: 'Kennedy & Eberhart 1997',
  async *run(visited, limits, options) {
    const { size } = visited.problem
    const randomSets = new RandomSets('particle-swarm', visited.problem, limits)
    const swarm = randomSets.sets(options.particles, limits.start).map((set) => ({
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
      yield { done: round / options.rounds }
      if (round === options.rounds) break
      // While no set has a merit, each particle is its own leader.
      const leader = visited.best && indicator(visited.best.members, size)
      for (const particle of swarm) particle.at = move(particle, leader ?? particle.at)
    }
    return `${options.rounds} rounds`

    function move({ at, speed, best }: (typeof swarm)[number], leader: Uint8Array): Uint8Array {
      const excess = new Float64Array(size)
      for (let i = 0; i < size; i++) {
        const own = acceleration * randomSets.uniform() * (best[i] - at[i])
        const common = acceleration * randomSets.uniform() * (leader[i] - at[i])
        speed[i] = Math.max(-maxVelocity, Math.min(maxVelocity, inertia * speed[i] + own + common))
        excess[i] = 1 / (1 + exp(-speed[i])) - randomSets.uniform()
      }
      if (limits.k === null) return Uint8Array.from(excess, (value) => (value > 0 ? 1 : 0))
      const order = allCandidates(size).sort((a, b) => excess[b] - excess[a] || a - b)
      return indicator(order.slice(0, limits.k), size)
    }
  },
})

/** 1 for each member of the set, 0 for the other candidates. */
function indicator(set: Members, size: number): Uint8Array {
  const isIn = new Uint8Array(size)
  for (const member of set) isIn[member] = 1
  return isIn
}

function membersOf(isIn: Uint8Array): number[] {
  return allCandidates(isIn.length).filter((candidate) => isIn[candidate] === 1)
}
