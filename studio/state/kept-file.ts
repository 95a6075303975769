import { workspaceOfParts } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** What a tab that is opened again begins with. */
interface Kept {
  /** The file, where the person gave one. */
  readonly file?: File | null
  readonly workspace: Workspace
}

const store = 'kept'

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('criba', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no storage'))
  })
}

/** Does something with the storage of the page; nothing where the page is refused it. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const database = await opened()
    return await new Promise<T>((resolve, reject) => {
      const request = work(database.transaction(store, mode).objectStore(store))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no storage'))
    }).finally(() => database.close())
  } catch {
    return null
  }
}

/** So many tabs are remembered; what older ones had is forgotten. */
const mostTabs = 5
const tabs = 'tabs'
const fileKey = (tab: string) => `file ${tab}`
const workspaceKey = (tab: string) => `workspace ${tab}`

/** The name of this tab, which a reload keeps; one without storage shares a name with others like it. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem('criba-tab') ?? crypto.randomUUID()
    sessionStorage.setItem('criba-tab', known)
    return known
  } catch {
    return 'shared'
  }
}

/**
 * Keeps the workspace in this browser by the name of a server's data, or for this tab, with the file where it
 * is new.
 */
export async function keepFile({
  file,
  name,
  workspace,
}: Kept & { readonly name: string | null }): Promise<void> {
  if (name !== null) {
    await inStore('readwrite', (kept) => kept.put(workspace, workspaceKey(`of ${name}`)))
    return
  }
  const tab = tabName()
  if (file !== undefined) {
    await inStore('readwrite', (kept) => kept.put(file, fileKey(tab)))
    await remember(tab)
  }
  await inStore('readwrite', (kept) => kept.put(workspace, workspaceKey(tab)))
}

/** Puts a tab before the others, and forgets the oldest. */
async function remember(tab: string): Promise<void> {
  const known =
    ((await inStore('readonly', (kept) => kept.get(tabs))) as readonly string[] | null | undefined) ?? []
  const all = [tab, ...known.filter((other) => other !== tab)]
  await inStore('readwrite', (kept) => kept.put(all.slice(0, mostTabs), tabs))
  for (const old of all.slice(mostTabs)) {
    await inStore('readwrite', (kept) => kept.delete(fileKey(old)))
    await inStore('readwrite', (kept) => kept.delete(workspaceKey(old)))
  }
}

/** What was kept of a server's data; or of this tab, and where it is new, of the last one. */
export async function keptFile(name: string | null): Promise<Kept | null> {
  if (name !== null) {
    const workspace = await keptWorkspace(`of ${name}`)
    return workspace && { workspace }
  }
  const tab = tabName()
  const known = await get<readonly string[]>(tabs)
  const from = known?.includes(tab) ? tab : known?.[0]
  if (from === undefined) return null
  const [file, workspace] = [await get<File>(fileKey(from)), await keptWorkspace(from)]
  return workspace && { file, workspace }
}

/** A workspace that this page, or an older one, has kept. */
async function keptWorkspace(of: string): Promise<Workspace | null> {
  const kept = await get<Readonly<Record<string, unknown>>>(workspaceKey(of))
  return kept && workspaceOfParts(kept)
}

async function get<T>(key: string): Promise<T | null> {
  return ((await inStore('readonly', (kept) => kept.get(key))) as T | null | undefined) ?? null
}

export async function forgetFile(): Promise<void> {
  await inStore('readwrite', (kept) => kept.clear())
}
