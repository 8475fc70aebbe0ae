/**
 * Converts a component's run-time settings to the options of its connections; every error in them is reported here,
 * before the first connection.
 */
import { readFileSync } from 'node:fs'
import type { SecureContext } from 'node:tls'
import { CauseError } from '@pone/contract/told-cause.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { Bandwidth, Network } from '@pone/protocols/connect/network.ts'
import { bypassOf, type Proxy } from '@pone/protocols/connect/proxy.ts'
import { type ClientIdentity, secureContextOf } from '@pone/protocols/connect/secure-context.ts'
import type { Scope, Template } from '@pone/protocols/protocol.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { errorText } from '@pone/schema/error-text.ts'

/** Options of a network. */
export interface NetworkOptions {
  /** Name of the component. */
  readonly name: string
  readonly document: ComponentDocument
  /** Path of each file of the project by its id. */
  readonly filePaths: Readonly<Record<string, string>>
}

/** Evaluates a text of the settings, once for all users. */
type Evaluate = (text: string) => string
/** Reads a file of the project; `what` names it in a fault. */
type ReadFile = (fileId: string, what: Bilingual) => Buffer

/** Creates the network of a component; `template` compiles texts. @throws Error with a sentence for the user */
export function networkOf(options: NetworkOptions, template: (text: string) => Template): Network {
  const { name, document } = options
  const scope = componentScope(options, template)
  try {
    return makeNetwork(document.settings, {
      text: text => template(text).evaluate(scope),
      read: (fileId, what) => readProjectFile(options.filePaths[fileId], what),
    })
  } catch (error) {
    const params = { component: name, reason: errorText(error) }
    throw new CauseError('settingsUnusable', params, '', { cause: error })
  }
}

/** Texts of the settings can use the component's variables, but no user's. */
export function componentScope(
  { name, document }: NetworkOptions,
  template: (text: string) => Template,
): Scope {
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

const fileNames = {
  trusted: { zh: '信任的证书', en: 'trusted certificates' },
  p12: { zh: '客户端证书（.p12）', en: 'client certificate (.p12)' },
  certificate: { zh: '客户端证书', en: 'client certificate' },
  key: { zh: '客户端证书的私钥', en: 'key of the client certificate' },
} as const

function readProjectFile(path: string | undefined, what: Bilingual): Buffer {
  if (path === undefined) throw new CauseError('projectFileMissing', { what })
  try {
    return readFileSync(path)
  } catch (error) {
    const params = { what, reason: errorText(error) }
    throw new CauseError('projectFileUnreadable', params, '', { cause: error })
  }
}

function makeNetwork(settings: RunSettings, { text, read }: { text: Evaluate; read: ReadFile }): Network {
  const { verifyTls, tls, dns, ipFamily, sourceAddresses, bandwidth } = settings
  return {
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

/** null without special settings: all such components of a worker share one. */
function contextOf(tls: RunSettings['tls'], text: Evaluate, read: ReadFile): SecureContext | null {
  const { version, trustedFileId, clientCertificate } = tls
  if (version === 'any' && trustedFileId === null && clientCertificate.kind === 'none') return null
  return secureContextOf({
    version,
    trusted: trustedFileId === null ? null : read(trustedFileId, fileNames.trusted),
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
    return { kind: 'p12', file: read(certificate.fileId, fileNames.p12), passphrase }
  }
  const { certificateFileId, keyFileId } = certificate
  return {
    kind: 'pem',
    certificate: read(certificateFileId, fileNames.certificate),
    key: keyFileId === null ? null : read(keyFileId, fileNames.key),
    passphrase,
  }
}

/** An IPv6 address may be in brackets. */
const hostOf = (text: string) => text.trim().replace(/^\[(.*)\]$/, '$1')

/** RFC 1929 uses one byte for the length. */
const maxSocksBytes = 255

function proxyOf({ proxy }: RunSettings, text: Evaluate): Proxy | null {
  if (proxy.kind === 'none') return null
  const host = hostOf(text(proxy.host))
  if (host === '') throw new CauseError('proxyWithoutHost')
  const { kind, port, bypass } = proxy
  const user = text(proxy.user)
  const password = text(proxy.password)
  const isTooLong = [user, password].some(part => Buffer.byteLength(part) > maxSocksBytes)
  if (kind === 'socks5' && isTooLong) {
    throw new CauseError('socksCredentialsTooLong', { bytes: maxSocksBytes })
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
