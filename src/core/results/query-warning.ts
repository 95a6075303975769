import { queryOption } from '../spec/flag-text.ts'
import type { Warning } from './warning.ts'

/** A warning that a query mends: what is so, and for what to say the query. */
export function queryWarning(
  warning: Omit<Warning, 'message' | 'remedy'> & { readonly why: string; readonly query: string },
  how: string,
): Warning {
  return { ...warning, message: `${warning.why}; ${how} ${queryOption(warning.query)}` }
}
