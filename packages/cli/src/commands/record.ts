/** `./pone record`: a recording proxy on this machine that writes a HAR file. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type Authority,
  openAuthority,
  removeAuthority,
} from '@pone/recording-proxy/certificates/authority.ts'
import type { ExchangeSummary } from '@pone/recording-proxy/exchange/exchange.ts'
import type { EndReason } from '@pone/recording-proxy/limits.ts'
import { certificatePath } from '@pone/recording-proxy/own-page.ts'
import { type RecordingProxy, startProxy } from '@pone/recording-proxy/proxy.ts'
import type { Command } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { chooseDataFolder } from '../paths.ts'
import { type RecordedBrowser, startBrowser } from '../record/browser.ts'
import { type RecordOptions, readRecordOptions, recordUsage } from '../record/options.ts'
import { writing } from '../run/output-files.ts'
import { catchStopSignals } from '../stop-signals.ts'

const endTexts: Readonly<Record<EndReason | 'browserClosed', string>> = {
  stopped: 'The recording was stopped',
  browserClosed: 'The browser was closed',
  timeLimit: 'The recording has reached its time limit (--minutes)',
  idle: 'Nothing was requested for a long time',
  bytes: 'The recording has reached its limit of transferred bytes',
  exchanges: 'The recording has reached its limit of requests',
  fileFailed: 'The file could not be written any more',
}

const say = (line: string): void => {
  process.stderr.write(`pone: ${line}\n`)
}

async function run(args: readonly string[]): Promise<ExitName> {
  const options = readRecordOptions(args, Date.now())
  const authorityPath = join(chooseDataFolder(options.data), 'recording', 'authority.pem')
  if (options.removesAuthority) {
    await writing(authorityPath, () => removeAuthority(authorityPath))
    say(
      'The key that signs certificates is removed; remove its certificate from browsers and devices as well.',
    )
    return 'ok'
  }
  const { out, force } = options
  if (force) await writing(out, () => rm(out, { force: true }))
  // A browser of our own needs no authority that lasts.
  if (options.browser === null)
    return record(options, await writing(authorityPath, () => openAuthority(authorityPath, Date.now())))
  const folder = await mkdtemp(join(tmpdir(), 'pone-record-'))
  try {
    return await record(options, await openAuthority(join(folder, 'authority.pem'), Date.now()))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function record(options: RecordOptions, authority: Authority): Promise<ExitName> {
  const stopSignals = catchStopSignals()
  let tellEnd: (reason: EndReason) => void = () => undefined
  const bound = new Promise<EndReason>(settle => {
    tellEnd = settle
  })
  const password = options.allow.length === 0 ? null : randomBytes(12).toString('base64url')
  const proxy = await listen(options, { authority, password, onEnd: tellEnd })
  let browser: RecordedBrowser | undefined
  try {
    introduce(options, { proxy, authority, password })
    if (options.browser !== null)
      browser = await startBrowser({
        proxyPort: proxy.port,
        hostKeyHash: authority.hostKeyHash,
        address: options.browser,
        more: (process.env['PONE_BROWSER_OPTIONS'] ?? '').split(/\s+/).filter(Boolean),
      })
    const marks = readMarks(proxy)
    const reason = await Promise.race([
      bound,
      stopSignals.received.then(() => 'stopped' as const),
      ...(browser === undefined ? [] : [browser.ended.then(() => 'browserClosed' as const)]),
    ])
    marks.close()
    await browser?.close()
    browser = undefined
    await proxy.close()
    return conclude(options, proxy, { reason, transactions: marks.count() })
  } finally {
    await browser?.close()
    await proxy.close()
    stopSignals.release()
  }
}

interface Session {
  readonly authority: Authority
  readonly password: string | null
  readonly onEnd: (reason: EndReason) => void
}

async function listen(
  options: RecordOptions,
  { authority, password, onEnd }: Session,
): Promise<RecordingProxy> {
  const { out, port, listen: host, allow, hosts, acceptsAnyCertificate, maxDurationMs } = options
  try {
    return await startProxy({
      authority,
      host,
      port,
      access: { addresses: allow, password },
      path: out,
      hosts,
      acceptsAnyCertificate,
      limits: { maxDurationMs },
      onExchange: summary => process.stderr.write(`${lineOf(summary)}\n`),
      onEnd,
    })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'EADDRINUSE')
      throw new CommandError('portTaken', `Port ${port} is taken; choose another one with --port.`, { cause })
    if (code === 'EADDRNOTAVAIL')
      throw new CommandError('usage', `${host} is no address of this machine.`, { cause })
    if (code === 'EEXIST')
      throw new CommandError('folderUnusable', `${out} is there already; --force writes over it.`, { cause })
    return writing(out, () => Promise.reject(cause))
  }
}

/** Without its query, which may hold secrets. */
const lineOf = ({ method, url, status, durationMs }: ExchangeSummary): string =>
  `${status === 0 ? '---' : status} ${method} ${(url.split(/[?#]/)[0] ?? '').slice(0, 200)} ${durationMs} ms`

interface Introduced {
  readonly proxy: RecordingProxy
  readonly authority: Authority
  readonly password: string | null
}

function introduce(
  { listen: host, browser }: RecordOptions,
  { proxy, authority, password }: Introduced,
): void {
  const address = `${host.includes(':') ? `[${host}]` : host}:${proxy.port}`
  process.stdout.write(`ready: http://${address}\n`)
  if (password !== null) say(`User name: pone  password: ${password}`)
  if (browser === null) {
    say(`Set it as the proxy for HTTP and HTTPS. Certificate for HTTPS: http://${address}${certificatePath}`)
    say(`SHA-256 of the certificate: ${authority.fingerprint}`)
  }
  say('Type a name and press Enter to begin a transaction; Ctrl-C ends the recording.')
}

/** Each line that is typed begins a transaction. */
function readMarks(proxy: RecordingProxy): { readonly count: () => number; readonly close: () => void } {
  let count = 0
  const lines = createInterface({ input: process.stdin })
  lines.on('line', line => {
    const title = line.trim()
    if (title === '') return
    if (proxy.mark(title) === null) say('There are too many transactions; this one was not begun.')
    else {
      count += 1
      say(`Transaction: ${title}`)
    }
  })
  return { count: () => count, close: () => lines.close() }
}

interface End {
  readonly reason: EndReason | 'browserClosed'
  readonly transactions: number
}

function conclude(
  { out, json }: RecordOptions,
  { exchanges }: RecordingProxy,
  { reason, transactions }: End,
): ExitName {
  say(`${endTexts[reason]}.`)
  if (json)
    process.stdout.write(
      `${JSON.stringify({ file: out, requests: exchanges, transactions, ended: reason })}\n`,
    )
  else process.stdout.write(`${out}\n`)
  if (reason === 'fileFailed') throw new CommandError('diskFull', `${resolve(out)} is incomplete.`)
  if (exchanges > 0) return 'ok'
  say('No request was recorded: check that the browser uses the proxy.')
  return 'negative'
}

export const recordCommand: Command = { usage: recordUsage, run }
