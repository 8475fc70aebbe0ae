/** A tab whose release the server no longer has: its code cannot be loaded any more, so the page is loaded anew, once per release. */

const storageKey = 'pone.leftReleases'

/** Releases differ in the name of their first file, which contains a hash of the content. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null

/** The first file of the page that the server gives at present; null if it gives none. */
async function servedEntry(): Promise<string | null> {
  const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return answer.ok ? entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null
}

/**
 * Loads the page anew if the server has another release than this tab. A release is left only once per tab, so that
 * servers of different releases behind one address, or a cached page, cannot make it reload again and again.
 * Unsaved work is kept as drafts.
 */
export async function reloadIfOlder(reload = () => window.location.reload()): Promise<void> {
  const own = entryOf(document)
  const served = await servedEntry().catch(() => null)
  if (own === null || served === null || own === served) return
  const left = (sessionStorage.getItem(storageKey) ?? '').split('\n')
  if (left.includes(own)) return
  try {
    sessionStorage.setItem(storageKey, [...left, own].join('\n'))
  } catch {
    // Without a note of it the page could reload again and again.
    return
  }
  reload()
}
