/** How numeric columns are scaled: to standard deviation 1, to range 1, or not at all. */
export const scales = ['standard', 'minmax', 'none'] as const
export type Scale = (typeof scales)[number]
