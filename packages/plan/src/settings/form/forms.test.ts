/** Forms and schemas cannot drift apart: each field edits something that the schema holds, and what it offers is accepted there. */

import { httpOptionsForm, httpSettingsForm } from '@pone/protocols/http/definition/forms.ts'
import { httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { http } from '@pone/protocols/http/definition.ts'
import { type Form, type FormField, fieldsOf, formText, isVisible } from '@pone/schema/form.ts'
import { schemasAt } from '@pone/schema/schema-at.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { threadGroupSchema } from '../../component/component.ts'
import { threadGroupForm } from '../../component/thread-group-form.ts'
import { runSettingsSchema } from '../run-settings.ts'
import { runSettingsForm } from './run-settings-form.ts'

const forms: readonly [name: string, Form, z.ZodType][] = [
  ['run-time settings', runSettingsForm, runSettingsSchema],
  ['thread group', threadGroupForm, threadGroupSchema],
  ['settings of HTTP', httpSettingsForm, http.settings.schema],
  ['options of an HTTP request', httpOptionsForm, httpRequestSchema],
]

/** Values that a person can choose. */
function offeredBy(field: FormField): unknown[] {
  if (field.widget === 'boolean') return [true, false]
  if (field.widget === 'choice') return field.options.map(({ value }) => value)
  if (field.widget === 'variant') {
    return field.options.map(({ value }) => ({ ...field.starts[value], [field.by]: value }))
  }
  return []
}

describe.each(forms)('the form of %s', (_, form, schema) => {
  test('edits values that the schema holds, and each option is one of them', () => {
    for (const field of fieldsOf(form)) {
      const schemas = schemasAt(schema, field.name)
      expect(schemas.length, field.name).toBeGreaterThan(0)
      for (const value of offeredBy(field)) {
        const isAccepted = schemas.some(each => z.safeParse(each, value).success)
        // A file is chosen after its kind.
        const waitsForFile = JSON.stringify(value).includes('leId":""')
        expect(isAccepted || waitsForFile, `${field.name} = ${JSON.stringify(value)}`).toBe(true)
      }
    }
  })
  test('names each field in both languages', () => {
    for (const field of fieldsOf(form)) {
      const { zh, en } = formText(field.label, {})
      expect(
        [zh, en].every(text => text !== ''),
        field.name,
      ).toBe(true)
    }
  })
})

const shown = (form: Form, values: object) =>
  fieldsOf(form)
    .filter(({ when }) => isVisible(when, { ...values }))
    .map(({ name }) => name)

test.each([
  [{ kind: 'none' }, []],
  [{ kind: 'basic' }, ['auth.user', 'auth.password']],
  [{ kind: 'digest' }, ['auth.user', 'auth.password']],
  [{ kind: 'bearer' }, ['auth.token']],
  [
    { kind: 'oauth2' },
    ['auth.tokenUrl', 'auth.clientId', 'auth.clientSecret', 'auth.scope', 'auth.clientAuthentication'],
  ],
])('authentication of the kind %o shows its fields', (auth, names) => {
  expect(shown(httpSettingsForm, { auth }).filter(name => name.startsWith('auth.'))).toEqual(names)
})

test('a request may leave its authentication to the settings, the settings may not', () => {
  const kindsOf = (form: Form) => {
    const field = fieldsOf(form).find(({ name }) => name === 'auth')
    return field?.widget === 'variant' ? field.options.map(({ value }) => value) : []
  }
  expect(kindsOf(httpOptionsForm)).toEqual(['asSet', 'none', 'basic', 'digest', 'bearer', 'oauth2'])
  expect(kindsOf(httpSettingsForm)).toEqual(['none', 'basic', 'digest', 'bearer', 'oauth2'])
})

test.each([
  [{ kind: 'none' }, ['proxy']],
  [{ kind: 'http', user: '' }, ['proxy', 'proxy.user', 'proxy.bypass']],
  [{ kind: 'socks5', user: 'li' }, ['proxy', 'proxy.user', 'proxy.password', 'proxy.bypass']],
])('a proxy %o asks for what it needs', (proxy, names) => {
  const alone = shown(runSettingsForm, { proxy }).filter(name => name.startsWith('proxy'))
  expect(alone.filter(name => !/host|port/.test(name))).toEqual(names)
})

test.each([
  ['cached', 'Resolved once per engine process'],
  ['iteration', 'Each iteration'],
])('what look-up %s means is told', (dns, text) => {
  const hint = fieldsOf(runSettingsForm).find(({ name }) => name === 'dns')?.hint
  expect(hint === undefined ? '' : formText(hint, { dns })?.en).toContain(text)
})

test('a comma of a Chinese keyboard separates statuses as well', () => {
  const field = fieldsOf(httpOptionsForm).find(({ name }) => name === 'expectedStatuses')
  expect(field?.widget === 'text' && field.clean?.('200，404')).toBe('200,404')
})

test('what is no address is not taken as a source address', () => {
  const field = fieldsOf(runSettingsForm).find(({ name }) => name === 'sourceAddresses')
  const accepts = field?.widget === 'tags' ? field.accepts : () => false
  expect(['10.0.0.1', 'fe80::1', 'host', '10.0.0', '1'].map(accepts)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
