/** @param {string} id */
export function camelCase(id) {
  return id.replace(/-(\w)/g, (_, letter) => String(letter).toUpperCase())
}
