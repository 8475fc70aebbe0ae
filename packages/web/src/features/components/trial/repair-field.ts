/** The field that repairs a failed HTTP request, by the cause that its error names; pure. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { firstCode } from '@pone/schema/coded-text.ts'

type HttpStep = StepOf<'request'> & { readonly protocol: 'http' }

/** Causes of errors, and the run-time setting that each is repaired at. */
const settingOf: Readonly<Record<string, string>> = {
  certificateUntrusted: 'settings.verifyTls',
  certificateExpired: 'settings.verifyTls',
  certificateForOtherName: 'settings.tls.serverName',
  trustedNotReadable: 'settings.tls.trustedFileId',
  tlsFailed: 'settings.tls.version',
  tlsAlert: 'settings.tls.version',
  foreignSourceAddress: 'settings.sourceAddresses',
  noSourceOfFamily: 'settings.sourceAddresses',
}

/** Causes that are repaired where the host is named. */
const ofHost: ReadonlySet<string> = new Set([
  'nameNotFound',
  'nameServerFailed',
  'refused',
  'hostUnreachable',
  'networkTimeout',
])

/** A path within the step, or one that begins with `settings.`. @param message of the error, with coded causes */
export function repairField({ http }: HttpStep, message: string): string {
  const cause = firstCode(message) ?? ''
  const setting = settingOf[cause]
  if (setting !== undefined) return setting
  if (/^(certificate|key|p12)/.test(cause)) return 'settings.tls.clientCertificate'
  if (/^(proxy|socks)/.test(cause)) return 'settings.proxy'
  // A time-out of 0 is that of the run-time settings.
  if (cause === 'connectTimeout') return timeOut('connectTimeoutMs', http.connectTimeoutMs)
  if (cause === 'responseTimeout' || cause === 'streamTimeout')
    return timeOut('responseTimeoutMs', http.responseTimeoutMs)
  if (cause === 'statusNotExpected' && http.expectedStatuses !== '') return 'http.expectedStatuses'
  return ofHost.has(cause) && isRelative(http.url) ? 'settings.http.baseUrl' : 'http.url'
}

const timeOut = (field: string, ownMs: number): string => `${ownMs > 0 ? 'http' : 'settings'}.${field}`

/** Whether the host is that of the base address. */
const isRelative = (url: string): boolean => !/^(\$\{|[a-z][a-z\d+.-]*:)/i.test(url)
