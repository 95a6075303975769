import { showUnseen } from '#core'

/** Most texts: nothing in them is unseen. */
const plain = /^[\t\n\r -~]*$/

/**
 * What a text shows on screen: signs that nobody sees are escaped, control characters become ·. The build puts
 * it around each text of a template (tools/shown-texts.js); what draws or names by itself calls it.
 */
export function shown<T>(value: T): T | string {
  if (typeof value !== 'string' || plain.test(value)) return value
  return showUnseen(value.replace(/(?![\t\n\r])\p{Control}/gu, '·'))
}
