/** What a TLS connection says of the certificate of its server. */

import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

const dayMs = 86_400_000

/** Days until the certificate ends, negative when it has ended; no field without TLS. */
export function certificateField(socket: Socket | undefined): Record<string, string> {
  if (!(socket instanceof TLSSocket)) return {}
  const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
  return Number.isNaN(endsAt) ? {} : { certificateDays: ((endsAt - Date.now()) / dayMs).toFixed(2) }
}
