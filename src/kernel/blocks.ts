/**
 * Rows are summed in blocks of so many, whose sums are added in order: whoever sums a block, and however neighbours were
 * found, the bits are the same.
 */
export const blockRows = 8192
