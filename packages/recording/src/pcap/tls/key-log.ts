/** Secrets of TLS connections, as browsers and libraries write them to the file that SSLKEYLOGFILE names. @see https://www.rfc-editor.org/rfc/rfc9850 */

const labels = [
  'CLIENT_RANDOM',
  'CLIENT_HANDSHAKE_TRAFFIC_SECRET',
  'SERVER_HANDSHAKE_TRAFFIC_SECRET',
  'CLIENT_TRAFFIC_SECRET_0',
  'SERVER_TRAFFIC_SECRET_0',
] as const
export type SecretLabel = (typeof labels)[number]

/** Of a file of secrets, bytes. */
export const maxKeyLogBytes = 64 * 1024 ** 2
const maxSecrets = 500_000

const line = /^([A-Z_0-9]+) ([0-9a-fA-F]{64}) ([0-9a-fA-F]{64}(?:[0-9a-fA-F]{32})?)\s*$/gm

export class KeyLog {
  readonly #secrets = new Map<string, string>()

  get size(): number {
    return this.#secrets.size
  }

  /** Lines that are no secrets are passed over. */
  add(text: string): void {
    for (const [, label = '', random = '', secret = ''] of text.matchAll(line)) {
      if (this.#secrets.size >= maxSecrets) return
      if (labels.some(known => known === label))
        this.#secrets.set(`${label} ${random.toLowerCase()}`, secret.toLowerCase())
    }
  }

  /** null if it is not known. @param random of the client */
  secret(label: SecretLabel, random: Uint8Array): Uint8Array | null {
    const secret = this.#secrets.get(`${label} ${hexOf(random)}`)
    return secret === undefined ? null : bytesOfHex(secret)
  }
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

/** Whether a text is such a file. */
export function isKeyLog(text: string): boolean {
  const log = new KeyLog()
  log.add(text)
  return log.size > 0
}
