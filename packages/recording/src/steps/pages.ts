/** The page that each exchange belongs to, which becomes its transaction. */
import type { RecordedPage, Recording } from '../model/recording.ts'

/** In the order of the exchanges; null for those of no page. A file without pages has one from each opened document on. */
export function pagesOf({ pages, exchanges }: Recording): (RecordedPage | null)[] {
  const byId = new Map(pages.map(page => [page.id, page]))
  if (exchanges.some(({ pageId }) => pageId !== null && byId.has(pageId)))
    return exchanges.map(({ pageId }) => (pageId === null ? null : (byId.get(pageId) ?? null)))
  let page: RecordedPage | null = null
  return exchanges.map(({ isDocument, url, index, response }) => {
    if (isDocument && (response?.status ?? 0) < 300)
      page = { id: `document ${index}`, title: URL.parse(url)?.pathname ?? url }
    return page
  })
}
