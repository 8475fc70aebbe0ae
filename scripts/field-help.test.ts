/** Help beside fields: every field of a form definition that is a number or a choice has help, or is on a reviewed list of obvious ones. */
import { threadGroupForm } from '@pone/plan/component/thread-group-form.ts'
import { runSettingsForm } from '@pone/plan/settings/form/run-settings-form.ts'
import { definitionOf, stepKinds } from '@pone/plan/steps/registry.ts'
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import { type Form, type FormField, formText, isField } from '@pone/schema/form.ts'
import { expect, test } from 'vitest'

const forms: readonly [name: string, Form][] = [
  ['run-time settings', runSettingsForm],
  ['thread group', threadGroupForm],
  ...stepKinds.map(kind => [`step ${kind}`, definitionOf(kind).form] as [string, Form]),
  ...protocolDefinitions.flatMap(({ name, settingsForm, operations }) => [
    [`settings of ${name}`, settingsForm ?? []] as [string, Form],
    ...operations.map(({ key, form }) => [`${name} ${key}`, form] as [string, Form]),
  ]),
]

const needsHelp: readonly FormField['widget'][] = ['number', 'percentage', 'choice', 'variant', 'boolean']

/** The label says all: what it is, its unit beside it, and its options. */
const obvious: readonly string[] = []

/** Fields with the help of the row that they stand in; options may be explained one by one. */
function fieldsWithHelp(form: Form, rowHelp: boolean): { field: FormField; isHelped: boolean }[] {
  return form.flatMap(item => {
    if (isField(item)) return [{ field: item, isHelped: rowHelp || item.hint !== undefined }]
    if (item.item === 'section') return fieldsWithHelp(item.items, rowHelp)
    return item.item === 'row' ? fieldsWithHelp(item.fields, item.hint !== undefined) : []
  })
}

const unhelped = forms.flatMap(([name, form]) =>
  fieldsWithHelp(form, false)
    .filter(({ field, isHelped }) => !isHelped && needsHelp.includes(field.widget))
    .map(({ field }) => `${name}: ${formText(field.label, {}).en} (${field.name})`),
)

test('every number and choice of a form has help, or is listed as obvious', () => {
  expect(unhelped.toSorted()).toEqual([...obvious].toSorted())
})

test('fields of all forms are looked at', () => {
  expect(forms.flatMap(([, form]) => fieldsWithHelp(form, false)).length).toBeGreaterThan(80)
})

test('a field without help is found', () => {
  const form: Form = [{ name: 'users', widget: 'number', label: { zh: '用户数', en: 'Users' } }]
  expect(fieldsWithHelp(form, false).filter(({ isHelped }) => !isHelped).length).toBe(1)
})
