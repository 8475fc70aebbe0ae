/** The files of the project that a component uses: parameter files, certificates, bodies and parts of requests. */

import type { TlsSettings } from '../settings/run-settings.ts'
import { definitionOf } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import type { ComponentDocument } from './component.ts'

/** Ids of all of them, each once; those of disabled steps, which a run does not need, only when asked for. */
export function filesOf(document: ComponentDocument, options = { withDisabled: false }): string[] {
  const ids = [
    ...document.parameters.flatMap(parameter => (parameter.kind === 'file' ? [parameter.fileId] : [])),
    ...filesOfTls(document.settings.tls),
    ...[...walkSteps(document.steps, options)].flatMap(step => definitionOf(step.kind).files?.(step) ?? []),
  ]
  return [...new Set(ids)].filter(id => id !== '')
}

function filesOfTls({ trustedFileId, clientCertificate }: TlsSettings): string[] {
  const trusted = trustedFileId === null ? [] : [trustedFileId]
  if (clientCertificate.kind === 'none') return trusted
  if (clientCertificate.kind === 'p12') return [...trusted, clientCertificate.fileId]
  const { certificateFileId, keyFileId } = clientCertificate
  return [...trusted, certificateFileId, ...(keyFileId === null ? [] : [keyFileId])]
}
