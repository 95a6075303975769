/* Keeps the files of the page in the browser, so that it works without a network after the first visit. */

/** What this file uses of the scope of a service worker, whose types do not go with those of a page. */
declare const self: {
  readonly registration: { readonly scope: string }
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(
    kind: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    kind: 'fetch',
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void
}

const cacheName = 'criba-studio'

/** The files of this version, which the build lists. */
async function fill(): Promise<void> {
  const files = (await (await fetch('./files.json', { cache: 'no-store' })).json()) as readonly string[]
  const cache = await caches.open(cacheName)
  const wanted = new Set(files.map((file) => new URL(file, self.registration.scope).href))
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  // Names of assets change with their contents; the page itself is loaded anew.
  await cache.addAll([...wanted].filter((url) => !kept.has(url) || !url.includes('/assets/')))
  for (const url of kept) if (!wanted.has(url)) await cache.delete(url)
}

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return
  event.respondWith(answer(request))
})

/** Assets from what is kept; the page from the network if there is one, so that a new version is seen. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const isPage = request.mode === 'navigate'
  const kept = () =>
    cache.match(isPage ? new URL('./', self.registration.scope).href : request, { ignoreSearch: true })
  if (!isPage) return (await kept()) ?? fetch(request)
  try {
    return await fetch(request)
  } catch (error) {
    const page = await kept()
    if (page) return page
    throw error
  }
}
