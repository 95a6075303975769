/** What a number below a limit, such as `<5`, is read as: half of the limit, or the limit. */
export const censoredValues = ['half', 'limit'] as const
export type CensoredValue = (typeof censoredValues)[number]

/** The decimal marks. */
export const decimalMarks = ['.', ','] as const
