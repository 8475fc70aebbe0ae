/** Which requests the capture tool answers: those of an allowed page, to its own address, with its token. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface CaptureAccess {
  /** Origins of pages that may use the tool, besides pages of this machine. */
  readonly origins: readonly string[]
  readonly token: string
}

/** Names under which the tool is reached; another one has been pointed to this machine by a name server. */
const ownNames = ['127.0.0.1', 'localhost', '[::1]']

export type Refusal = 'host' | 'origin' | 'token'

/** null if its Host is ours and its page, if it is of a page, may use the tool. */
export function refusedPage({ headers }: IncomingMessage, { origins }: CaptureAccess): Refusal | null {
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (host === null || !ownNames.includes(host.hostname)) return 'host'
  const { origin } = headers
  return origin === undefined || isAllowed(origin, origins) ? null : 'origin'
}

function isAllowed(origin: string, origins: readonly string[]): boolean {
  const url = URL.parse(origin)
  if (url === null || url.origin !== origin) return false
  return origins.includes(origin) || ownNames.includes(url.hostname)
}

export function hasToken({ headers }: IncomingMessage, { token }: CaptureAccess): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** What lets a page of another origin read the answer. */
export function pageHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { origin } = headers
  if (origin === undefined) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, POST',
    // Asked by browsers before a page of a network reaches this machine.
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
  }
}
