import { commandParts } from '#core'
import type { CommandName, MethodSpec } from '#core'
import { methodLabel } from '../method-label.ts'

/** The parts of a settled spec that differ from their defaults, methods as text. */
export function specGiven(command: CommandName, spec: object): Readonly<Record<string, unknown>> {
  const parts = commandParts[command]
  const given = Object.entries(spec).filter(([name, value]) => {
    if (value === null || !Object.hasOwn(parts, name)) return false
    const usual = parts[name].settle(name, null)
    return JSON.stringify(value) !== JSON.stringify(usual)
  })
  return Object.fromEntries(given.map(([name, value]) => [name, asText(value)]))
}

/** A method, or each of a list, as the command line names it; other values as they are. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  return isMethod(value) ? methodLabel({ options: {}, ...value }) : value
}

function isMethod(value: unknown): value is MethodSpec {
  return typeof value === 'object' && value !== null && 'method' in value && !('values' in value)
}
