/** Makes of a component's run-time settings how its requests connect; all that can be wrong with them shows here, before the first request. */
import type { RunSettings } from '@pone/contract/entities/component/run-settings.ts'
import type { ComponentDocument } from '@pone/contract/entities/component.ts'
import { bypassOf, type Proxy } from '@pone/protocols/http/connect/proxy.ts'
import type { Bandwidth, Transport } from '@pone/protocols/http/exchange.ts'
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

/** Makes the transport of a component; `template` compiles texts. @throws Error with a sentence for people */
export function transportOf(options: TransportOptions, template: (text: string) => Template): Transport {
  const { name, document } = options
  const scope = componentScope(name, document)
  try {
    return makeTransport(document.settings, options.filePaths, text => template(text).evaluate(scope))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`component “${name}”: ${reason}`, { cause: error })
  }
}

/** Texts of the settings know the component's variables, but no user. */
function componentScope(name: string, document: ComponentDocument): Scope {
  const variables = document.variables.filter(({ enabled }) => enabled)
  const values = new Map(variables.map(({ name: variable, value }) => [variable, value]))
  return {
    index: 0,
    iteration: 0,
    counters: { own: 0, shared: { value: 0 } },
    properties: { component: name },
    valueOf: variable => values.get(variable),
  }
}

function makeTransport(
  settings: RunSettings,
  filePaths: TransportOptions['filePaths'],
  text: Evaluate,
): Transport {
  const { keepAlive, httpVersion, verifyTls, tls, dns, ipFamily, sourceAddresses, bandwidth } = settings
  return {
    keepAlive,
    httpVersion,
    verifyTls,
    serverName: text(tls.serverName).trim(),
    secureContext: null,
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

/** An IPv6 address may stand in brackets. */
const hostOf = (text: string) => text.trim().replace(/^\[(.*)\]$/, '$1')

function proxyOf({ proxy }: RunSettings, text: Evaluate): Proxy | null {
  if (proxy.kind === 'none') return null
  const host = hostOf(text(proxy.host))
  if (host === '') throw new Error('the proxy has no host')
  const { kind, port, bypass } = proxy
  return {
    kind,
    host,
    port,
    user: text(proxy.user),
    password: text(proxy.password),
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
