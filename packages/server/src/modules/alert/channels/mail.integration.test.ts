/** Mail against servers that ask for a password, encrypt, refuse and hang. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCause } from '@pone/contract/told-cause.ts'
import { createAddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendMail } from '../../../adapters/outgoing/outgoing-mail.ts'
import { startTestExim } from '../../../adapters/outgoing/test-exim.ts'
import { TestMailServer } from '../../../adapters/outgoing/test-mail-server.ts'
import { createTestAuthority } from '../../../http/tls/test-authority.ts'
import type { AlertNotice } from '../alert-notice.ts'
import { exampleOfAlert } from '../example-notices.ts'
import type { MailSettings } from './mail.ts'
import { messageOf } from './message.ts'
import { openChannel } from './registry.ts'

let certificate: { key: string; cert: string }
let authority = ''
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-mail-'))
  const ca = await createTestAuthority(folder)
  const { cert, key } = await ca.issue('mail', 'IP:127.0.0.1')
  certificate = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
  authority = ca.pem
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const server = await TestMailServer.start(options)
  servers.push(server)
  return server
}

const settingsFor = (port: number, changed: Partial<MailSettings> = {}): MailSettings => ({
  kind: 'mail',
  host: '127.0.0.1',
  port,
  security: 'none',
  user: '',
  password: '',
  authority: '',
  from: 'pone@shop.test',
  recipients: ['ops@shop.test'],
  tellsMonitorContacts: false,
  ...changed,
})

const noticeOf = (changed: Partial<AlertNotice> = {}): AlertNotice => ({
  ...exampleOfAlert('7d6f1d0e-0000-8000-8000-000000000001', 'triggered', 1_767_225_600_000),
  incidentId: '7d6f1d0e-0000-8000-8000-000000000002',
  ...changed,
})

const send = (
  settings: MailSettings,
  notices: readonly AlertNotice[] = [noticeOf()],
  allowed = ['127.0.0.1'],
) =>
  openChannel(settings).send(notices, {
    wall: createAddressWall(allowed),
    messageOf: some =>
      messageOf(some, {
        language: 'zh',
        template: null,
        runTemplate: null,
        publicUrl: 'https://pone.test/',
        now: 1,
      }),
  })
const faultOf = async (settings: MailSettings): Promise<string> =>
  readCause((await send(settings)).fault, 'en').text

/** Without line wraps and encodings of its parts. */
const decoded = (raw: string): string =>
  raw
    .split(/\r\n--/)
    .map(part => {
      const body = part.slice(part.indexOf('\r\n\r\n') + 4)
      if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
      return Buffer.from(
        body
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8')
    })
    .join('\n')

describe('a mail', () => {
  test('tells of a notice in text and HTML, with its key and a link to the incident', async () => {
    const server = await start()
    expect(await send(settingsFor(server.port))).toMatchObject({ isAccepted: true, status: 250, fault: '' })
    const [mail] = server.mails
    expect(mail).toMatchObject({ from: 'pone@shop.test', to: ['ops@shop.test'], isEncrypted: false })
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative')
    expect(mail?.headers.get('x-pone-key')).toBe(noticeOf().key)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    const told = decoded(mail?.raw ?? '')
    expect(told).toContain(`通知编号: ${noticeOf().key}`)
    const link = `https://pone.test/pone/atf/projects/taskCenter/monitorWarning?open=${noticeOf().incidentId}`
    expect(told).toContain(`<a href="${link}&amp;projectId=${noticeOf().projectId}">`)
  })

  test('of the same incident is in the same thread, and one that is sent again has the same Message-ID', async () => {
    const server = await start()
    const settings = settingsFor(server.port)
    for (const key of ['k/1', 'k/2', 'k/2']) await send(settings, [noticeOf({ key })])
    const ids = server.mails.map(({ headers }) => headers.get('message-id'))
    expect(new Set(ids).size).toBe(2)
    expect(ids[1]).toBe(ids[2])
    const threads = server.mails.map(({ headers }) => headers.get('references'))
    expect(new Set(threads)).toEqual(new Set([`<incident-${noticeOf().incidentId}@shop.test>`]))
  })

  test('has no header, tag or line of a hostile name', async () => {
    const server = await start()
    const rule = 'CPU\r\nBcc: all@shop.test\r\n\r\n<img src=x onerror=alert(1)>'
    await send(settingsFor(server.port), [noticeOf({ rule, monitor: '"><script>' })])
    const [mail] = server.mails
    expect(mail?.to).toEqual(['ops@shop.test'])
    expect(mail?.headers.has('bcc')).toBe(false)
    const told = decoded(mail?.raw ?? '')
    const html = told.slice(told.indexOf('<!doctype html>'))
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toMatch(/<img|<script/)
  })

  test('tells contacts of monitors of their own monitors only', async () => {
    const server = await start()
    const contacts = (...emails: string[]) => ({ contacts: { emails, phones: [] } })
    const notices = [
      noticeOf({ key: 'k/1', monitor: 'cache-1', ...contacts('a@shop.test') }),
      noticeOf({ key: 'k/2', monitor: 'cache-2', ...contacts('b@shop.test', 'OPS@shop.test') }),
    ]
    await send(settingsFor(server.port, { tellsMonitorContacts: true }), notices)
    const told = server.mails.map(({ to, raw }) => [
      to.join(),
      /cache-1/.test(decoded(raw)),
      /cache-2/.test(decoded(raw)),
    ])
    expect(told).toEqual([
      ['ops@shop.test', true, true],
      ['a@shop.test', true, false],
      ['b@shop.test', false, true],
    ])
  })

  test('for nobody is a fault that says so', async () => {
    const settings = settingsFor(1, { recipients: [], tellsMonitorContacts: true })
    expect(await faultOf(settings)).toContain('nobody to tell')
  })
})

describe('signing in and encryption', () => {
  const signedIn = { authOptional: false, allowInsecureAuth: true }
  test.each([
    ['none', {}],
    ['starttls', {}],
    ['tls', { secure: true }],
  ] as const)('with %s the mail arrives from who signed in', async (security, options) => {
    const server = await start({ ...signedIn, ...certificate, ...options })
    const settings = settingsFor(server.port, {
      security,
      user: 'pone',
      password: 'right',
      authority,
    })
    expect(await send(settings)).toMatchObject({ isAccepted: true })
    expect(server.mails).toMatchObject([{ user: 'pone', isEncrypted: security !== 'none' }])
  })

  test('a wrong password is told, and is in no answer', async () => {
    const server = await start(signedIn)
    const answer = await send(settingsFor(server.port, { user: 'pone', password: 'not this' }))
    expect(readCause(answer.fault, 'zh').text).toBe('邮件服务器不接受该用户名和密码')
    expect(answer).toMatchObject({ isAccepted: false, status: 535 })
    expect(JSON.stringify(answer)).not.toContain('not this')
  })

  test('a certificate of an unknown authority is not accepted, and nothing is told to a server without STARTTLS', async () => {
    const encrypted = await start({ ...certificate, secure: true })
    expect(await faultOf(settingsFor(encrypted.port, { security: 'tls' }))).toContain('No TLS connection')
    const starting = await start({ ...certificate })
    expect(await faultOf(settingsFor(starting.port, { security: 'starttls' }))).toContain('No TLS connection')
    const plain = await start({ ...signedIn, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    const secret = { security: 'starttls' as const, user: 'pone', password: 'right' }
    expect(await faultOf(settingsFor(plain.port, secret))).toContain('No TLS connection')
    expect([...encrypted.mails, ...starting.mails, ...plain.mails]).toEqual([])
  })
})

describe('a mail server of the field', () => {
  const user = 'pone'
  const password = 'a password'
  const startExim = async (): Promise<{ port: number; receiver: TestMailServer }> => {
    const receiver = await start()
    const exim = await startTestExim({ certificate, user, password, relayPort: receiver.port })
    servers.push(exim)
    return { port: exim.port, receiver }
  }
  const signedIn = { security: 'starttls', user, password } as const

  test('takes the mail after STARTTLS and a sign-in, and passes it on', async () => {
    const { port, receiver } = await startExim()
    const answer = await send(settingsFor(port, { ...signedIn, authority }))
    expect(answer).toMatchObject({ isAccepted: true, status: 250, fault: '' })
    await expect.poll(() => receiver.mails.length, { timeout: 20_000 }).toBe(1)
    const [mail] = receiver.mails
    expect(mail?.headers.get('x-pone-key')).toBe(noticeOf().key)
    expect(mail?.headers.get('received')).toMatch(/with esmtpsa\s+\(TLS1\.3\)[^]*Exim/)
    expect(decoded(mail?.raw ?? '')).toContain('告警触发')
  }, 120_000)

  test('refuses a wrong password and what is not encrypted, and is refused with another certificate', async () => {
    const { port, receiver } = await startExim()
    const trusted = { ...signedIn, authority }
    expect(await faultOf(settingsFor(port, { ...trusted, password: 'wrong' }))).toContain(
      'user name and password',
    )
    // Without encryption the server offers no sign-in.
    expect(await faultOf(settingsFor(port, { ...trusted, security: 'none' }))).toContain('did not accept')
    expect(await faultOf(settingsFor(port, { security: 'starttls', authority }))).toContain('did not accept')
    expect(await faultOf(settingsFor(port, signedIn))).toContain('certificate')
    expect(receiver.mails).toEqual([])
  }, 120_000)
})

describe('servers that do not take the mail', () => {
  test('a refused sender, refused recipients and a refused message are told apart', async () => {
    const refusing = (what: string) => () => new Error(`550 ${what}`)
    const sender = await start({ onMailFrom: (_from, _session, done) => done(refusing('sender')()) })
    expect(await faultOf(settingsFor(sender.port))).toContain('does not accept the sender pone@shop.test')
    const all = await start({ onRcptTo: (_to, _session, done) => done(refusing('recipient')()) })
    expect(await faultOf(settingsFor(all.port))).toContain('did not accept the mail')
    const message = await start({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(refusing('spam')()))
      },
    })
    expect(await faultOf(settingsFor(message.port))).toContain('did not accept the mail')
  })

  test('one refused recipient does not send the mail to the others again', async () => {
    const server = await start({
      onRcptTo: ({ address }, _session, done) =>
        done(address === 'gone@shop.test' ? new Error('550 gone') : null),
    })
    const recipients = ['ops@shop.test', 'gone@shop.test']
    const answer = await send(settingsFor(server.port, { recipients }))
    expect(answer.isAccepted).toBe(true)
    expect(readCause(answer.fault, 'en').text).toContain('the recipients gone@shop.test')
  })

  test('a server that says nothing is given up after the time-out', async () => {
    const silent = createServer()
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', () => resolve()))
    const { port } = silent.address() as AddressInfo
    const mail = { from: 'a@b.test', to: ['c@d.test'], subject: '', text: '', html: '', messageId: '<1@b>' }
    const sending = sendMail(
      settingsOfServer(port),
      { ...mail, thread: null, headers: {} },
      {
        wall: createAddressWall(['127.0.0.1']),
        timeoutMs: 50,
      },
    )
    await expect(sending).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    await new Promise(resolve => silent.close(resolve))
  })

  test('a private address and a port without a server are faults', async () => {
    const server = await start()
    const refused = await send(settingsFor(server.port), [noticeOf()], [])
    expect(readCause(refused.fault, 'en').text).toContain('127.0.0.1 is a private address')
    const { port } = server
    await server.close()
    servers.length = 0
    expect(await faultOf(settingsFor(port))).toContain('cannot be reached')
  })
})

const settingsOfServer = (port: number) => ({ ...settingsFor(port), password: '' })
