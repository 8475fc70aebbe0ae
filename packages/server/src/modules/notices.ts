/** The registry of notices: parts of the server add sources of conditions; the administrator's home page shows all of them. */
import { type Notice, type NoticeId, noticeCatalogue } from '@pone/contract/notices.ts'

/** A condition that holds now; title, text and severity are in the catalogue. */
export interface Condition {
  readonly id: NoticeId
  readonly params?: Notice['params']
}

/** Returns the conditions that hold now; called on every refresh of the page, so it should use memory or a single query. */
export type NoticeSource = () => Promise<readonly Condition[]> | readonly Condition[]

export interface Notices {
  add(source: NoticeSource): void
  /** Errors first, then in the order of the sources; a source that fails is logged and skipped. */
  list(): Promise<Notice[]>
}

export function createNotices(onFailure: (what: string, cause: unknown) => void): Notices {
  const sources: NoticeSource[] = []
  const ask = async (source: NoticeSource): Promise<readonly Condition[]> => {
    try {
      return await source()
    } catch (cause) {
      onFailure('a source of notices', cause)
      return []
    }
  }
  return {
    add: source => {
      sources.push(source)
    },
    list: async () => {
      const conditions = (await Promise.all(sources.map(ask))).flat()
      const notices = conditions.map(({ id, params = {} }) => ({
        id,
        severity: noticeCatalogue[id].severity,
        params,
      }))
      return notices.toSorted((a, b) => rank(a) - rank(b))
    },
  }
}

const rank = ({ severity }: Notice): number => (severity === 'error' ? 0 : 1)
