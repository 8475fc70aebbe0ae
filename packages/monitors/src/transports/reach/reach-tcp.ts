/** Reaches a TCP port, with a TLS handshake on request. */
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TargetRecord } from '../../reading/records.ts'
import type { ParamValues } from '../../type.ts'
import { connectionFault } from '../connection-fault.ts'
import { certificateField } from './certificate.ts'

/** @throws TargetFault */
export async function reachTcp(params: ParamValues, signal: AbortSignal): Promise<TargetRecord> {
  const host = String(params['host'] ?? '')
  const begun = performance.now()
  const since = () => (performance.now() - begun).toFixed(2)
  const socket = connect({ host, port: Number(params['port']) })
  // Sockets say errors also after what is waited for.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'connect', { signal })
    const connectMs = since()
    if (params['tls'] !== true) return { reached: '1', timeMs: connectMs, connectMs }
    const secure = connectTls({
      socket,
      rejectUnauthorized: params['verifyTls'] !== false,
      ...(isIP(host) === 0 ? { servername: host } : { host }),
    })
    secure.on('error', () => undefined)
    await once(secure, 'secureConnect', { signal })
    return { reached: '1', timeMs: since(), connectMs, tlsMs: since(), ...certificateField(secure) }
  } catch (thrown) {
    signal.throwIfAborted()
    throw connectionFault(thrown)
  } finally {
    socket.destroy()
  }
}
