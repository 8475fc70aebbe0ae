/** What a save means for the secrets in the editor: the server has their values now, so the page lets go of them. Pure. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { isReference, keyOfPlace, mapCredentials } from '@pone/plan/component/credentials.ts'
import { secretMask } from '@pone/schema/limits.ts'

/** Names whose values the server has, as far as the editor knows. */
export const storedSecretNames = (saved: ComponentDocument): ReadonlySet<string> =>
  new Set(
    saved.variables.filter(({ secret, value }) => secret && value === secretMask).map(({ name }) => name),
  )

/** What a secret of this name holds when this is typed: nothing typed leaves the stored value as it is. */
export const secretValue = (name: string, typed: string, stored: ReadonlySet<string>): string =>
  typed === '' && stored.has(name) ? secretMask : typed

/** A document that may lie in the browser's storage: secrets that were typed are left out of it. */
export const withoutTypedSecrets = (
  document: ComponentDocument,
  saved: ComponentDocument,
): ComponentDocument => {
  const stored = storedSecretNames(saved)
  const storedKeys = new Set(
    credentialsOf(saved).flatMap(([key, value]) => (value === secretMask ? [key] : [])),
  )
  const bare = mapCredentials(document, (value, place) => {
    if (isReference(value)) return value
    return storedKeys.has(keyOfPlace(place)) ? secretMask : ''
  })
  return {
    ...bare,
    variables: document.variables.map(variable =>
      variable.secret ? { ...variable, value: secretValue(variable.name, '', stored) } : variable,
    ),
  }
}

/** Places among the variables where a mask stands for no stored value: under another name, or no longer secret. */
export const maskedWithoutValue = (document: ComponentDocument, stored: ReadonlySet<string>): number[] =>
  document.variables.flatMap(({ name, value, secret }, index) =>
    value === secretMask && !(secret && stored.has(name)) ? [index] : [],
  )

/** A document of the editor after the server took `saved`: values that it stored become the mask, and a mask whose value is gone from the server becomes empty. */
export function afterStoring(document: ComponentDocument, saved: ComponentDocument): ComponentDocument {
  const stored = new Map(
    saved.variables
      .filter(({ secret, value }) => secret && value !== '')
      .map(({ name, value }) => [name, value]),
  )
  const variables = document.variables.map(variable => {
    const { secret, name, value } = variable
    if (!secret || value === '') return variable
    if (value === secretMask) return stored.has(name) ? variable : { ...variable, value: '' }
    return stored.get(name) === value ? { ...variable, value: secretMask } : variable
  })
  const isChanged = variables.some((variable, index) => variable !== document.variables[index])
  const kept = new Map(credentialsOf(saved).filter(([, value]) => value !== '' && !isReference(value)))
  const masked = mapCredentials(document, (value, place) =>
    value !== '' && kept.get(keyOfPlace(place)) === value ? secretMask : value,
  )
  return isChanged ? { ...masked, variables } : masked
}

const credentialsOf = (document: ComponentDocument): [key: string, value: string][] => {
  const found: [string, string][] = []
  mapCredentials(document, (value, place) => {
    found.push([keyOfPlace(place), value])
    return value
  })
  return found
}
