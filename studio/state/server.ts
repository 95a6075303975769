/** The server of `criba studio`, and the name of its data. */
export interface StudioServer {
  readonly token: string
  readonly data: string | null
}

/** The server that the address names: its token is kept for this tab, and taken out of the address. */
export function serverOf(asked: URLSearchParams): StudioServer | null {
  const given = asked.get('token')
  const kept = inTab((storage) => storage.getItem(key))
  const server =
    given !== null
      ? { token: given, data: asked.get('data') }
      : kept === null
        ? null
        : (JSON.parse(kept) as StudioServer)
  if (given !== null) inTab((storage) => storage.setItem(key, JSON.stringify(server)))
  asked.delete('token')
  asked.delete('data')
  return server
}

const key = 'criba-server'

/** Does something with the storage of the tab; nothing where the page is refused it. */
function inTab<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
