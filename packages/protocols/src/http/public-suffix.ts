/** Domains under which anybody may register names (the public-suffix list), so that no server sets cookies for its neighbours. */
import { getPublicSuffix } from 'tldts'

/** Whether the domain, lower case, is itself such a suffix: `com`, `co.uk`, `github.io`; a single label always is. */
export function isPublicSuffix(domain: string): boolean {
  const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }
  return getPublicSuffix(domain, options) === domain
}
