import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { StepProperties } from '../steps/step-properties.tsx'
import { drawInEditor } from '../test-editor.tsx'
import { check, choose, open, request, rich, row, set } from './test-request.tsx'

const setText = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

test('a request shows its sections in tabs with their counts', async () => {
  const { tabs, show } = await open(rich, { lastValues: { token: 'abc' } })
  expect(tabs()).toEqual(['Query1', 'Headers1', 'Body1 open', 'Checkpoints4', 'Extractors5', 'Options'])
  expect(outline(document.querySelector('.cd-properties-head') ?? document.body)).toMatchInlineSnapshot(`
    "banner
      HTTP request
      textbox "Step name" = "List"
      switch "Enabled" [checked]"
  `)
  expect(outline(document.querySelector('.cd-url') ?? document.body)).toMatchInlineSnapshot(`
    "POST
    combobox "Method" [haspopup=listbox]
    img "down"
    combobox "Address" = "http://shop.example/list"
    button "Insert tool function""
  `)
  expect(await show(/Query/)).toMatchInlineSnapshot(`
    "tabpanel "Query 1"
      table "Query"
        row: columnheader "Enabled" | columnheader "Name" | columnheader "Value" | columnheader "Bulk edit"
        row: checkbox "Enable page" [checked] | combobox "Name 1" = "page" [haspopup=listbox] | combobox "Value 1" = "1" | button "Delete page"
        row: checkbox "Enable off" | combobox "Name 2" = "off" [haspopup=listbox] | combobox "Value 2" = "2" | button "Delete off"
        row:  | combobox "Name 3" (Add…) [haspopup=listbox] | combobox "Value 3" | "
  `)
  expect(
    [...document.querySelectorAll('[role=tabpanel][aria-hidden=false] .cd-pair')].map(pair => pair.className),
  ).toEqual(['cd-pair cd-pair-head', 'cd-pair', 'cd-pair is-off', 'cd-pair'])
  expect(await show(/Checkpoints/)).toMatchInlineSnapshot(`
    "tabpanel "Checkpoints 4"
      group "Checkpoint 1"
        Status code
        combobox "Subject" [haspopup=listbox]
        img "down"
        equals
        combobox "Comparison" [haspopup=listbox]
        img "down"
        combobox "Expected value" = "200"
        On failure: continue
        combobox "On failure" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 1"
      group "Checkpoint 2"
        Response time
        combobox "Subject" [haspopup=listbox]
        img "down"
        <
        combobox "Comparison" [haspopup=listbox]
        img "down"
        combobox "Expected value" = "800"
        ms
        On failure: continue
        combobox "On failure" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 2"
      group "Checkpoint 3"
        Response size
        combobox "Subject" [haspopup=listbox]
        img "down"
        >
        combobox "Comparison" [haspopup=listbox]
        img "down"
        combobox "Expected value" = "10"
        B
        On failure: continue
        combobox "On failure" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 3"
      group "Checkpoint 4"
        JSONPath
        combobox "Subject" [haspopup=listbox]
        img "down"
        combobox "JSONPath, for example $.data.id" = "$.code"
        exists
        combobox "Comparison" [haspopup=listbox]
        img "down"
        On failure: stop this user
        combobox "On failure" [haspopup=listbox]
        img "down"
        button "Delete Checkpoint 4"
      button "plus Add checkpoint""
  `)
  expect(await show(/Extractors/)).toMatchInlineSnapshot(`
    "tabpanel "Extractors 5"
      group "Extractor 1"
        $
        textbox "Variable name" = "token"
        JSONPath
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "JSONPath, for example $.data.id" = "$.id"
        Match 1
        combobox "Match number" [haspopup=listbox]
        img "down"
        checkbox "Default value"
        Default value
        no match fails the request
        button "Delete token"
        = abc
      group "Extractor 2"
        $
        textbox "Variable name" = "part"
        Regular expression
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "Regular expression, for example id=(\\d+)" = "a(.)"
        Group
        spinbutton "Group" = "2" [valuenow=2]
        button "Increase Value"
        button "Decrease Value"
        Random match
        combobox "Match number" [haspopup=listbox]
        img "down"
        checkbox "Default value" [checked]
        Default value
        combobox "Default value" = "none"
        button "Delete part"
      group "Extractor 3"
        $
        textbox "Variable name" = "cut"
        Boundaries
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "Left boundary" = "<"
        combobox "Right boundary" = ">"
        All matches
        combobox "Match number" [haspopup=listbox]
        img "down"
        checkbox "Default value"
        Default value
        no match fails the request
        button "Delete cut"
      group "Extractor 4"
        $
        textbox "Variable name" = "node"
        CSS selector
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "CSS selector, for example form input[name=token]" = "a"
        combobox "Attribute" = "href"
        Match 9
        combobox "Match number" [haspopup=listbox]
        img "down"
        checkbox "Default value"
        Default value
        no match fails the request
        button "Delete node"
      group "Extractor 5"
        $
        textbox "Variable name" = "type"
        Response header
        combobox "Source" [haspopup=listbox]
        img "down"
        combobox "Response header name" = "Content-Type"
        checkbox "Default value"
        Default value
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
  setText('Step name', 'Other')
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

test('what is wrong with a field below a choice of kind is told at that field alone', async () => {
  const framing = { kind: 'delimiter', delimiter: '\\q' }
  await open({ id: 'r', name: '', kind: 'request', protocol: 'tcp', tcp: { kind: 'connect', framing } })
  const told = screen.getAllByText(/^The delimiter is invalid/)
  expect(told.map(each => each.closest('[data-field]')?.getAttribute('data-field'))).toEqual([
    'r:tcp.framing.delimiter',
  ])
})
