import { CribaError, unknownName } from './error.ts'
import { recordIn } from './given.ts'
import { checkOption } from './options.ts'
import type { ValueRule } from './options.ts'
import { part, schemaOfRule } from './parts.ts'

/** The limits of a search: scores or sets evaluated, seconds, and the cost of the selected columns. */
export interface Budget {
  readonly evals?: number
  readonly seconds?: number
  readonly cost?: number
}

const rules: Readonly<Record<keyof Budget, ValueRule>> = {
  evals: { type: 'whole', min: 1 },
  seconds: { type: 'number', min: 0 },
  cost: { type: 'number', min: 0 },
}

/** A budget as a part of a spec. */
export const budgetPart = part(
  { flag: '--budget <what>', help: 'limits of the search: evals=1000,seconds=60,cost=20' },
  (name, given: Budget | null | undefined) => {
    const budget = recordIn(name, given)
    return budget && settleBudget(budget)
  },
  {
    type: 'object',
    description: 'The limits of the search.',
    properties: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, schemaOfRule(rule)])),
    additionalProperties: false,
  },
  { read: (words) => parseBudget(words as string) },
)

/** Parses `evals=1000,seconds=60,cost=20`. */
function parseBudget(text: string): Budget {
  const pairs = text.split(',').map((pair) => /^\s*(\w+)=(.+)$/.exec(pair))
  if (pairs.some((pair) => pair === null)) {
    throw new CribaError(
      'invalid',
      `invalid budget: ${text} (needs evals=1000,seconds=60,cost=20, or some of them)`,
    )
  }
  return settleBudget(Object.fromEntries(pairs.map((pair) => [pair![1], pair![2]])))
}

function settleBudget(budget: Budget): Budget {
  const names = Object.keys(rules)
  for (const name of Object.keys(budget)) {
    if (!names.includes(name)) throw unknownName('part of a budget', name, names)
  }
  const checked = Object.entries(budget).map(([name, given]) => [
    name,
    checkOption(`budget of ${name}`, rules[name as keyof Budget], given as number),
  ])
  return Object.fromEntries(checked) as Budget
}
