export { escapeXml as escapeHtml } from '../figures/svg.ts'

/** A value as JSON in a script of a page: nothing in it ends the script or opens a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A file as the address of a link, in an attribute between double quotes. */
export function dataAddress(type: string, text: string): string {
  const encoded = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[%#&<>"\p{Cc}\p{Default_Ignorable_Code_Point}]|^ | $/gu, (sign) => encodeURIComponent(sign))
  return `data:${type};charset=utf-8,${encoded}`
}
