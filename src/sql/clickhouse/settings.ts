import { giga } from '../memory-amount.ts'

/** Settings of a query, as the server names them. */
export type Settings = Readonly<Record<string, string>>

/** What bounds a query where the address and the options say nothing else. */
const bounds = { memory: 4 * giga, seconds: 600 }

/**
 * The settings of every query: it only reads, its memory and time are bounded, and nothing is left out
 * without an error, whatever the profile of the user says. `own` are those of the address.
 */
export function settingsOf(
  own: Settings,
  { bytes, threads }: { readonly bytes?: number | undefined; readonly threads?: number | undefined },
): Settings {
  const most = bytes ?? Number(own.max_memory_usage ?? bounds.memory)
  return {
    max_execution_time: String(bounds.seconds),
    ...(threads !== undefined && { max_threads: String(threads) }),
    // Groups that do not fit are written to the server's temporary files.
    max_bytes_before_external_group_by: String(Math.floor(most / 2)),
    distributed_aggregation_memory_efficient: '1',
    ...own,
    max_memory_usage: String(most),
    // Long lists of levels.
    max_query_size: String(giga / 4),
    max_ast_elements: '10000000',
    max_expanded_ast_elements: '10000000',
    // Nothing is left out: a part of the rows would be a wrong answer.
    skip_unavailable_shards: '0',
    ...Object.fromEntries(overflows.map((mode) => [mode, 'throw'])),
    limit: '0',
    offset: '0',
    // Answers as the statements say.
    count_distinct_implementation: 'uniqExact',
    extremes: '0',
    // A result is complete before its first byte, so that an error is one.
    wait_end_of_query: '1',
    cancel_http_readonly_queries_on_client_close: '1',
    readonly: '2',
  }
}

const overflows = [
  'read_overflow_mode',
  'group_by_overflow_mode',
  'sort_overflow_mode',
  'result_overflow_mode',
  'timeout_overflow_mode',
  'set_overflow_mode',
  'join_overflow_mode',
  'transfer_overflow_mode',
  'distinct_overflow_mode',
]
