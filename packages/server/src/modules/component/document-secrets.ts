/** All that is secret in a component's document, variables and credentials alike: how it is stored, read and run. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { readableByEarlier } from '@pone/plan/settings/format.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { maskSecrets, openSecrets, sealSecrets } from './secret-variables.ts'
import { maskCredentials, openCredentials, sealCredentials } from './stored-credentials.ts'

/** @throws AppError BadInput, as sealSecrets and sealCredentials do */
export const sealDocument = (
  document: ComponentDocument,
  before: ComponentDocument | null,
  box: SecretBox,
): ComponentDocument => sealCredentials(sealSecrets(document, before, box), before, box)

export const maskDocument = (stored: ComponentDocument): ComponentDocument =>
  maskCredentials(maskSecrets(stored))

/** @throws AppError SecretUnreadable */
export function openDocument(stored: ComponentDocument, box: SecretBox): ComponentDocument {
  const opened = openCredentials(openSecrets(stored, box), box)
  return { ...opened, settings: readableByEarlier(opened.settings) }
}
