/** How an agent that is installed by SSH is told to know this server, where the machine's own authorities do not. */
import { quoted } from '../../adapters/ssh-session.ts'

/** Of a private authority; both null where every machine knows it, and without TLS. */
export interface ServerAuthority {
  /** SHA-256 of the authority's certificate. */
  readonly pin: string | null
  /** The certificate, PEM. */
  readonly pem: string | null
}

/**
 * What install.sh is told, and shell that has to run before it; `address` is '' for the server's own, `folder` quoted already.
 * Under another address a proxy may show a certificate of its own, which a pin would refuse; a further authority does no harm.
 */
export function trustOf(
  address: string,
  { pin, pem }: ServerAuthority,
  folder: string,
): { readonly before: string; readonly words: string } {
  if (address === '' && pin !== null) return { before: '', words: `--pin ${quoted(pin)}` }
  if (!address.startsWith('https:') || pem === null) return { before: '', words: '' }
  const file = `${folder}/server-ca.pem`
  return { before: `printf %s ${quoted(pem)} >${file} || exit 4;`, words: `--ca ${file}` }
}
