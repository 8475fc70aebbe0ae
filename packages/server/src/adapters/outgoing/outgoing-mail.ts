/** One mail to a mail server outside: bounded in time, behind the wall of addresses, and verified where TLS is asked for. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { AddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import { createTransport } from 'nodemailer'

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: 'none' | 'starttls' | 'tls'
  /** '': without signing in. */
  readonly user: string
  readonly password: string
  /** PEM of the authority that signed its certificate; '': the public ones. */
  readonly authority: string
}

export interface OutgoingMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** With angle brackets. */
  readonly messageId: string
  /** Of the mail that it belongs to; null: to none. */
  readonly thread: string | null
  readonly headers: Readonly<Record<string, string>>
}

export interface MailAnswer {
  /** Code and text of the last answer of the server. */
  readonly code: number
  readonly text: string
  /** Recipients that it refused; at least one was accepted. */
  readonly rejected: readonly string[]
}

/** @throws AddressNotAllowed, or the error of connection or server, with the properties of nodemailer; a DOMException `TimeoutError` after `timeoutMs` */
export async function sendMail(
  server: MailServer,
  mail: OutgoingMail,
  { wall, timeoutMs }: { readonly wall: AddressWall; readonly timeoutMs: number },
): Promise<MailAnswer> {
  wall.check(server.host)
  const signal = AbortSignal.timeout(timeoutMs)
  const socket = connect({ host: server.host, port: server.port, lookup: wall.lookup, signal })
  // The signal destroys it; whoever waits for it gets the fault.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'connect', { signal })
    return await Promise.race([sendOver(socket, server, mail, timeoutMs), aborted(signal)])
  } catch (cause) {
    throw signal.aborted ? signal.reason : cause
  } finally {
    socket.destroy()
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

async function sendOver(
  socket: Socket,
  { host, port, security, user, password, authority }: MailServer,
  { to, thread, headers, ...mail }: OutgoingMail,
  timeoutMs: number,
): Promise<MailAnswer> {
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    getSocket: (_options, done) => done(null, { connection: socket }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize: 65_536,
    tls: { minVersion: 'TLSv1.2', ...(authority === '' ? {} : { ca: authority }) },
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sent = await transport.sendMail({
    ...mail,
    to: [...to],
    ...(thread === null ? {} : { inReplyTo: thread, references: [thread] }),
    headers: { ...headers },
  })
  return { code: Number(sent.response.slice(0, 3)), text: sent.response, rejected: sent.rejected }
}
