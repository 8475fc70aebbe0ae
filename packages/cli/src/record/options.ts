/** Options of `./pone record`. */
import { isIP } from 'node:net'
import { defaultLimits } from '@pone/recording-proxy/limits.ts'
import { readOptions, readPort } from '../command.ts'
import { CommandError } from '../exit-codes.ts'

export const recordUsage = `./pone record [--out FILE.har] [--browser ADDRESS] [--host HOST ...] [--port N] [--insecure]
             [--listen ADDRESS --allow ADDRESS ...] [--minutes N] [--data DIR] [--force] [--json]
./pone record --remove-ca [--data DIR]

Records what a browser or another program sends through a proxy on this machine, over HTTP and HTTPS
(HTTP/1.1 and HTTP/2) and WebSocket, and writes a HAR file: convert it with ./pone convert, or import it
in the component editor. The file holds passwords and cookies as they were sent: only its owner may read it.
Ctrl-C ends the recording. A line that is typed while recording begins a transaction of that name.

  --out FILE.har       the file; default: recording-TIME.har in this folder
  --browser ADDRESS    starts Chromium, Chrome or Edge with a new profile and opens the address; the recording
                       ends with the browser. Nothing has to be installed, and certificates are made
                       for this recording only. Further options of the browser: PONE_BROWSER_OPTIONS
  --host HOST          records only this host and those below it; repeatable. Connections to others pass unread
  --port N             port of the proxy; default 8889; 0: any free one
  --insecure           accepts certificates of targets that cannot be verified
  --listen ADDRESS     address of this machine for other devices, e.g. phones; default 127.0.0.1. They need the
                       password that is printed
  --allow ADDRESS      address of a device that may connect; repeatable, required with --listen
  --minutes N          ends the recording after that time, 1 to 1440; default ${defaultLimits.maxDurationMs / 60_000}. It also ends
                       after ${defaultLimits.maxIdleMs / 60_000} minutes without a request
  --data DIR           folder of the key that signs certificates; default $PONE_DATA, else .pone in the checkout
  --force              writes over a file that is there
  --json               prints one JSON object at the end: file, requests, transactions, ended
  --remove-ca          removes the key that signs certificates; remove its certificate from devices as well

To record HTTPS without --browser, the certificate that the proxy offers under its own address has to be
trusted by the browser or device. Its key stays on this machine, and it is valid for 30 days.
`

export interface RecordOptions {
  readonly out: string
  readonly browser: string | null
  readonly hosts: readonly string[]
  readonly port: number
  readonly acceptsAnyCertificate: boolean
  readonly listen: string
  readonly allow: readonly string[]
  readonly maxDurationMs: number
  readonly data: string | undefined
  readonly force: boolean
  readonly json: boolean
  readonly removesAuthority: boolean
}

const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address)

/** @param now in milliseconds @throws CommandError `usage` */
export function readRecordOptions(args: readonly string[], now: number): RecordOptions {
  const { values } = readOptions(args, {
    options: {
      out: { type: 'string' },
      browser: { type: 'string' },
      host: { type: 'string', multiple: true },
      port: { type: 'string' },
      insecure: { type: 'boolean' },
      listen: { type: 'string' },
      allow: { type: 'string', multiple: true },
      minutes: { type: 'string' },
      data: { type: 'string' },
      force: { type: 'boolean' },
      json: { type: 'boolean' },
      'remove-ca': { type: 'boolean' },
    },
  })
  const { browser = null, listen = '127.0.0.1', allow = [] } = values
  if (browser !== null && !/^https?:$/.test(URL.parse(browser)?.protocol ?? ''))
    throw new CommandError(
      'usage',
      `--browser needs an address such as http://shop.example, not '${browser}'.`,
    )
  for (const address of [listen, ...allow])
    if (isIP(address) === 0) throw new CommandError('usage', `'${address}' is no IP address.`)
  if (!isLoopback(listen) && allow.length === 0)
    throw new CommandError('usage', 'Name the devices that may connect with --allow ADDRESS.')
  return {
    out: values.out ?? `recording-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.har`,
    browser,
    hosts: (values.host ?? []).map(readHost),
    port: readPort(values.port ?? '8889'),
    acceptsAnyCertificate: values.insecure ?? false,
    listen,
    allow,
    maxDurationMs: readMinutes(values.minutes) * 60_000,
    data: values.data,
    force: values.force ?? false,
    json: values.json ?? false,
    removesAuthority: values['remove-ca'] ?? false,
  }
}

function readHost(text: string): string {
  const parsed = URL.parse(`http://${text}/`)
  if (parsed !== null && parsed.host === parsed.hostname && parsed.pathname === '/') return parsed.hostname
  throw new CommandError('usage', `--host needs a name such as shop.example, not '${text}'.`)
}

function readMinutes(text: string | undefined): number {
  if (text === undefined) return defaultLimits.maxDurationMs / 60_000
  const minutes = Number(text)
  if (/^\d+$/.test(text) && minutes >= 1 && minutes <= 1_440) return minutes
  throw new CommandError('usage', `--minutes must be a number from 1 to 1440, not '${text}'.`)
}
