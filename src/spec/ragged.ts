/**
 * What is done with rows that have another number of cells than the header.
 *
 * - `error`: they are an error;
 * - `fill`: cells that a row lacks are missing values, and empty ones beyond the header are left out; others are an error;
 * - `skip`: such rows are left out.
 */
export const raggedPolicies = ['error', 'fill', 'skip'] as const
export type RaggedPolicy = (typeof raggedPolicies)[number]
