/** Rules for the run-time settings: what would keep every request of a component from its target. */

import { protocolDefinition, protocolDefinitions } from '@pone/protocols/definitions.ts'
import { isHostAddress, isHostName } from '@pone/schema/network-address.ts'
import type { ComponentDocument } from '../component/component.ts'
import { settingsOf } from '../settings/protocol-settings.ts'
import type { ClientCertificate, RunSettings } from '../settings/run-settings.ts'
import type { Report } from './problem.ts'
import { checkReferences } from './reference-rules.ts'

const isTemplate = (text: string) => text.includes('${')
const isHost = (text: string) => isHostAddress(text.replace(/^\[(.*)\]$/, '$1'))

/** Checks the settings; `attachmentIds` holds the files that exist, undefined when nobody knows. */
export function checkSettings(
  { settings, variables }: ComponentDocument,
  attachmentIds: ReadonlySet<string> | undefined,
  report: Report,
): void {
  checkProtocolSettings(settings, attachmentIds, report)
  checkTls(settings, attachmentIds, report)
  checkProxy(settings, report)
  checkHosts(settings, report)
  checkSourceAddresses(settings, report)
  const known = new Set(variables.filter(({ enabled }) => enabled).map(({ name }) => name))
  // They are read once, before there are users with values of their own.
  const reportEarly: Report = (field, code, params) =>
    report(field, code === 'unknownVariable' ? 'noValueBeforeRun' : code, params)
  const { tls, proxy, hosts } = settings
  checkReferences(tls.serverName, 'settings.tls.serverName', known, reportEarly)
  checkReferences(tls.clientCertificate, 'settings.tls.clientCertificate', known, reportEarly)
  checkReferences(proxy, 'settings.proxy', known, reportEarly)
  checkReferences(hosts, 'settings.hosts', known, reportEarly)
}

function checkProtocolSettings(
  settings: RunSettings,
  attachmentIds: ReadonlySet<string> | undefined,
  report: Report,
): void {
  for (const { name } of protocolDefinitions) {
    const reportWithin: Report = (field, code, params) => report(`settings.${name}.${field}`, code, params)
    const section = settingsOf(settings, name)
    protocolDefinition(name).settings.check(section, reportWithin, { settings: section, attachmentIds })
  }
}

function checkTls(
  { tls }: RunSettings,
  attachmentIds: ReadonlySet<string> | undefined,
  report: Report,
): void {
  const name = tls.serverName.trim()
  if (name !== '' && !isTemplate(name) && !isHostName(name))
    report('settings.tls.serverName', 'badServerName', { name })
  const files = [['trustedFileId', tls.trustedFileId] as const, ...filesOf(tls.clientCertificate)]
  for (const [field, id] of files) {
    if (id === null) continue
    if (id === '') report(`settings.tls.${field}`, 'noCertificateFile')
    else if (attachmentIds?.has(id) === false) report(`settings.tls.${field}`, 'missingCertificateFile')
  }
}

function filesOf(certificate: ClientCertificate): [field: string, id: string | null][] {
  if (certificate.kind === 'none') return []
  if (certificate.kind === 'p12') return [['clientCertificate.fileId', certificate.fileId]]
  return [
    ['clientCertificate.certificateFileId', certificate.certificateFileId],
    ['clientCertificate.keyFileId', certificate.keyFileId],
  ]
}

function checkProxy({ proxy }: RunSettings, report: Report): void {
  if (proxy.kind === 'none') return
  const host = proxy.host.trim()
  if (host === '') report('settings.proxy.host', 'noProxyHost')
  else if (!isTemplate(host) && !isHost(host)) report('settings.proxy.host', 'badProxyHost', { host })
  for (const entry of proxy.bypass.split(/[\s,;]+/)) {
    const isValid = entry === '' || entry === '*' || isHost(entry.replace(/^\*\./, ''))
    if (!isValid) report('settings.proxy.bypass', 'badBypass', { entry })
  }
}

function checkHosts({ hosts }: RunSettings, report: Report): void {
  for (const [index, { name, value, enabled }] of hosts.entries()) {
    const host = name.trim()
    const address = value.trim()
    if (!enabled || host === '') continue
    if (!isTemplate(host) && !isHost(host)) report(`settings.hosts.${index}.name`, 'badHost', { host })
    if (!isTemplate(address) && !isHost(address)) {
      report(`settings.hosts.${index}.value`, 'badHostAddress', { host, address })
    }
  }
}

function checkSourceAddresses({ sourceAddresses, ipFamily }: RunSettings, report: Report): void {
  if (sourceAddresses.length === 0 || ipFamily === 'any') return
  const fits = sourceAddresses.some(address => address.includes(':') === (ipFamily === '6'))
  if (!fits) report('settings.sourceAddresses', 'noSourceOfFamily', { family: ipFamily })
}
