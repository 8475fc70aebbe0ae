/** The registry of notices: every part of the server that knows of a condition adds a source; the administrator's home page asks for all. */
import { type Notice, type NoticeId, noticeCatalogue } from '@pone/contract/notices.ts'

/** A condition that holds now; title, text and severity stand in the catalogue. */
export interface Condition {
  readonly id: NoticeId
  readonly params?: Notice['params']
}

/** Answers the conditions that hold at this moment; asked at each look at the page, so it should answer from memory or by one query. */
export type NoticeSource = () => Promise<readonly Condition[]> | readonly Condition[]

export interface Notices {
  add(source: NoticeSource): void
  /** Errors first, otherwise in the order of the sources; a source that fails is reported and left out. */
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
