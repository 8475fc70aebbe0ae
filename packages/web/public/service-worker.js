/** Service worker at /service-worker.js: hashed assets from the cache, pages from the network first, calls never touched. */
const cacheName = 'pone-1'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== cacheName).map(name => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

async function fromCacheFirst(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

/** The last good page stays as the fallback for a server that is restarting. */
async function pageFromNetworkFirst(request) {
  const cache = await caches.open(cacheName)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get('content-type')?.includes('text/html')) {
      await cache.put('/index.html', answer.clone())
    }
    return answer
  } catch (error) {
    const kept = await cache.match('/index.html')
    if (kept) return kept
    throw error
  }
}

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/apm-api')) return
  if (request.mode === 'navigate') event.respondWith(pageFromNetworkFirst(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(request))
})
