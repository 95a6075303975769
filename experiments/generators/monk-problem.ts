import { flippedShare, irrelevantColumns, withFlips } from './columns.ts'
import { defineGenerator } from './generator.ts'
import type { Generator, MadeColumn } from './generator.ts'
import type { RandomStream } from '../random-stream.ts'

/** The attributes of the robots, and their levels in the order of the paper. */
const attributes = [
  { name: 'head_shape', levels: ['round', 'square', 'octagon'] },
  { name: 'body_shape', levels: ['round', 'square', 'octagon'] },
  { name: 'is_smiling', levels: ['yes', 'no'] },
  { name: 'holding', levels: ['sword', 'balloon', 'flag'] },
  { name: 'jacket_color', levels: ['red', 'yellow', 'green', 'blue'] },
  { name: 'has_tie', levels: ['yes', 'no'] },
]

/** The number of different robots. */
const robots = attributes.reduce((product, { levels }) => product * levels.length, 1)

/**
 * One of the MONK's problems: which robots have class 1, by the numbers of their levels from 1 on, and which
 * attributes decide.
 */
export function defineMonk({
  relevant,
  flips,
  isOne,
  ...facts
}: Pick<Generator, 'name' | 'title' | 'formula'> & {
  readonly relevant: readonly string[]
  /** The share of flipped classes by default. */
  readonly flips: number
  readonly isOne: (robot: readonly number[]) => boolean
}): Generator {
  return defineGenerator({
    ...facts,
    reference: 'Thrun et al. 1991',
    rows: robots,
    noise: flippedShare(flips),
    options: { irrelevant: irrelevantColumns(0) },
    make: ({ rows, noise, options, stream }) => {
      const noiseOfClasses = stream()
      const design = drawRobots(rows, stream())
      const columns = attributes.map(({ name, levels }, at): MadeColumn => ({
        name,
        values: design.map((robot) => levels[robot[at] - 1]),
        role: relevant.includes(name) ? 'relevant' : 'irrelevant',
      }))
      const others = Array.from({ length: options.irrelevant }, (_, i): MadeColumn => {
        const { levels } = attributes[i % attributes.length]
        const { below } = stream()
        return {
          name: `x${i + 1}`,
          values: design.map(() => levels[below(levels.length)]),
          role: 'irrelevant',
        }
      })
      const classes = Float64Array.from(design, (robot) => (isOne(robot) ? 1 : 0))
      return { columns: [...columns, ...others], target: withFlips(classes, noise, noiseOfClasses) }
    },
  })
}

/** Robots in random order, each once; then each a second time in another order, and so on. */
function drawRobots(rows: number, { below }: RandomStream): readonly (readonly number[])[] {
  const drawn: number[][] = []
  while (drawn.length < rows) {
    const left = Array.from({ length: robots }, (_, i) => i)
    while (left.length > 0 && drawn.length < rows) {
      const at = below(left.length)
      drawn.push(robotOf(left[at]))
      left[at] = left[left.length - 1]
      left.pop()
    }
  }
  return drawn
}

/** The numbers of the levels of a robot, from 1 on. */
function robotOf(number: number): number[] {
  let rest = number
  return attributes.map(({ levels: { length } }) => {
    const level = (rest % length) + 1
    rest = Math.floor(rest / length)
    return level
  })
}
