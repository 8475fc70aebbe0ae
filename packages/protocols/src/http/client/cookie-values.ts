/** Cookies as checkpoints and extractors read them. */
import type { HttpResult } from '../exchange.ts'
import type { HttpSession } from '../session.ts'

/** Values of a cookie that the answer sets, else the one that the user has for the address. */
export function cookieValues(
  { headers, url }: Pick<HttpResult, 'headers' | 'url'>,
  session: Pick<HttpSession, 'cookie'>,
  name: string,
): readonly string[] {
  const prefix = `${name}=`
  const set = headers
    .filter(
      ([header, value]) => header.toLowerCase() === 'set-cookie' && value.trimStart().startsWith(prefix),
    )
    .map(([, value]) => value.trimStart().slice(prefix.length).split(';')[0] ?? '')
  const kept = set.length === 0 ? session.cookie(name, url) : null
  return kept === null ? set : [kept]
}
