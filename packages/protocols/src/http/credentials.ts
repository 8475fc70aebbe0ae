/** What a call proves itself with, evaluated for one user; basic and bearer need none of it, as they are a mere header. */

/** User and password for a digest. @see RFC 7616 */
export interface DigestCredentials {
  readonly kind: 'digest'
  readonly user: string
  readonly password: string
}

/** How a client gets a token for itself. @see RFC 6749 §4.4 */
export interface ClientCredentials {
  readonly kind: 'oauth2'
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Empty = none is asked for. */
  readonly scope: string
  /** Where the client's own credentials go: Authorization, or the body. */
  readonly clientAuthentication: 'header' | 'body'
}

export type HttpCredentials = DigestCredentials | ClientCredentials

/** Value of Authorization for a user and password, in UTF-8. @see RFC 7617 */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
