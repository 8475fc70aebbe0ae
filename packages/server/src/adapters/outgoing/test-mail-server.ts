/** A mail server of a test in this process: it keeps what it takes, and refuses or hangs when told to. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string
  readonly isEncrypted: boolean
  /** Header lines that belong together are joined. */
  readonly headers: ReadonlyMap<string, string>
  readonly raw: string
}

const hasNone: SMTPServerOptions = { authOptional: true, logger: false, closeTimeout: 100 }

export class TestMailServer {
  readonly mails: TakenMail[] = []
  readonly port: number
  readonly #server: SMTPServer

  private constructor(server: SMTPServer, mails: TakenMail[]) {
    this.#server = server
    this.mails = mails
    this.port = (server.server.address() as AddressInfo).port
  }

  /** On a loopback port; with `user` it takes mails of who signs in with that name and the password `right`. */
  static async start(options: SMTPServerOptions = {}): Promise<TestMailServer> {
    const mails: TakenMail[] = []
    const server = new SMTPServer({
      ...hasNone,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('535 wrong password')),
      onData: (stream, session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const raw = Buffer.concat(parts).toString('utf8')
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            user: String(session.user ?? ''),
            isEncrypted: session.secure,
            headers: headersOf(raw),
            raw,
          })
          done(null, 'taken')
        })
      },
      ...options,
    })
    // Faults of connections are what tests are about.
    server.on('error', () => undefined)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
    return new TestMailServer(server, mails)
  }

  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
  }
}

function headersOf(raw: string): ReadonlyMap<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new Map(
    head.split('\r\n').map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
}
