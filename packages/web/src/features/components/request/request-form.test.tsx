// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { serve } from '../../../test-page.tsx'
import type { FieldFocus } from '../context/step-context.ts'
import type { Offer } from '../model/template-completion.ts'
import { StepProperties } from '../steps/step-properties.tsx'
import { drawInEditor } from '../test-editor.tsx'
import { checkpointText, sourceChange, takesExpression, unitOf } from './checkpoint-rules.ts'
import { checkJson, formatJson } from './json-template.ts'
import { splitQuery } from './split-query.ts'

const fileId = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0001'
const row = (name: string, value: string, enabled = true) => ({ name, value, enabled })
const check = (id: string, changes: object) => ({
  id,
  source: 'status',
  expression: '',
  operator: 'equals',
  expected: '200',
  onFailure: 'continue',
  ...changes,
})
const extractor = (id: string, changes: object) => ({
  id,
  source: 'jsonPath',
  variable: id,
  expression: '$.id',
  rightBoundary: '',
  attribute: '',
  group: 1,
  match: 1,
  defaultValue: null,
  ...changes,
})
const request = (http: object = {}, more: object = {}) => ({
  id: 'r',
  name: 'List',
  enabled: true,
  kind: 'request',
  protocol: 'http',
  http: { method: 'GET', url: 'http://shop.example/list', ...http },
  checkpoints: [],
  extractors: [],
  ...more,
})
const files = [
  { id: fileId, kind: 'body', name: 'order.json', sizeBytes: 2_048, uploadedBy: 'li', uploadedAt: 0 },
]

interface Options {
  readonly isReadOnly?: boolean
  readonly offers?: readonly Offer[]
  readonly lastValues?: Readonly<Record<string, string>>
}
async function open(step: object, options: Options = {}) {
  await serve({ 'attachment/list': files })
  let reveal: (focus: FieldFocus) => void = () => {}
  function Properties() {
    const [focus, setFocus] = useState<FieldFocus | null>(null)
    reveal = setFocus
    return <StepProperties focus={focus} />
  }
  const drawn = await drawInEditor(<Properties />, { document: { steps: [step] }, ...options })
  const stepNow = () => {
    const [first] = drawn.document().steps
    if (first?.kind !== 'request' || first.protocol !== 'http') throw new Error('no HTTP request')
    return first
  }
  const show = async (name: RegExp) => {
    fireEvent.click(screen.getByRole('tab', { name }))
    const panel = await waitFor(() => {
      const found = document.querySelector('[role=tabpanel][aria-hidden=false]')
      if (!found) throw new Error('no panel')
      return found
    })
    return outline(panel)
  }
  const tabs = () =>
    screen
      .getAllByRole('tab')
      .map(
        tab =>
          `${tab.textContent}${tab.getAttribute('aria-selected') === 'true' ? ' open' : ''}${tab.querySelector('.cd-tab-wrong') ? ' wrong' : ''}`,
      )
  return { ...drawn, stepNow, show, tabs, reveal: (focus: FieldFocus) => reveal(focus) }
}
const set = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
const setText = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
/** Chooses an entry of a drop-down list. */
async function choose(name: string, entry: RegExp, within_: HTMLElement = document.body) {
  fireEvent.mouseDown(within(within_).getByRole('combobox', { name }))
  const options = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].filter(option =>
      entry.test(option.textContent),
    )
    if (found.length === 0) throw new Error(`no ${entry}`)
    return found
  })
  fireEvent.click(options.at(-1) as HTMLElement)
}

const rich = request(
  {
    method: 'POST',
    query: [row('page', '1'), row('off', '2', false)],
    headers: [row('Accept', 'text/html')],
    body: { kind: 'json', text: '{"a": ${id}}' },
  },
  {
    checkpoints: [
      check('c1', {}),
      check('c2', { source: 'responseTime', operator: 'less', expected: '800' }),
      check('c3', { source: 'size', operator: 'greater', expected: '10' }),
      check('c4', { source: 'jsonPath', expression: '$.code', operator: 'exists', onFailure: 'stopUser' }),
    ],
    extractors: [
      extractor('token', {}),
      extractor('part', { source: 'regex', expression: 'a(.)', group: 2, match: 0, defaultValue: 'none' }),
      extractor('cut', { source: 'boundary', expression: '<', rightBoundary: '>', match: -1 }),
      extractor('node', { source: 'css', expression: 'a', attribute: 'href', match: 9 }),
      extractor('type', { source: 'header', expression: 'Content-Type' }),
    ],
  },
)

test('a request shows its sections in tabs with their counts', async () => {
  const { tabs, show } = await open(rich, { lastValues: { token: 'abc' } })
  expect(tabs()).toEqual(['Query1', 'Headers1', 'Body1 open', 'Checkpoints4', 'Extractors5', 'Options'])
  expect(outline(document.querySelector('.cd-properties-head') ?? document.body)).toMatchInlineSnapshot(`
    "banner
      HTTP request
      textbox "Name of the step" = "List"
      switch "Enabled" [checked]"
  `)
  expect(outline(document.querySelector('.cd-url') ?? document.body)).toMatchInlineSnapshot(`
    "POST
    combobox "Method" [haspopup=listbox]
    img "down"
    combobox "Address" = "http://shop.example/list"
    button "Insert a tool function""
  `)
  expect(await show(/Query/)).toMatchInlineSnapshot(`
    "tabpanel "Query 1"
      table "Query"
        row: columnheader "Enabled" | columnheader "Name" | columnheader "Value" | columnheader "Bulk edit"
        row: checkbox "Use page" [checked] | combobox "Name 1" = "page" [haspopup=listbox] | combobox "Value 1" = "1" | button "Delete page"
        row: checkbox "Use off" | combobox "Name 2" = "off" [haspopup=listbox] | combobox "Value 2" = "2" | button "Delete off"
        row:  | combobox "Name 3" (Add…) [haspopup=listbox] | combobox "Value 3" | "
  `)
  expect(
    [...document.querySelectorAll('[role=tabpanel][aria-hidden=false] .cd-pair')].map(pair => pair.className),
  ).toEqual(['cd-pair cd-pair-head', 'cd-pair', 'cd-pair is-off', 'cd-pair'])
  expect(await show(/Checkpoints/)).toMatchInlineSnapshot(`
    "tabpanel "Checkpoints 4"
      group "Checkpoint 1"
        Status
        combobox "What to check" [haspopup=listbox]
        img "down"
        equals
        combobox "Comparison" [haspopup=listbox]
        img "down"
        combobox "Expected value" = "200"
        On failure: go on
        combobox "When it fails" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 1"
      group "Checkpoint 2"
        Response time
        combobox "What to check" [haspopup=listbox]
        img "down"
        <
        combobox "Comparison" [haspopup=listbox]
        img "down"
        combobox "Expected value" = "800"
        ms
        On failure: go on
        combobox "When it fails" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 2"
      group "Checkpoint 3"
        Size
        combobox "What to check" [haspopup=listbox]
        img "down"
        >
        combobox "Comparison" [haspopup=listbox]
        img "down"
        combobox "Expected value" = "10"
        B
        On failure: go on
        combobox "When it fails" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 3"
      group "Checkpoint 4"
        JSONPath
        combobox "What to check" [haspopup=listbox]
        img "down"
        combobox "JSONPath, e.g. $.data.id" = "$.code"
        exists
        combobox "Comparison" [haspopup=listbox]
        img "down"
        On failure: stop the user
        combobox "When it fails" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 4"
      button "plus Add checkpoint""
  `)
  expect(await show(/Extractors/)).toMatchInlineSnapshot(`
    "tabpanel "Extractors 5"
      group "Extractor 1"
        $
        textbox "Variable" = "token"
        JSONPath
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "JSONPath, e.g. $.data.id" = "$.id"
        Match 1
        combobox "Which match" [haspopup=listbox]
        img "down"
        checkbox "Default"
        Default
        no match fails the request
        button "Delete token"
        = abc
      group "Extractor 2"
        $
        textbox "Variable" = "part"
        Regular expression
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "Regular expression, e.g. id=(\\d+)" = "a(.)"
        Group
        spinbutton "Group" = "2" [valuenow=2]
        button "Increase Value"
        button "Decrease Value"
        Random match
        combobox "Which match" [haspopup=listbox]
        img "down"
        checkbox "Default" [checked]
        Default
        combobox "Default" = "none"
        button "Delete part"
      group "Extractor 3"
        $
        textbox "Variable" = "cut"
        Boundaries
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "Left boundary" = "<"
        combobox "Right boundary" = ">"
        All matches
        combobox "Which match" [haspopup=listbox]
        img "down"
        checkbox "Default"
        Default
        no match fails the request
        button "Delete cut"
      group "Extractor 4"
        $
        textbox "Variable" = "node"
        CSS selector
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "CSS selector, e.g. form input[name=token]" = "a"
        combobox "Attribute" = "href"
        Match 9
        combobox "Which match" [haspopup=listbox]
        img "down"
        checkbox "Default"
        Default
        no match fails the request
        button "Delete node"
      group "Extractor 5"
        $
        textbox "Variable" = "type"
        Header
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "Header name" = "Content-Type"
        checkbox "Default"
        Default
        no match fails the request
        button "Delete type"
      button "plus Add extractor""
  `)
})

test.each([
  [{}, 'Query'],
  [{ headers: [row('A', 'b')] }, 'Headers'],
  [{ headers: [row('A', 'b')], query: [row('a', 'b')] }, 'Query'],
  [{ headers: [row('A', 'b')], body: { kind: 'text', text: 'x' } }, 'Body'],
])('with %j the section open at first is %s', async (http, tab) => {
  const { tabs } = await open(request(http))
  expect(tabs().find(each => each.includes(' open'))).toContain(tab)
})

test.each([
  ['http.query.0.value', 'Query'],
  ['http.headers.1', 'Headers'],
  ['http.body.fields', 'Body'],
  ['checkpoints.0', 'Checkpoints'],
  ['extractors.0', 'Extractors'],
  ['http.expectedStatuses', 'Options'],
  ['http.connectTimeoutMs', 'Options'],
  ['http.auth.user', 'Options'],
  ['http.url', 'Body'],
])('the field %s is in the section %s', async (field, tab) => {
  const { tabs, reveal } = await open(request({ body: { kind: 'text', text: 'x' } }))
  await waitFor(() => {
    reveal({ field, number: 1 })
    expect(tabs().find(each => each.includes(' open'))).toContain(tab)
  })
})

test('a section with an error is marked, and so is the address', async () => {
  const { tabs } = await open(
    request({ url: '' }, { checkpoints: [check('c', { source: 'jsonPath', expression: '' })] }),
  )
  expect(
    tabs()
      .filter(tab => tab.includes('wrong'))
      .map(tab => tab.replace(/\d.*| .*/, '')),
  ).toEqual(['Checkpoints'])
  expect(screen.getByRole('combobox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByRole('alert').length).toBeGreaterThan(0)
})

test('a pasted address has its query moved to fields, a typed one is not changed', async () => {
  const { stepNow } = await open(request({ url: '', query: [row('old', '1')] }))
  set('Address', 'http://a.example/x?q=2&r')
  expect(stepNow().http).toMatchObject({
    url: 'http://a.example/x',
    query: [row('old', '1'), row('q', '2'), row('r', '')],
  })
  set('Address', 'http://a.example/xy')
  expect(stepNow().http.url).toBe('http://a.example/xy')
  await choose('Method', /^PUT$/)
  expect(stepNow().http.method).toBe('PUT')
})

test('rows are typed, disabled and deleted; the empty row becomes a real one', async () => {
  const { stepNow, user, show } = await open(request({ query: [row('a', '1'), row('b', '2')] }))
  await show(/Query/)
  set('Value 2', '3')
  fireEvent.change(document.querySelector('input[aria-label="Name 3"]') as HTMLInputElement, {
    target: { value: 'c' },
  })
  await user.click(screen.getByRole('checkbox', { name: /a$/ }))
  expect(stepNow().http.query).toEqual([row('a', '1', false), row('b', '3'), row('c', '')])
  await user.click(screen.getByRole('button', { name: 'Delete b' }))
  expect(stepNow().http.query.map(({ name }) => name)).toEqual(['a', 'c'])
  expect(
    [...document.querySelectorAll('[role=tabpanel][aria-hidden=false] [data-field]')].map(each =>
      each.getAttribute('data-field'),
    ),
  ).toEqual(['r:http.query.0', 'r:http.query.1'])
})

test('rows are edited as text, or the edit is cancelled', async () => {
  const { stepNow, user } = await open(request({ query: [row('a', '1'), row('b', '2', false)] }))
  const bulk = () => user.click(document.querySelector('.cd-pair-head button') as HTMLElement)
  await bulk()
  const area = () => document.querySelector('.cd-bulk textarea') as HTMLTextAreaElement
  expect(area().value).toBe('a: 1\n// b: 2')
  fireEvent.change(area(), { target: { value: 'x=1\n// y: 2' } })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(stepNow().http.query.map(({ name }) => name)).toEqual(['a', 'b'])
  await bulk()
  fireEvent.change(area(), { target: { value: 'x=1\n// y: 2' } })
  await user.click(document.querySelector('.cd-bulk .ant-btn-primary') as HTMLElement)
  expect(stepNow().http.query).toEqual([row('x', '1'), row('y', '2', false)])
  expect(document.querySelector('.cd-bulk')).toBeNull()
})

test('names of headers are suggested while they are typed', async () => {
  await open(request({ headers: [row('Conte', 'x')] }))
  fireEvent.mouseDown(document.querySelector('input[aria-label="Name 1"]') as HTMLElement)
  await waitFor(() => {
    const offered = [...document.querySelectorAll('.ant-select-item-option')].map(
      option => option.textContent,
    )
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.every(name => name.toLowerCase().includes('conte'))).toBe(true)
  })
})

// Bodies

const bodyArea = () => document.querySelector('.cd-body') as HTMLElement
const kind = (name: string) =>
  fireEvent.click(
    within(bodyArea().querySelector('[role=radiogroup]') as HTMLElement).getByRole('radio', { name }),
  )

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
    binary: [/order\.json/, /2 KiB/, /button "Choose/],
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
      checkbox "Use a" [checked]
      combobox "Part 1: Name" = "a"
      combobox "Part 1: Value" = "1"
      combobox "Part 1: Content type" (Content type (optional))
      button "Delete a"
    group "Part 2"
      checkbox "Use f"
      combobox "Part 2: Name" = "f"
      order.json2 KiB
      button "Choose the file to send: Change"
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
  expect(await screen.findByText(/cannot be formatted|not valid|sound/i)).toBeTruthy()
  await user.click(within(bodyArea()).getByRole('button', { name: 'Insert a tool function' }))
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
  expect(screen.getByRole('button', { name: /^Leave full screen/ }).getAttribute('aria-pressed')).toBe('true')
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

test('checkpoints are changed, added and deleted', async () => {
  const { stepNow, user, show } = await open(rich)
  await show(/Checkpoints/)
  const rule = (number: number) =>
    document.querySelector(`[data-field="r:checkpoints.${number - 1}"]`) as HTMLElement
  await choose('What to check', /^Header$/, rule(1))
  expect(stepNow().checkpoints[0]).toMatchObject({ source: 'header', expression: 'Content-Type' })
  fireEvent.change(within(rule(2)).getByRole('combobox', { name: 'Expected value' }), {
    target: { value: '900' },
  })
  expect(stepNow().checkpoints[1]).toMatchObject({ expected: '900' })
  await user.click(
    document.querySelector('[role=tabpanel][aria-hidden=false] .ant-btn-dashed') as HTMLElement,
  )
  expect(stepNow().checkpoints).toHaveLength(5)
  await user.click(within(rule(3)).getByRole('button', { name: /Delete/ }))
  expect(
    stepNow()
      .checkpoints.map(({ id }) => id)
      .slice(0, 3),
  ).toEqual(['c1', 'c2', 'c4'])
})

test('extractors are changed, added and deleted', async () => {
  const { stepNow, user, show } = await open(rich, {
    offers: [{ kind: 'variable', name: 'value', detail: '', insert: 'value' }],
  })
  await show(/Extractors/)
  const rule = (number: number) =>
    document.querySelector(`[data-field="r:extractors.${number - 1}"]`) as HTMLElement
  const labels = (number: number) =>
    [...rule(number).querySelectorAll('[aria-label]')]
      .map(field => field.getAttribute('aria-label'))
      .filter(label => !/^(close|down|delete)/.test(label ?? ''))
  expect([1, 2, 3, 4, 5].map(number => labels(number).length)).toMatchInlineSnapshot(`
    [
      5,
      10,
      6,
      6,
      4,
    ]
  `)
  fireEvent.change(within(rule(1)).getByRole('textbox'), { target: { value: ' name ' } })
  await user.click(within(rule(1)).getByRole('checkbox'))
  expect(stepNow().extractors[0]).toMatchObject({ variable: 'name', defaultValue: '' })
  await user.click(within(rule(2)).getByRole('checkbox'))
  expect(stepNow().extractors[1]).toMatchObject({ defaultValue: null })
  const group = within(rule(2)).getByRole('spinbutton')
  fireEvent.change(group, { target: { value: '3' } })
  fireEvent.blur(group)
  expect(stepNow().extractors[1]).toMatchObject({ group: 3 })
  await user.click(
    document.querySelector('[role=tabpanel][aria-hidden=false] .ant-btn-dashed') as HTMLElement,
  )
  expect(stepNow().extractors.at(-1)).toMatchObject({ variable: 'value2', source: 'jsonPath' })
  await user.click(within(rule(3)).getByRole('button', { name: /Delete/ }))
  expect(
    stepNow()
      .extractors.map(({ id }) => id)
      .slice(0, 3),
  ).toEqual(['token', 'part', 'node'])
})

test.each([
  ['jsonPath', '$.id', /Header/, ''],
  ['regex', 'a(.)', /^JSONPath/, '$.id'],
  ['header', 'X-Id', /^XPath/, 'X-Id'],
  ['jsonPath', '$.order.id', /^XPath/, '$.order.id'],
  ['jsonPath', '$', /CSS/, ''],
])('the default of %s %s is adapted to the new source %s', async (source, expression, entry, expected) => {
  const { stepNow, show } = await open(request({}, { extractors: [extractor('e', { source, expression })] }))
  await show(/Extractors/)
  const rule = document.querySelector('[data-field="r:extractors.0"]') as HTMLElement
  const [sources] = within(rule).getAllByRole('combobox')
  await choose(sources?.getAttribute('aria-label') ?? '', entry, rule)
  expect(stepNow().extractors[0]?.expression).toBe(expected)
})

test('without the right to edit a request is read-only', async () => {
  const { show } = await open({ ...rich, name: 'List' }, { isReadOnly: true })
  for (const name of [/Query/, /Headers/, /Body/, /Checkpoints/, /Extractors/, /Options/]) {
    await show(name)
    const panel = document.querySelector('[role=tabpanel][aria-hidden=false]') as HTMLElement
    const fields = [...panel.querySelectorAll<HTMLInputElement>('input, textarea, button')]
    const isOpen = (field: HTMLInputElement) =>
      !field.readOnly &&
      !field.disabled &&
      // Reading a long body in the whole window changes nothing.
      field.getAttribute('aria-label') !== 'Full screen' &&
      field.closest('.ant-select-disabled') === null &&
      field.closest('.cm-editor') === null
    expect(
      fields.filter(isOpen).map(field => `${name} ${field.getAttribute('aria-label') ?? field.textContent}`),
    ).toEqual([])
  }
})

test('several steps, no step and none selected', async () => {
  const pause = (id: string) => ({
    id,
    name: id,
    enabled: true,
    kind: 'thinkTime',
    distribution: 'fixed',
    durationMs: 1,
    spreadMs: 0,
  })
  const inGroup = { id: 'g', name: 'Group', enabled: false, kind: 'transaction', children: [pause('a')] }
  const drawWith = (steps: object[], selection: string[]) =>
    drawInEditor(<StepProperties focus={null} />, { document: { steps }, selection })
  const many = await drawWith([inGroup, pause('b')], ['g', 'a', 'b'])
  expect(screen.getByRole('heading').textContent).toContain('2')
  many.unmount()
  const none = await drawWith([pause('b')], [])
  expect(screen.getByRole('heading')).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
  none.unmount()
  const off = await drawWith([inGroup], ['g'])
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  expect(document.querySelector('.cd-properties-head .cd-help')?.textContent).toBe('Disabled')
  await off.user.click(screen.getByRole('switch'))
  expect(off.document().steps[0]?.enabled).toBe(true)
  setText('Name of the step', 'Other')
  off.unmount()
  await drawWith([], [])
  expect(screen.getByRole('region', { name: 'Keyboard shortcuts' }).textContent).toContain(
    'CtrlEnterRun standalone',
  )
})

test('the percentages of weighted steps exclude disabled steps', async () => {
  const pause = (id: string, enabled = true) => ({
    id,
    name: id,
    enabled,
    kind: 'thinkTime',
    distribution: 'fixed',
    durationMs: 1,
    spreadMs: 0,
  })
  const weighted = (children: object[], weights: object) => ({
    id: 'w',
    name: 'Mix',
    enabled: true,
    kind: 'weighted',
    children,
    weights,
  })
  const shares = () =>
    [...document.querySelectorAll('.cd-weights li')].map(
      li => `${li.className}${li.querySelector('.cd-unit')?.textContent}`,
    )
  const one = await drawInEditor(<StepProperties focus={null} />, {
    document: { steps: [weighted([pause('a'), pause('b'), pause('c', false)], { a: 3 })] },
    selection: ['w'],
  })
  expect(shares()).toEqual(['75%', '25%', 'is-offDisabled'])
  const field = screen.getAllByRole('spinbutton')[1] as HTMLElement
  fireEvent.change(field, { target: { value: '0' } })
  fireEvent.blur(field)
  expect(shares()).toEqual(['100%', '0%', 'is-offDisabled'])
  one.unmount()
  const two = await drawInEditor(<StepProperties focus={null} />, {
    document: { steps: [weighted([pause('a')], { a: 0 })] },
    selection: ['w'],
  })
  expect(shares()).toEqual(['0%'])
  two.unmount()
  await drawInEditor(<StepProperties focus={null} />, {
    document: { steps: [weighted([], {})] },
    selection: ['w'],
  })
  expect(document.querySelector('.cd-weights')).toBeNull()
  expect(document.querySelector('.cd-hint')).not.toBeNull()
})

test('an SQL operation has the fields of its protocol', async () => {
  const sql = {
    id: 'q',
    name: 'Query',
    enabled: true,
    kind: 'request',
    protocol: 'sql',
    sql: { kind: 'query', statement: '' },
    checkpoints: [],
    extractors: [],
  }
  await drawInEditor(<StepProperties focus={null} />, { document: { steps: [sql] } })
  const tabs = screen.getAllByRole('tab').map(tab => tab.textContent)
  expect(tabs.length).toBeGreaterThan(0)
  expect(screen.getAllByRole('tab')[0]?.getAttribute('aria-selected')).toBe('true')
})

describe('rules of checkpoints', () => {
  const base = {
    id: 'c',
    source: 'status',
    expression: '',
    operator: 'equals',
    expected: '200',
    onFailure: 'continue',
  } as const
  it('define which sources need an expression and a unit', () => {
    expect(takesExpression('jsonPath')).toBe(true)
    expect(takesExpression('status')).toBe(false)
    expect([unitOf('responseTime'), unitOf('size'), unitOf('body')]).toEqual(['ms', 'B', null])
  })
  it('keep the entered expression with another source', () => {
    const own = { ...base, source: 'jsonPath', expression: '$.mine' } as const
    expect(sourceChange(own, 'xpath')).toMatchObject({
      source: 'xpath',
      expression: '$.mine',
      operator: 'exists',
    })
    expect(sourceChange(own, 'status')).toMatchObject({ expression: '', expected: '200' })
    expect(sourceChange({ ...own, expression: '$.code' }, 'header')).toMatchObject({
      expression: 'Content-Type',
    })
    expect(sourceChange(base, 'jsonPath')).toMatchObject({ expression: '$.code' })
  })
  it('are described as text', () => {
    const t = ((key: string) => key.replace('component.source.', '')) as Parameters<typeof checkpointText>[1]
    expect(checkpointText(base, t, 'en')).toBe('status equals 200')
    expect(
      checkpointText({ ...base, source: 'responseTime', operator: 'less', expected: '5' }, t, 'en'),
    ).toMatch(/^responseTime .*5 ms$/)
    expect(
      checkpointText({ ...base, source: 'jsonPath', expression: '$.a', operator: 'exists' }, t, 'en'),
    ).toMatch(/^jsonPath \$\.a (?!.*200)/)
  })
})

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
