/**
 * What to do with rows that have more or fewer cells than the header.
 *
 * - `error`: they are an error;
 * - `fill`: absent cells are missing values, surplus empty cells are ignored; other surplus cells are an
 *   error;
 * - `skip`: such rows are skipped.
 */
export const raggedPolicies = ['error', 'fill', 'skip'] as const
export type RaggedPolicy = (typeof raggedPolicies)[number]
