/** Secret variables of a component: sealed in the database, masked for readers, opened only on the way to a load machine. */

import { AppError } from '@pone/contract/errors.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { maxSecretLength, secretMask } from '@pone/schema/limits.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { openSealed, sealedPrefix } from './sealed-value.ts'

type Variables = Pick<ComponentDocument, 'variables'>

const mapSecrets = <D extends Variables>(document: D, change: (value: string, name: string) => string): D =>
  document.variables.some(variable => variable.secret)
    ? {
        ...document,
        variables: document.variables.map(variable =>
          variable.secret ? { ...variable, value: change(variable.value, variable.name) } : variable,
        ),
      }
    : document

/**
 * The document as it is stored. A mask stands for the value that `before` (the stored document) has under the same name.
 * @throws AppError BadInput for a secret that is too long, or two of one name: nobody could tell whose value a mask stands for
 */
export function sealSecrets<D extends Variables>(
  document: D,
  before: Variables | null,
  box: Pick<SecretBox, 'seal'>,
): D {
  const names = document.variables.filter(({ secret }) => secret).map(({ name }) => name)
  if (new Set(names).size < names.length) throw new AppError('BadInput', { detail: 'secretTwice' })
  const stored = new Map(
    before?.variables.filter(({ secret }) => secret).map(({ name, value }) => [name, value]),
  )
  return mapSecrets(document, (value, name) => {
    if (value === '') return ''
    if (value === secretMask) return stored.get(name) ?? ''
    if (value.length > maxSecretLength) throw new AppError('BadInput', { detail: 'secretTooLong' })
    return sealedPrefix + box.seal(value)
  })
}

/** The document as people may read it. */
export const maskSecrets = <D extends Variables>(stored: D): D =>
  mapSecrets(stored, value => (value === '' ? '' : secretMask))

/** The document as a load machine needs it. @throws AppError SecretUnreadable for a value that was sealed under another key */
export const openSecrets = <D extends Variables>(stored: D, box: Pick<SecretBox, 'open'>): D =>
  mapSecrets(stored, (value, name) => {
    return value.startsWith(sealedPrefix) ? openSealed(value, name, box) : ''
  })
