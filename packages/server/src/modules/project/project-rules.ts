/** Rules that a project's form must satisfy, and how a template fills it. */
import {
  type DynamicProperty,
  optionValues,
  type ProjectFields,
  type ProjectTemplate,
} from '@pone/contract/entities/project.ts'
import { AppError } from '@pone/contract/errors.ts'
import { minTemplateProperties } from '@pone/schema/limits.ts'

type PropertyDefinition = Omit<DynamicProperty, 'value'>

/** @throws AppError TimeOrder, DatePropertyDefault, NameExists, BadInput */
export function assertProjectFields(fields: ProjectFields): void {
  assertOrder(fields.plannedStartAt, fields.plannedEndAt, 'plannedEndAt')
  assertOrder(fields.actualStartAt, fields.actualEndAt, 'actualEndAt')
  assertProperties(fields.dynamicProperties, 'dynamicProperties')
  for (const [index, property] of fields.dynamicProperties.entries())
    assertValue(property, property.value, `dynamicProperties.${index}.value`)
}

/** @throws AppError DatePropertyDefault, NameExists, BadInput */
export function assertProperties(properties: readonly PropertyDefinition[], place: string): void {
  const names = new Set<string>()
  for (const [index, property] of properties.entries()) {
    const at = `${place}.${index}`
    const { name, displayType, options, defaultValue } = property
    if (names.has(name.toLowerCase())) throw new AppError('NameExists', { name, field: `${at}.name` })
    names.add(name.toLowerCase())
    if (displayType === 'date' && defaultValue !== '')
      throw new AppError('DatePropertyDefault', { name, field: `${at}.defaultValue` })
    const isChoice = displayType === 'select' || displayType === 'multiSelect'
    if (isChoice && optionValues(options).length === 0) throw wrong('optionsMissing', `${at}.options`)
    assertValue(property, defaultValue, `${at}.defaultValue`)
  }
}

/**
 * The properties of a new project: those ticked in the template, with the values of the form, then the form's own ones.
 * @throws AppError TemplateNeedsTwoProperties
 */
export function fillFromTemplate(
  template: ProjectTemplate,
  ticked: readonly string[],
  given: readonly DynamicProperty[],
): DynamicProperty[] {
  const chosen = template.properties.filter(property => ticked.includes(property.name))
  if (chosen.length < minTemplateProperties)
    throw new AppError('TemplateNeedsTwoProperties', { field: 'templateProperties' })
  const fromTemplate = chosen.map(property => {
    const own = given.find(each => each.name === property.name)
    return { ...property, value: own?.value ?? property.defaultValue }
  })
  const others = given.filter(property => !chosen.some(({ name }) => name === property.name))
  return [...fromTemplate, ...others]
}

function assertOrder(startAt: number | null, endAt: number | null, field: string): void {
  if (startAt !== null && endAt !== null && startAt > endAt) throw new AppError('TimeOrder', { field })
}

/** An empty value is always right. */
function assertValue({ displayType, options }: PropertyDefinition, value: string, field: string): void {
  if (value === '') return
  const choices = optionValues(options)
  switch (displayType) {
    case 'text':
      return
    case 'number':
      if (value.trim() === '' || !Number.isFinite(Number(value))) throw wrong('notANumber', field)
      return
    case 'date':
      if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value)))
        throw wrong('notADate', field)
      return
    case 'select':
      if (!choices.includes(value)) throw wrong('notAnOption', field)
      return
    case 'multiSelect':
      if (!optionValues(value).every(each => choices.includes(each))) throw wrong('notAnOption', field)
  }
}

/** The detail is a key of http/details.ts. */
const wrong = (detail: string, field: string): AppError => new AppError('BadInput', { detail, field })
