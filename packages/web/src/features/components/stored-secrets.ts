/** What a save means for the secrets in the editor: the server has their values now, so the page lets go of them. Pure. */
import type { ComponentDocument } from '@pone/contract/entities/component.ts'
import { secretMask } from '@pone/contract/limits.ts'

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
  return isChanged ? { ...document, variables } : document
}
