/** How an agent that is installed by SSH verifies this server if its certificate is not trusted by default. */
import { quoted } from '../../adapters/ssh-session.ts'

/** For a private CA; both null if it is trusted by default, and without TLS. */
export interface ServerAuthority {
  /** SHA-256 of the CA certificate. */
  readonly pin: string | null
  /** The CA certificate, PEM. */
  readonly pem: string | null
}

/**
 * Arguments of install.sh, and shell commands to run before it; `address` is '' for the server's own, `folder` is quoted.
 * With another address a reverse proxy may present its own certificate, which a pin would refuse; an additional CA is harmless.
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
