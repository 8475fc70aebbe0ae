/** Run-time settings and variables of a component → configuration elements of a thread group. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { addressParts } from './base-address.ts'
import { writtenEncodings } from './group-defaults.ts'
import type { Named, PlanWriter } from './plan-writer.ts'

/** The elements, in their order in the group. */
export function settingsXml(
  { settings, variables }: ComponentDocument,
  component: Named,
  writer: PlanWriter,
): string[] {
  const { element: write, text } = writer
  const base = addressParts(text(component, settings.http.baseUrl.trim()))
  const defaults = {
    'HTTPSampler.protocol': base.protocol,
    'HTTPSampler.domain': base.host,
    'HTTPSampler.port': base.port,
    'HTTPSampler.path': base.path,
    'HTTPSampler.connect_timeout': String(settings.connectTimeoutMs),
    'HTTPSampler.response_timeout': String(settings.responseTimeoutMs),
    'HTTPSampler.image_parser': String(settings.http.embeddedResources),
    'HTTPSampler.concurrentDwn': String(settings.http.embeddedResources),
    'HTTPSampler.concurrentPool': String(settings.http.parallelPerHost),
  }
  const parts = [
    write('HttpDefaultsGui', 'HTTP Request Defaults', { values: defaults }),
    write('CookiePanel', 'HTTP Cookie Manager', {
      values: { 'CookieManager.clearEachIteration': String(settings.http.clearCookiesEachIteration) },
    }),
  ]
  if (settings.http.cache) {
    const clears = String(settings.http.clearCacheEachIteration)
    parts.push(write('CacheManagerGui', 'HTTP Cache Manager', { values: { clearEachIteration: clears } }))
  }
  const hosts = settings.hosts.filter(host => host.enabled)
  if (hosts.length > 0 || settings.dns === 'iteration') {
    const rows = hosts.map(host => ({ 'StaticHost.Name': host.name, 'StaticHost.Address': host.value }))
    const values = {
      'DNSCacheManager.isCustomResolver': String(hosts.length > 0),
      'DNSCacheManager.clearEachIteration': String(settings.dns === 'iteration'),
    }
    parts.push(
      write('DNSCachePanel', 'DNS Cache Manager', { values, rows: { 'DNSCacheManager.hosts': rows } }),
    )
  }
  if (settings.http.auth.kind === 'basic' || settings.http.auth.kind === 'digest') {
    const row = {
      'Authorization.url': text(component, settings.http.baseUrl),
      'Authorization.username': text(component, settings.http.auth.user),
      'Authorization.password': text(component, settings.http.auth.password),
      'Authorization.mechanism': settings.http.auth.kind.toUpperCase(),
    }
    parts.push(write('AuthPanel', 'HTTP Authorization Manager', { rows: { 'AuthManager.auth_list': [row] } }))
  }
  const headers = [
    ...(settings.http.compression
      ? [{ 'Header.name': 'Accept-Encoding', 'Header.value': writtenEncodings }]
      : []),
    ...(settings.http.auth.kind === 'bearer'
      ? [
          {
            'Header.name': 'Authorization',
            'Header.value': `Bearer ${text(component, settings.http.auth.token)}`,
          },
        ]
      : []),
  ]
  if (headers.length > 0)
    parts.push(write('HeaderPanel', 'HTTP Header Manager', { rows: { 'HeaderManager.headers': headers } }))
  const rows = variables
    .filter(variable => variable.enabled)
    .map(variable => ({
      'Argument.name': variable.name,
      'Argument.value': variable.secret ? '' : text(component, variable.value),
    }))
  if (rows.length > 0)
    parts.push(write('ArgumentsPanel', 'User Defined Variables', { rows: { 'Arguments.arguments': rows } }))
  return parts
}
