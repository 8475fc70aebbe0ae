/** Rules across the fields of a project form (specification section 5); pure. */
import { type DynamicProperty, optionValues, type ProjectFields } from '@pone/contract/entities/project.ts'
import { minTemplateProperties } from '@pone/schema/limits.ts'
import type { MessageKey } from '../../../lib/i18n.ts'

type Faults = Record<string, MessageKey>

const isBefore = (end: number | null, start: number | null) => end !== null && start !== null && end < start

/** Errors in a list of properties, as one sentence for the whole list; null: none. */
export function propertiesFault(
  properties: readonly Pick<DynamicProperty, 'name' | 'displayType' | 'options'>[],
): MessageKey | null {
  const names = properties.map(property => property.name.trim())
  if (names.includes('') || new Set(names).size < names.length) return 'property.needsName'
  const needsOptions = properties.some(
    ({ displayType, options }) =>
      (displayType === 'select' || displayType === 'multiSelect') && optionValues(options).length === 0,
  )
  return needsOptions ? 'property.needsOptions' : null
}

/** The same for a template, which needs enough properties for a project to select from. */
export const templateFault = (properties: Parameters<typeof propertiesFault>[0]): MessageKey | null =>
  properties.length < minTemplateProperties ? 'template.needsTwo' : propertiesFault(properties)

/** Errors by field name. */
export function projectFaults(
  fields: Pick<
    ProjectFields,
    'plannedStartAt' | 'plannedEndAt' | 'actualStartAt' | 'actualEndAt' | 'dynamicProperties'
  >,
  template?: { readonly id: string | null; readonly ticked: readonly string[] },
): Faults {
  const properties = propertiesFault(fields.dynamicProperties)
  return {
    ...(isBefore(fields.plannedEndAt, fields.plannedStartAt)
      ? { plannedEndAt: 'project.endBeforeStart' as const }
      : {}),
    ...(isBefore(fields.actualEndAt, fields.actualStartAt)
      ? { actualEndAt: 'project.endBeforeStart' as const }
      : {}),
    ...(properties ? { dynamicProperties: properties } : {}),
    ...(template?.id && template.ticked.length < minTemplateProperties
      ? { templateProperties: 'project.templateNeedsTwo' as const }
      : {}),
  }
}
