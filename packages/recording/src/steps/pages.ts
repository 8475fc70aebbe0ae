/** The pages that each exchange belongs to, which become its transaction and what surrounds that. */
import type { RecordedPage, Recording } from '../model/recording.ts'

export interface PagePaths {
  /** Of each exchange, from the outermost; empty for those of no page. */
  readonly ofExchanges: readonly (readonly RecordedPage[])[]
  readonly of: (pageId: string | null) => readonly RecordedPage[]
}

/** A file without pages has one from each opened document on. */
export function pagePaths({ pages, exchanges }: Recording): PagePaths {
  const byId = new Map(pages.map(page => [page.id, page]))
  const of = (pageId: string | null): RecordedPage[] => {
    const path: RecordedPage[] = []
    for (let id = pageId; id !== null; ) {
      const page = byId.get(id)
      if (page === undefined || path.includes(page)) break
      path.unshift(page)
      id = page.parentId ?? null
    }
    return path
  }
  if (exchanges.some(({ pageId }) => pageId !== null && byId.has(pageId)))
    return { of, ofExchanges: exchanges.map(({ pageId }) => of(pageId)) }
  let path: readonly RecordedPage[] = []
  const ofExchanges = exchanges.map(({ isDocument, url, index, response }) => {
    if (isDocument && (response?.status ?? 0) < 300)
      path = [{ id: `document ${index}`, title: URL.parse(url)?.pathname ?? url }]
    return path
  })
  return { of, ofExchanges }
}
