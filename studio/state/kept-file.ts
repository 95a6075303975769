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
    })
  } catch {
    return null
  }
}

const fileKey = 'file'
const workspaceKey = (name: string | null) => `workspace ${name ?? ''}`

/** Keeps the file and the workspace in this browser, for a tab that is opened again; of a server the workspace by the name of its data. */
export async function keepFile({
  file,
  name,
  workspace,
}: Kept & { readonly name: string | null }): Promise<void> {
  if (file !== undefined) await inStore('readwrite', (kept) => kept.put(file, fileKey))
  await inStore('readwrite', (kept) => kept.put(workspace, workspaceKey(name)))
}

export async function keptFile(name: string | null): Promise<Kept | null> {
  const workspace = (await inStore('readonly', (kept) => kept.get(workspaceKey(name)))) as
    Workspace | null | undefined
  if (!workspace) return null
  const file =
    name === null ? ((await inStore('readonly', (kept) => kept.get(fileKey))) as File | null) : null
  return { file, workspace }
}

export async function forgetFile(): Promise<void> {
  await inStore('readwrite', (kept) => kept.clear())
}
