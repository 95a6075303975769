// Learners of one's own: a plain one beside that of the library, and whatever one could do wrong.
import { tableFromColumns } from 'criba'
import { cv, defineLearner, permutationImportance } from 'criba/methods'
import type { LearnerRows, OwnLearner, OwnLearnerFacts, Predictor } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { rank, score, select } from '../untyped.ts'

const next = (
  (state) => () =>
    (state = (state * 48271) % 2147483647) / 2147483647
)(29)
const rows = Array.from({ length: 120 }, (_, row) => row)
const a = rows.map(() => next())
const b = rows.map(() => 100 * next())
const noise = rows.map(() => next())
const colour = rows.map((row) => (row % 10 === 3 ? 'green' : next() < 0.5 ? 'red' : 'blue'))
const y = rows.map((row) => 3 * a[row] + b[row] / 50 + next())
const label = rows.map((row) => (y[row] > 3.2 ? 'high' : y[row] > 2.2 ? 'middle' : 'low'))
const table = tableFromColumns({ a, b, noise, colour, y, label })

/**
 * Five nearest neighbours on numbers at standard deviation 1: for classes the one that most of them have, the first of equal
 * ones.
 */
function plainNeighbours(isClasses: boolean): OwnLearner {
  return {
    fit(train, target) {
      const means = train[0].map((_, j) => train.reduce((sum, row) => sum + row[j], 0) / train.length)
      const deviations = means.map((mean, j) =>
        Math.sqrt(train.reduce((sum, row) => sum + (row[j] - mean) * (row[j] - mean), 0) / train.length),
      )
      const distance = (one: readonly number[], other: readonly number[]) =>
        deviations.reduce((sum, deviation, j) => sum + ((one[j] - other[j]) / deviation) ** 2, 0)
      const predicted = (row: readonly number[]) => {
        const near = train
          .map((other, i) => ({ far: distance(row, other), value: target[i] }))
          .sort((one, other) => one.far - other.far)
          .slice(0, 5)
          .map(({ value }) => value)
        if (!isClasses) return near.reduce((sum, value) => sum + value, 0) / 5
        const votes = [0, 1, 2].map((one) => near.filter((value) => value === one).length)
        return votes.indexOf(Math.max(...votes))
      }
      return { predict: (held) => held.map(predicted) }
    },
  }
}

const classes = defineLearner(plainNeighbours(true), { id: 'plain-classes', task: 'classification' })
const numbers = defineLearner(plainNeighbours(false), { id: 'plain-numbers', task: 'regression' })

const features = ['a', 'b', 'noise']
const scoreOf = async (target: string, criterion: string, more = {}) => {
  const { scores } = await score(table, { target, features, by: [criterion], ...more })
  return scores[0].score
}

let named = 0
/** The score of columns by a learner that is defined for it. */
async function scoreBy(
  learner: OwnLearner,
  facts: Partial<OwnLearnerFacts> = {},
  {
    metric = 'auto',
    ...spec
  }: { metric?: string; features?: string[]; target?: string; weights?: string } = {},
  run = {},
) {
  const id = defineLearner(learner, { id: `mine-${named++}`, task: 'classification', ...facts })
  const by = [cv({ learner: id, metric })]
  const { scores } = await score(table, { target: 'label', features: ['a', 'colour'], by, ...spec }, run)
  return scores[0].score
}

const always = (prediction: unknown): OwnLearner => ({
  fit: () => ({ predict: (held: LearnerRows) => held.map(() => prediction as number) }),
})

describe('a learner of one’s own', () => {
  it('has the scores of the same learner of the library', async () => {
    for (const metric of ['accuracy', 'balanced-accuracy', 'macro-f1']) {
      const own = await scoreOf('label', `cv:learner=plain-classes,metric=${metric}`)
      expect(own).toBeCloseTo((await scoreOf('label', `cv:learner=knn,metric=${metric}`))!, 12)
    }
    for (const metric of ['r2', 'mse', 'mae']) {
      const own = await scoreOf('y', `cv:learner=plain-numbers,metric=${metric},folds=4,repeats=2`)
      const known = await scoreOf('y', `cv:learner=knn,metric=${metric},folds=4,repeats=2`)
      expect(own).toBeCloseTo(known!, 12)
    }
  })

  it('selects what that selects, with its evidence, in memory and from DuckDB', async () => {
    const duck = await duckSourceOf(table)
    try {
      for (const [target, learner] of [
        ['label', classes],
        ['y', numbers],
      ] as const) {
        const drop = target === 'y' ? ['label'] : ['y']
        const spec = { target, drop: [...drop, 'colour'], k: 2 }
        const known = await select(table, {
          ...spec,
          criterion: cv({ learner: 'knn', folds: 3 }),
          evidence: { learner: 'knn', folds: 3 },
        })
        for (const data of [table, duck]) {
          const own = await select(data, {
            ...spec,
            criterion: cv({ learner, folds: 3 }),
            evidence: { learner, folds: 3 },
          })
          expect(own.selected).toEqual(known.selected)
          expect(own.score).toBeCloseTo(known.score!, 12)
          expect(own.evidence!.learner).toBe(learner)
          expect(own.evidence!.selected.mean).toBeCloseTo(known.evidence!.selected.mean, 12)
          expect(own.evidence!.none.mean).toBeCloseTo(known.evidence!.none.mean, 12)
        }
      }
    } finally {
      duck.close()
    }
  })

  it.each(['all', 'correlated'] as const)(
    'has the importances by permutation of that within %s rows',
    async (within) => {
      const of = async (learner: 'knn' | typeof classes) => {
        const by = [permutationImportance({ learner, folds: 3, repeats: 4, seed: 3, within })]
        const { rankings } = await rank(table, { target: 'label', drop: ['y', 'colour'], by })
        return Object.fromEntries(rankings[0].scores.map(({ feature, score }) => [feature, score]))
      }
      const [own, known] = [await of(classes), await of('knn')]
      for (const name of features) expect(own[name]).toBeCloseTo(known[name]!, 12)
      expect(own.a).toBeGreaterThan(0.05)
    },
  )

  it('reads levels as indicators or as numbers, and targets as classes from 0', async () => {
    const seen: { readonly rows: LearnerRows; readonly target: number[] }[] = []
    const watch: OwnLearner = {
      fit(given, target) {
        seen.push({ rows: given, target })
        return { predict: (held) => held.map(() => 0) }
      },
    }
    await scoreBy(watch)
    expect(seen).toHaveLength(5)
    for (const { rows: given, target } of seen) {
      expect(given).toHaveLength(96)
      given.forEach((row, i) => {
        const place = a.indexOf(row[0])
        expect(row.slice(1)).toEqual(['blue', 'green', 'red'].map((level) => Number(colour[place] === level)))
        expect(['high', 'low', 'middle'][target[i]]).toBe(label[place])
      })
    }
    seen.length = 0
    await scoreBy(watch, { levels: 'numbers' })
    for (const row of seen[0].rows) {
      expect(['blue', 'green', 'red'][row[1]]).toBe(colour[a.indexOf(row[0])])
      expect(row).toHaveLength(2)
    }
  })

  it('may predict itself, later, and what it learned before is its own', async () => {
    const plain = plainNeighbours(true)
    class Later implements OwnLearner {
      #learned: Predictor | null = null
      async fit(...given: Parameters<OwnLearner['fit']>) {
        await new Promise((resolve) => setTimeout(resolve))
        this.#learned = plain.fit(...given) as Predictor
      }
      async predict(held: LearnerRows) {
        await new Promise((resolve) => setTimeout(resolve))
        return this.#learned!.predict(held)
      }
    }
    expect(await scoreBy(new Later())).toBe(await scoreBy(plain))
  })

  it('is given weights, where its fit takes them', async () => {
    const weighted = tableFromColumns({ a, label, w: rows.map((row) => 1 + (row % 3)) })
    const given: (readonly number[] | null)[] = []
    const id = defineLearner(
      {
        fit(train, _, weights) {
          given.push(weights)
          train.forEach((row, i) => expect(weights![i]).toBe(1 + (a.indexOf(row[0]) % 3)))
          return { predict: (held) => held.map(() => 0) }
        },
      },
      { id: 'weighing', task: 'classification' },
    )
    const spec = { target: 'label', features: ['a'], weights: 'w' }
    await score(weighted, { ...spec, by: [cv({ learner: id })] })
    expect(given).toHaveLength(5)
    await expect(score(weighted, { ...spec, by: [cv({ learner: classes })] })).rejects.toThrow(
      'unsuitable weights for plain-classes: its fit has no third argument (needs fit(rows, target, weights), without a default)',
    )
  })

  it('predicts probabilities, whose log-loss is that of the definition', async () => {
    const own = await scoreBy(always([0.5, 0.25, 0.25]), { probabilities: true }, { metric: 'log-loss' })
    const high = label.filter((one) => one === 'high').length / rows.length
    // Folds are of equal size, but not of equal shares.
    expect(own).toBeCloseTo(high + 2 * (1 - high), 1)
    const sure = await scoreBy(always([1, 0, 0]), { probabilities: true }, { metric: 'log-loss' })
    expect(sure).toBeGreaterThan(10)
    expect(Number.isFinite(sure)).toBe(true)
  })

  it('is not asked where the training rows have one class', async () => {
    let asked = 0
    const counting: OwnLearner = {
      fit() {
        asked++
        return { predict: (held) => held.map(() => 1) }
      },
    }
    const learner = defineLearner(counting, { id: 'counting', task: 'classification' })
    const one = tableFromColumns({ a, label: rows.map((row) => (row === 0 ? 'other' : 'same')) })
    const by = [cv({ learner, folds: 120 })]
    const { scores } = await score(one, { target: 'label', features: ['a'], by })
    expect(asked).toBe(119)
    expect(scores[0].score).toBe(119 / 120)
  })

  it.each([
    ['a class too many', always(3), {}, /predictions of mine-\d+: 3 \(needs numbers of classes, 0 to 2\)/],
    ['a name', always('high'), {}, /predictions of mine-\d+: high \(needs numbers of classes, 0 to 2\)/],
    [
      'no number',
      always(NaN),
      { task: 'regression' },
      /predictions of mine-\d+: NaN \(needs finite numbers\)/,
    ],
    [
      'too few rows',
      { fit: () => ({ predict: () => [0] }) },
      {},
      /: 1 for 24 rows \(needs one for each row\)/,
    ],
    [
      'nothing',
      { fit: () => ({ predict: () => undefined }) },
      {},
      /: no list but undefined \(needs one pred/,
    ],
    ['two probabilities', always([0.5, 0.5]), { probabilities: true }, /needs lists of 3 probabilities/],
    [
      'too much',
      always([0.5, 0.5, 0.5]),
      { probabilities: true },
      /probabilities with sum 1.5 \(needs lists/,
    ],
    [
      'no predictor',
      { fit: () => 5 },
      {},
      /mine-\d+ predicts nothing \(needs predict of its own, or of what/,
    ],
  ] as const)('is refused for %s', async (_, learner, facts, message) => {
    const task = (facts as Partial<OwnLearnerFacts>).task
    const target = task === 'regression' ? { target: 'y' } : {}
    await expect(scoreBy(learner as OwnLearner, facts, target)).rejects.toThrow(message)
  })

  it('is refused by name, task, metric and definition', async () => {
    const learner = plainNeighbours(true)
    const define = (facts: object, given: unknown = learner) =>
      defineLearner(given as OwnLearner, { id: 'x', task: 'classification', ...facts })
    expect(() => define({ id: 'knn' })).toThrow(
      'invalid id of a learner: knn (the library has one; name yours',
    )
    expect(() => define({ id: 'a,b' })).toThrow(
      'invalid id of a learner: a,b (needs letters, digits, hyphens',
    )
    expect(() => define({ task: 'guess' })).toThrow(
      'invalid task: guess (needs classification or regression)',
    )
    expect(() => define({ levels: 'text' })).toThrow('invalid levels: text (needs indicators or numbers)')
    expect(() => define({ task: 'regression', probabilities: true })).toThrow(
      'invalid probabilities: regression',
    )
    expect(() => define({ probabilities: 'yes' })).toThrow('invalid probabilities: yes (needs true')
    expect(() => define({ probability: true })).toThrow(
      'unknown fact of a learner: probability (did you mean probabilities?)',
    )
    expect(() => (defineLearner as (given: unknown) => unknown)(learner)).toThrow(
      'invalid learner: no facts (needs an object with id and task beside it)',
    )
    expect(() => define({}, {})).toThrow(
      'invalid learner: x has no fit (needs an object with fit and predict)',
    )
    await expect(scoreOf('label', 'cv:learner=plain-classe')).rejects.toThrow(
      'unknown learner: plain-classe (did you mean plain-classes?)',
    )
    await expect(scoreOf('label', 'cv:learner=plain-classes,metric=log-loss')).rejects.toThrow(
      'invalid metric: log-loss (plain-classes needs accuracy, balanced-accuracy, macro-f1 or auc)',
    )
    await expect(scoreOf('label', 'cv:learner=plain-classes,ridge=2')).rejects.toThrow(
      'invalid ridge: cv takes',
    )
    await expect(scoreOf('y', 'cv:learner=plain-classes')).rejects.toThrow('unsuitable target for cv: y has')
  })

  it('is replaced by a second definition, also where a session knows the first', async () => {
    const { openSession } = await import('criba')
    const session = openSession(table)
    const of = async (prediction: number) => {
      const id = defineLearner(always(prediction), { id: 'twice', task: 'classification' })
      const { scores } = await session.score({ target: 'label', features: ['a'], by: [cv({ learner: id })] })
      return scores[0].score!
    }
    const shares = [await of(0), await of(1), await of(2)]
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    expect(new Set(shares).size).toBeGreaterThan(1)
    session.close()
  })

  it('ends where it is told to, also while it waits', async () => {
    const controller = new AbortController()
    const waits: OwnLearner = {
      fit() {
        controller.abort()
        return new Promise(() => {})
      },
    }
    await expect(scoreBy(waits, {}, {}, { signal: controller.signal })).rejects.toThrow('interrupted')
  })
})
