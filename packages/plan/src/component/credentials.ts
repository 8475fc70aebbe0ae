/** Where a component holds passwords and tokens of its own: authentication, proxy, client certificate. Their values are treated like those of secret variables; safe in a browser. */

import type { HttpRequest } from '../http-request.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import type { Step } from '../steps/steps.ts'
import type { ComponentDocument } from './component.ts'

export type CredentialHolder = Pick<ComponentDocument, 'settings' | 'steps'>

export interface CredentialPlace {
  /** null in the settings. */
  readonly stepId: string | null
  /** Path within the document's settings or the step, e.g. `settings.auth.password`, `http.auth.token`. */
  readonly field: string
  /** Whom the value belongs to, as far as the document tells: field, user or client. */
  readonly owner: string
}

type Change = (value: string, place: CredentialPlace) => string

/** True for what only names variables (`${password}`): the value itself lies elsewhere. */
export const isReference = (text: string): boolean => /^(\$\{[A-Za-z_][A-Za-z0-9_.]*\})+$/.test(text)

const userPrefix = 'user '
const ownerOfUser = (user: string): string => userPrefix + user

/** The name that Basic or Digest puts before the password; null for other credentials. */
export const userOf = ({ owner }: CredentialPlace): string | null =>
  owner.startsWith(userPrefix) ? owner.slice(userPrefix.length) : null

/** A key that names one place of one document. */
export const keyOfPlace = ({ stepId, field }: CredentialPlace): string => `${stepId ?? ''}/${field}`

/** The document with each credential replaced by what `change` answers; untouched parts are the same objects. */
export function mapCredentials<D extends CredentialHolder>(document: D, change: Change): D {
  const settings = settingsWith(document.settings, change)
  const steps = stepsWith(document.steps, change)
  return settings === document.settings && steps === document.steps
    ? document
    : { ...document, settings, steps }
}

function settingsWith(settings: RunSettings, change: Change): RunSettings {
  const auth = authWith(settings.auth, { stepId: null, field: 'settings.auth' }, change)
  const proxy =
    settings.proxy.kind === 'none'
      ? settings.proxy
      : changed(settings.proxy, 'password', change, {
          stepId: null,
          field: 'settings.proxy.password',
          owner: `proxy ${settings.proxy.user}`,
        })
  const { clientCertificate: before } = settings.tls
  const clientCertificate =
    before.kind === 'none'
      ? before
      : changed(before, 'passphrase', change, {
          stepId: null,
          field: 'settings.tls.clientCertificate.passphrase',
          owner: `certificate ${before.kind === 'pem' ? before.certificateFileId : before.fileId}`,
        })
  const isSame =
    auth === settings.auth && proxy === settings.proxy && clientCertificate === settings.tls.clientCertificate
  return isSame ? settings : { ...settings, auth, proxy, tls: { ...settings.tls, clientCertificate } }
}

function stepsWith(steps: Step[], change: Change): Step[] {
  const next = steps.map(step => stepWith(step, change))
  return next.every((step, index) => step === steps[index]) ? steps : next
}

function stepWith(step: Step, change: Change): Step {
  if ('children' in step) {
    const children = stepsWith(step.children, change)
    return children === step.children ? step : { ...step, children }
  }
  if (step.kind !== 'request') return step
  const auth = authWith(step.http.auth, { stepId: step.id, field: 'http.auth' }, change)
  return auth === step.http.auth ? step : { ...step, http: { ...step.http, auth } }
}

function authWith<A extends HttpRequest['auth']>(
  auth: A,
  { stepId, field }: Pick<CredentialPlace, 'stepId' | 'field'>,
  change: Change,
): A {
  const secret = secretOf(auth)
  if (secret === null) return auth
  const { key, value, owner } = secret
  const next = change(value, { stepId, field: `${field}.${key}`, owner })
  return next === value ? auth : { ...auth, [key]: next }
}

function secretOf(auth: HttpRequest['auth']): { key: string; value: string; owner: string } | null {
  switch (auth.kind) {
    case 'basic':
    case 'digest':
      return { key: 'password', value: auth.password, owner: ownerOfUser(auth.user) }
    case 'bearer':
      return { key: 'token', value: auth.token, owner: 'token' }
    case 'oauth2':
      return { key: 'clientSecret', value: auth.clientSecret, owner: `client ${auth.clientId}` }
    default:
      return null
  }
}

function changed<K extends string, T extends Record<K, string>>(
  holder: T,
  key: K,
  change: Change,
  place: CredentialPlace,
): T {
  const value = change(holder[key], place)
  return value === holder[key] ? holder : { ...holder, [key]: value }
}
