/** Makes of a component's run-time settings how its requests connect; all that can be wrong with them shows here, before the first request. */
import { readFileSync } from 'node:fs'
import type { SecureContext } from 'node:tls'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { Bandwidth } from '@pone/protocols/connect/network.ts'
import { bypassOf, type Proxy } from '@pone/protocols/connect/proxy.ts'
import { type ClientIdentity, secureContextOf } from '@pone/protocols/connect/secure-context.ts'
import type { Transport } from '@pone/protocols/http/exchange.ts'
import type { Scope } from './scope.ts'
import type { Template } from './templates.ts'

/** What a transport is made from. */
export interface TransportOptions {
  /** Of the component. */
  readonly name: string
  readonly document: ComponentDocument
  /** Path of each file of the project by its id. */
  readonly filePaths: Readonly<Record<string, string>>
}

/** Evaluates a text of the settings, once for all users. */
type Evaluate = (text: string) => string
/** Reads a file of the project; `what` names it in a fault. */
type ReadFile = (fileId: string, what: string) => Buffer

/** Makes the transport of a component; `template` compiles texts. @throws Error with a sentence for people */
export function transportOf(options: TransportOptions, template: (text: string) => Template): Transport {
  const { name, document } = options
  const scope = componentScope(options, template)
  try {
    return makeTransport(document.settings, {
      text: text => template(text).evaluate(scope),
      read: (fileId, what) => readProjectFile(options.filePaths[fileId], what),
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`component “${name}”: ${reason}`, { cause: error })
  }
}

/** Texts of the settings know the component's variables, but no user. */
function componentScope({ name, document }: TransportOptions, template: (text: string) => Template): Scope {
  const values = new Map<string, string>()
  const scope: Scope = {
    index: 0,
    iteration: 0,
    counters: { own: 0, shared: { value: 0 } },
    properties: { component: name },
    valueOf: variable => values.get(variable),
  }
  for (const variable of document.variables) {
    if (variable.enabled) values.set(variable.name, template(variable.value).evaluate(scope))
  }
  return scope
}

function readProjectFile(path: string | undefined, what: string): Buffer {
  if (path === undefined) throw new Error(`${what}: the file is missing`)
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${what}: the file cannot be read: ${reason}`, { cause: error })
  }
}

function makeTransport(settings: RunSettings, { text, read }: { text: Evaluate; read: ReadFile }): Transport {
  const { keepAlive, httpVersion } = settings.http
  const { verifyTls, tls, dns, ipFamily, sourceAddresses, bandwidth } = settings
  return {
    keepAlive,
    httpVersion,
    verifyTls,
    serverName: text(tls.serverName).trim(),
    secureContext: contextOf(tls, text, read),
    reusesTlsSessions: tls.reuseSessions,
    proxy: proxyOf(settings, text),
    dns,
    ipFamily: ipFamily === 'any' ? 0 : ipFamily === '4' ? 4 : 6,
    hosts: hostsOf(settings, text),
    sourceAddresses,
    bandwidth: isLimited(bandwidth) ? bandwidth : null,
  }
}

const isLimited = ({ downBytesPerSecond, upBytesPerSecond }: Bandwidth) =>
  downBytesPerSecond > 0 || upBytesPerSecond > 0

/** null when there is nothing unusual: all such components of a worker share one. */
function contextOf(tls: RunSettings['tls'], text: Evaluate, read: ReadFile): SecureContext | null {
  const { version, trustedFileId, clientCertificate } = tls
  if (version === 'any' && trustedFileId === null && clientCertificate.kind === 'none') return null
  return secureContextOf({
    version,
    trusted: trustedFileId === null ? null : read(trustedFileId, 'trusted certificates'),
    identity: identityOf(clientCertificate, text, read),
  })
}

function identityOf(
  certificate: RunSettings['tls']['clientCertificate'],
  text: Evaluate,
  read: ReadFile,
): ClientIdentity | null {
  if (certificate.kind === 'none') return null
  const passphrase = text(certificate.passphrase)
  if (certificate.kind === 'p12') {
    return { kind: 'p12', file: read(certificate.fileId, 'client certificate (.p12)'), passphrase }
  }
  const { certificateFileId, keyFileId } = certificate
  return {
    kind: 'pem',
    certificate: read(certificateFileId, 'client certificate'),
    key: keyFileId === null ? null : read(keyFileId, 'key of the client certificate'),
    passphrase,
  }
}

/** An IPv6 address may stand in brackets. */
const hostOf = (text: string) => text.trim().replace(/^\[(.*)\]$/, '$1')

/** RFC 1929 gives the length one byte. */
const maxSocksBytes = 255

function proxyOf({ proxy }: RunSettings, text: Evaluate): Proxy | null {
  if (proxy.kind === 'none') return null
  const host = hostOf(text(proxy.host))
  if (host === '') throw new Error('the proxy has no host')
  const { kind, port, bypass } = proxy
  const user = text(proxy.user)
  const password = text(proxy.password)
  const isTooLong = [user, password].some(part => Buffer.byteLength(part) > maxSocksBytes)
  if (kind === 'socks5' && isTooLong) {
    throw new Error(`user and password of a SOCKS5 proxy may have ${maxSocksBytes} bytes each`)
  }
  return {
    kind,
    host,
    port,
    user,
    password,
    bypass: bypassOf(bypass),
  }
}

function hostsOf({ hosts }: RunSettings, text: Evaluate): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const { name, value, enabled } of hosts) {
    const host = text(name).trim().toLowerCase()
    const address = hostOf(text(value))
    if (enabled && host !== '' && address !== '') addresses.set(host, address)
  }
  return addresses
}
