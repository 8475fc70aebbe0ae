/** Which method and path the requests of each label have, as far as the components of a plan tell it; pure. */
import { protocolDefinition } from '@pone/protocols/definitions.ts'
import { settingsOf } from '../settings/protocol-settings.ts'
import { operationOf } from '../steps/operation.ts'
import { walkSteps } from '../steps/walk.ts'
import { filledBy } from './label-addresses.ts'
import type { LabelledComponent, LabelTable } from './labels.ts'

/** Stands in a path for what comes to be in the run only. */
export const changingPart = '{}'

export interface LabelRequest {
  readonly label: number
  /** Of the step; '' if it has none. */
  readonly name: string
  readonly method: string
  /** Without query; has `{}` where a value comes to be in the run only; null where all of it does. */
  readonly path: string | null
}

/** Of the labels of HTTP requests, in the order of the steps. */
export function labelRequests(
  components: readonly LabelledComponent[],
  { indexByStep }: LabelTable,
): readonly LabelRequest[] {
  return components.flatMap(({ document }, at) => {
    const filled = filledBy(document)
    return [...walkSteps(document.steps)].flatMap(step => {
      const label = indexByStep[at]?.get(step.id)
      if (label === undefined || step.kind !== 'request' || step.protocol !== 'http') return []
      const settings = settingsOf(document.settings, 'http')
      const { address } = protocolDefinition('http').targetOf(operationOf(step), settings, filled)
      const path = address === null ? null : pathOf(address)
      return [{ label, name: step.name, method: step.http.method, path }]
    })
  })
}

/** null where a variable may hold all of it. */
function pathOf(address: string): string | null {
  const text = address.replaceAll(/\$\{[^}]*\}/g, changingPart)
  const [, path = ''] = /^(?:https?:\/\/)?[^/?#\s]*([^?#\s]*)/i.exec(text) ?? []
  if (path !== '') return path
  return text.startsWith(changingPart) ? null : '/'
}
