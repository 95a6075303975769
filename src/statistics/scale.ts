/** How the numbers of columns are brought to one scale: standard deviation 1, range 1, or left as they are. */
export const scales = ['standard', 'minmax', 'none'] as const
export type Scale = (typeof scales)[number]
