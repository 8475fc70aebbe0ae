/** Where a component holds passwords and tokens of its own: authentication, proxy, client certificate. Their values are treated like those of secret variables; safe in a browser. */

import { protocolDefinition, protocolDefinitions } from '@pone/protocols/definitions.ts'
import { withValue } from '@pone/schema/form.ts'
import { settingsOf } from '../settings/protocol-settings.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import { operationOf } from '../steps/operation.ts'
import type { Step } from '../steps/registry.ts'
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
  let next = settings
  for (const { name } of protocolDefinitions) {
    const part = protocolDefinition(name).settings
    for (const { field, value, owner } of part.credentials(settingsOf(settings, name))) {
      next = replaced(next, `${name}.${field}`, value, change, {
        stepId: null,
        field: `settings.${name}.${field}`,
        owner,
      })
    }
  }
  const { proxy, tls } = settings
  if (proxy.kind !== 'none') {
    const place = { stepId: null, field: 'settings.proxy.password', owner: `proxy ${proxy.user}` }
    next = replaced(next, 'proxy.password', proxy.password, change, place)
  }
  const { clientCertificate } = tls
  if (clientCertificate.kind === 'none') return next
  const file =
    clientCertificate.kind === 'pem' ? clientCertificate.certificateFileId : clientCertificate.fileId
  return replaced(next, 'tls.clientCertificate.passphrase', clientCertificate.passphrase, change, {
    stepId: null,
    field: 'settings.tls.clientCertificate.passphrase',
    owner: `certificate ${file}`,
  })
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
  let next: Step = step
  const { operation } = protocolDefinition(step.protocol)
  for (const { field, value, owner } of operation.credentials(operationOf(step))) {
    const path = `${step.protocol}.${field}`
    next = replaced(next, path, value, change, { stepId: step.id, field: path, owner })
  }
  return next
}

/** The holder with the credential at the path replaced; the same object when nothing changes. */
function replaced<T extends object>(
  holder: T,
  path: string,
  value: string,
  change: Change,
  place: CredentialPlace,
): T {
  const next = change(value, place)
  return next === value ? holder : (withValue(Object.fromEntries(Object.entries(holder)), path, next) as T)
}
