import type { RankCriterion } from 'criba'

type OptionRule = RankCriterion['options'][string]
type Value = string | number | boolean

/** Values that an option refuses. */
export function badValuesOf(rule: OptionRule): Value[] {
  switch (rule.type) {
    case 'choice':
      return ['no such choice', 3]
    case 'flag':
      return ['maybe', 2]
    case 'share':
      return [-1, 2, 'many', NaN]
    case 'methods':
      return ['a b', '+jmi', '', 3]
    case 'sizes':
      return ['some', '0', '1+', '2+0', -1]
    case 'weight':
      return [-1, 'many', NaN, Infinity, '1/n']
    default: {
      const half = rule.type === 'whole' ? [rule.min + 0.5] : []
      const beyond = rule.max === undefined ? [] : [rule.max + 1]
      return [rule.min - 1, 'many', NaN, ...half, ...beyond]
    }
  }
}

/** Values that an option accepts, except its default. */
export function otherValuesOf(rule: OptionRule): Value[] {
  switch (rule.type) {
    case 'choice':
      return rule.of.filter((value) => value !== rule.default)
    case 'flag':
      return [!rule.default]
    case 'methods':
      return ['jmi', 'jmi+mrmr']
    case 'sizes':
      return ['halving', '1+2', '3']
    case 'share':
      return [0, 0.3, 1]
    case 'weight':
      return (['1/s', 0, 0.3, 2] as const).filter((value) => value !== rule.default)
    case 'number':
      return [rule.default + 0.5, 1e-3, 0.1].filter(
        (value) => value !== rule.default && !(value > (rule.max ?? Infinity)),
      )
    default: {
      const less = Math.max(rule.min, Math.floor(rule.default / 2))
      return [rule.default + 1, less].filter((value) => value !== rule.default)
    }
  }
}
