/** How a save changes the secrets in the editor: the server has stored their values, so the page drops them. Pure. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { isReference, keyOfPlace, mapCredentials } from '@pone/plan/component/credentials.ts'
import { secretMask } from '@pone/schema/limits.ts'

/** Names whose values the server has stored, as far as the editor has read them. */
export const storedSecretNames = (saved: ComponentDocument): ReadonlySet<string> =>
  new Set(
    saved.variables.filter(({ secret, value }) => secret && value === secretMask).map(({ name }) => name),
  )

/** The value of a secret of this name after typing: empty input keeps the stored value. */
export const secretValue = (name: string, typed: string, stored: ReadonlySet<string>): string =>
  typed === '' && stored.has(name) ? secretMask : typed

/** A document that may be kept in the browser's storage: typed secrets are removed. */
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

/** Positions of variables whose mask refers to no stored value: renamed, or no longer secret. */
export const maskedWithoutValue = (document: ComponentDocument, stored: ReadonlySet<string>): number[] =>
  document.variables.flatMap(({ name, value, secret }, index) =>
    value === secretMask && !(secret && stored.has(name)) ? [index] : [],
  )

/** A document of the editor after the server stored `saved`: stored values become the mask, and a mask whose value no longer exists on the server becomes empty. */
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
