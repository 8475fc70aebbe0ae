/** Passwords and tokens that stand in a component itself: sealed in the database, masked for readers, opened only on the way to a load machine. What only names variables stays as it is. */

import { AppError } from '@pone/contract/errors.ts'
import {
  type CredentialHolder,
  type CredentialPlace,
  isReference,
  keyOfPlace,
  mapCredentials,
} from '@pone/plan/component/credentials.ts'
import { maxSecretLength, secretMask } from '@pone/schema/limits.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { openSealed, sealedPrefix } from './sealed-value.ts'

const isOpen = (value: string): boolean => value === '' || isReference(value)

/**
 * The document as it is stored. A mask stands for the value that `before` (the stored document) has: at the same place for
 * the same user, else for that user wherever it is (a copied step, one that moved), else at the same place.
 * @throws AppError BadInput for a mask that stands for no value, and for a value that is too long
 */
export function sealCredentials<D extends CredentialHolder>(
  document: D,
  before: CredentialHolder | null,
  box: Pick<SecretBox, 'seal' | 'open'>,
): D {
  let kept: ((place: CredentialPlace) => string | undefined) | undefined
  return mapCredentials(document, (value, place) => {
    if (isOpen(value)) return value
    if (value === secretMask) {
      kept ??= before === null ? () => undefined : storedValues(before, box)
      const found = kept(place)
      if (found === undefined) throw new AppError('BadInput', { detail: 'credentialUnknown' })
      return found
    }
    if (value.length > maxSecretLength) throw new AppError('BadInput', { detail: 'secretTooLong' })
    return sealedPrefix + box.seal(value)
  })
}

/** The document as people may read it. */
export const maskCredentials = <D extends CredentialHolder>(stored: D): D =>
  mapCredentials(stored, value => (isOpen(value) ? value : secretMask))

/** The document as a load machine needs it. @throws AppError SecretUnreadable for a value that was sealed under another key */
export const openCredentials = <D extends CredentialHolder>(stored: D, box: Pick<SecretBox, 'open'>): D =>
  mapCredentials(stored, (value, place) =>
    value.startsWith(sealedPrefix) ? openSealed(value, place.field, box) : value,
  )

function storedValues(
  before: CredentialHolder,
  box: Pick<SecretBox, 'open'>,
): (place: CredentialPlace) => string | undefined {
  const byPlace = new Map<string, { value: string; owner: string }>()
  const byOwner = new Map<string, Map<string, string>>()
  mapCredentials(before, (value, place) => {
    if (isOpen(value)) return value
    byPlace.set(keyOfPlace(place), { value, owner: place.owner })
    const same = byOwner.get(place.owner) ?? new Map<string, string>()
    byOwner.set(place.owner, same.set(meaningOf(value, box), value))
    return value
  })
  return place => {
    const here = byPlace.get(keyOfPlace(place))
    if (here?.owner === place.owner) return here.value
    const ofOwner = [...(byOwner.get(place.owner)?.values() ?? [])]
    return ofOwner.length === 1 ? ofOwner[0] : here?.value
  }
}

/** The same for values that were sealed apart and are the same. */
function meaningOf(value: string, box: Pick<SecretBox, 'open'>): string {
  try {
    return value.startsWith(sealedPrefix) ? box.open(value.slice(sealedPrefix.length)) : value
  } catch {
    return value
  }
}
