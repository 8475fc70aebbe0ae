import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { checkJson, formatJson } from './json-template.ts'
import { splitQuery } from './split-query.ts'
import { bodyArea, fileId, kind, open, request, row, set } from './test-request.tsx'

test('a body changes its kind, and what was typed returns with the kind', async () => {
  const { stepNow } = await open(request({ body: { kind: 'json', text: '{"a":1}' } }))
  const kinds = within(bodyArea().querySelector('[role=radiogroup]') as HTMLElement)
    .getAllByRole('radio')
    .map(radio => radio.getAttribute('aria-label') ?? radio.closest('label')?.textContent ?? '')
  const seen: Record<string, unknown> = {}
  for (const name of kinds) {
    kind(name)
    seen[name] = stepNow().http.body
  }
  expect(seen).toMatchInlineSnapshot(`
    {
      "File": {
        "contentType": "application/octet-stream",
        "fileId": "",
        "kind": "binary",
      },
      "GraphQL": {
        "kind": "graphql",
        "operationName": "",
        "query": "",
        "variables": "",
      },
      "JSON": {
        "kind": "json",
        "text": "{"a":1}",
      },
      "None": {
        "kind": "none",
      },
      "SOAP": {
        "action": "",
        "envelope": "<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">
      <soapenv:Body>
      </soapenv:Body>
    </soapenv:Envelope>",
        "kind": "soap",
        "version": "1.1",
      },
      "Text": {
        "contentType": "text/plain",
        "kind": "text",
        "text": "",
      },
      "form-data": {
        "fields": [],
        "kind": "multipart",
      },
      "x-www-form-urlencoded": {
        "fields": [],
        "kind": "form",
      },
    }
  `)
  kind('JSON')
  expect(stepNow().http.body).toEqual({ kind: 'json', text: '{"a":1}' })
})

test.each([
  ['none', { kind: 'none' }],
  ['form', { kind: 'form', fields: [row('a', '1')] }],
  ['text', { kind: 'text', contentType: 'text/csv', text: 'a;b' }],
  ['binary', { kind: 'binary', fileId, contentType: 'image/png' }],
  ['graphql', { kind: 'graphql', query: '{ a }', variables: '{}', operationName: 'A' }],
  ['soap', { kind: 'soap', version: '1.2', action: 'urn:a', envelope: '<a/>' }],
])('a body of kind %s has the fields of its kind', async (name, body) => {
  await open(request({ body }))
  fireEvent.click(screen.getByRole('tab', { name: /Body/ }))
  if (name === 'binary') await screen.findByText('order.json')
  const text = outline(bodyArea())
    .split('\n')
    .filter(
      line => !/^\s*(radio|None|JSON|x-www-form-urlencoded|form-data|Text|File|GraphQL|SOAP)/.test(line),
    )
  const expected: Readonly<Record<string, readonly RegExp[]>> = {
    none: [/no body|without a body|No body/i],
    form: [/combobox "Name 1" = "a"|"a"/, /combobox "Value 1" = "1"/],
    text: [/combobox "Content type" = "text\/csv"/],
    binary: [/order\.json/, /2 KiB/, /button "Select/],
    graphql: [/"Operation name" = "A"/],
    soap: [/= "urn:a"/],
  }
  for (const line of expected[name] ?? []) expect(text.join('\n')).toMatch(line)
  expect(text.some(line => line.includes('Content type'))).toBe(name === 'text' || name === 'binary')
})

test('parts of a multipart body', async () => {
  const fields = [
    { kind: 'text', name: 'a', value: '1', contentType: '', enabled: true },
    { kind: 'file', name: 'f', fileId, fileName: 'o.json', contentType: 'application/json', enabled: false },
  ]
  const { stepNow, user } = await open(request({ body: { kind: 'multipart', fields } }))
  await screen.findByText('order.json')
  const table = () => bodyArea().querySelector('.cd-rules') as HTMLElement
  expect(outline(table())).toMatchInlineSnapshot(`
    "group "Part 1"
      checkbox "Enable a" [checked]
      combobox "Part 1: Name" = "a"
      combobox "Part 1: Value" = "1"
      combobox "Part 1: Content type" (Content type (optional))
      button "Delete a"
    group "Part 2"
      checkbox "Enable f"
      combobox "Part 2: Name" = "f"
      order.json2 KiB
      button "Select the file to send: Change file"
      combobox "File name" = "o.json"
      combobox "Part 2: Content type" = "application/json"
      button "Delete f"
    button "plus Add field"
    button "file-add Add file""
  `)
  expect([...table().querySelectorAll('.cd-rule')].map(rule => rule.className)).toEqual([
    'cd-rule',
    'cd-rule is-off',
  ])
  const parts = () =>
    stepNow().http.body.kind === 'multipart' ? (stepNow().http.body as { fields: object[] }).fields : []
  set('Part 1: Value', '2')
  set('Part 2: Name', 'file2')
  await user.click(screen.getByRole('checkbox', { name: /file2/ }))
  expect(parts()).toMatchObject([{ value: '2' }, { name: 'file2', enabled: true }])
  const [addText, addFile] = [...table().querySelectorAll<HTMLElement>('.ant-btn-dashed')]
  await user.click(addText as HTMLElement)
  await user.click(addFile as HTMLElement)
  expect(parts().slice(2)).toEqual([
    { kind: 'text', name: '', value: '', contentType: '', enabled: true },
    {
      kind: 'file',
      name: 'file',
      fileId: '',
      fileName: '',
      contentType: 'application/octet-stream',
      enabled: true,
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Delete a' }))
  expect(parts()).toHaveLength(3)
})

test('a JSON text is validated and formatted, and tool functions can be inserted', async () => {
  const { stepNow, user, inserting } = await open(request({ body: { kind: 'json', text: '{"a":1' } }))
  expect(await screen.findByText(/Line 1|line 1/)).toBeTruthy()
  const format = () => user.click(screen.getByRole('button', { name: 'Format' }))
  await format()
  expect(await screen.findByText(/cannot be formatted/)).toBeTruthy()
  await user.click(within(bodyArea()).getByRole('button', { name: 'Insert tool function' }))
  inserting()?.('uuid()')
  await waitFor(() => expect(stepNow().http.body).toEqual({ kind: 'json', text: '{"a":1${uuid()}' }))
})

test('the field of a body fills the window until Escape, and keeps its text', async () => {
  const { user } = await open(request({ body: { kind: 'text', contentType: 'text/plain', text: 'long' } }))
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toBe('long'))
  const isFull = () => document.querySelector('.cd-body-text')?.classList.contains('is-full')
  expect(isFull()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(isFull()).toBe(true)
  expect(screen.getByRole('button', { name: /^Exit full screen/ }).getAttribute('aria-pressed')).toBe('true')
  await user.keyboard('{Escape}')
  expect(isFull()).toBe(false)
  expect(document.querySelector('.cm-content')?.textContent).toBe('long')
})

test('the height of the field of a body is the one that was chosen last', async () => {
  localStorage.setItem('pone.componentBodyHeight', '420')
  await open(request({ body: { kind: 'text', contentType: 'text/plain', text: 'long' } }))
  await waitFor(() => expect(document.querySelector<HTMLElement>('.cd-sized')?.style.height).toBe('420px'))
  localStorage.removeItem('pone.componentBodyHeight')
})

// Rules

describe('JSON with placeholders', () => {
  it.each([
    ['{"a": "b\\"${x}"}', null],
    ['{\n  "a": 1,\n}', { line: 3, column: 1 }],
    ['[1 2]', { line: 1, column: 4 }],
    ['[1', { line: 1, column: 3 }],
  ])('%j has the error %j', (text, fault) => {
    expect(checkJson(text)).toEqual(fault)
  })
  it('keeps placeholders in strings, beside strings and long numbers', () => {
    expect(formatJson('{"a":"${x} and ${y}","b":${z},"c":-1.50,"d":1e3,"e":"\\"${q}"}')).toBe(
      '{\n  "a": "${x} and ${y}",\n  "b": ${z},\n  "c": -1.50,\n  "d": 1e3,\n  "e": "\\"${q}"\n}',
    )
  })
})

test.each([
  ['', '/a?b=1&c=2', { url: '/a', query: [row('b', '1'), row('c', '2')] }],
  ['', '/a?b=12', null],
  ['', 'shop.example/a?b=12345', null],
  ['/a?x', '/a?x=1&b=12345678', null],
  ['', 'https://a.example/', null],
  ['', 'https://a.example/?', null],
  ['', '/a?b=1=2&%zz=+', { url: '/a', query: [row('b', '1=2'), row('%zz', ' ')] }],
])('splits %j, then %j', (before, after, expected) => {
  expect(splitQuery(before, after)).toEqual(expected)
})
