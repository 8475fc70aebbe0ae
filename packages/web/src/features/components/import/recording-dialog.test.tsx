import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { pcapOf, TestConnection } from '@pone/recording/pcap/test-capture.ts'
import { tlsVisit } from '@pone/recording/pcap/tls/test-visit.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { type Answers, draw, serve } from '../../../test-page.tsx'
import { readFile, type StartReading } from './read-in-worker.ts'
import { RecordingDialog } from './recording-dialog.tsx'
import { maxRecordingBytes } from './use-recording.ts'

interface Entry {
  readonly url: string
  /** Body of the response. */
  readonly text?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A visit whose requests follow each other after pauses of a second. */
const harOf = (entries: readonly Entry[]) =>
  JSON.stringify({
    log: {
      pages: [],
      entries: entries.map(({ url, type = 'application/json', headers = {}, text = '' }, at) => ({
        startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
        time: 0,
        request: {
          method: 'GET',
          url,
          headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        },
        response: { status: 200, headers: [], content: { mimeType: type, size: 1, text } },
      })),
    },
  })

const visit = harOf([
  { url: 'http://shop.example/', type: 'text/html', headers: { Accept: 'text/html' } },
  { url: 'http://shop.example/logo.png', type: 'image/png' },
  { url: 'http://shop.example/api/cart?page=1', headers: { Authorization: 'Bearer abcdefgh' } },
  { url: 'http://tracker.example.net/hit' },
  { url: 'wss://shop.example/live' },
])

/** Reads in the page itself, as the worker does. */
const startHere: StartReading = (order, onProgress) => ({
  done: readFile(order, onProgress),
  cancel: () => {},
})

const noRules = { rules: [], disabledFrameworks: [], revision: 0, updatedBy: '', updatedAt: null }

async function open(
  start: StartReading = startHere,
  language: 'en' | 'zh' = 'en',
  answers: Answers = { 'correlationRules/get': noRules },
) {
  const sent = await serve(answers)
  const added: { steps: readonly Step[]; variables: readonly unknown[]; parameters?: readonly unknown[] }[] =
    []
  const closed: string[] = []
  const drawn = await draw(
    <RecordingDialog
      document={componentDocumentSchema.parse({ settings: { http: { baseUrl: 'http://shop.example/' } } })}
      commands={{ addAll: (steps, named = {}) => void added.push({ steps, variables: [], ...named }) }}
      start={start}
      onClose={() => void closed.push('closed')}
    />,
    { session: { language, accessList: ['component.edit'] } },
  )
  const dialog = await screen.findByRole('dialog')
  const give = (file: File) =>
    fireEvent.change(dialog.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [file] },
    })
  const add = () =>
    dialog.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement
  return { ...drawn, dialog, sent, added, closed, give, add }
}

const har = (text: string) => new File([text], 'visit.har')

test('before a file is given there is nothing to add', async () => {
  const { dialog, add } = await open()
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Import requests from file" [modal]
      button "Close"
      Import requests from file
      button "inbox Click or drop a HAR file, a collection of Postman or Insomnia, an OpenAPI description, a script of k6 or Gatling, an access log or a recording of developer tools Record with the Network panel of the browser’s developer tools and export it as HAR (with sensitive data, which has bodies and sign-in); Charles and Fiddler export it, too. Postman collections are JSON of version 2.0 or 2.1; OpenAPI 3 and Swagger 2.0 may be JSON or YAML. An environment of Postman can be selected after its collection. Access logs are those of nginx, Apache, or lines of JSON; their requests are sent in their shares. A recording of the Recorder panel has opened pages only. Up to 4 GiB. The file is read in the browser only and not uploaded. Packet captures (pcap, pcapng) can be selected as well; HTTP/1.1, HTTP/2 and WebSocket are read, other conversations over TCP and UDP become steps too, within TLS with a key log file. Scripts of k6 (JavaScript, TypeScript) and Gatling (Scala, Java, Kotlin, JavaScript) are parsed, not run: constants, checks, groups and pauses become steps; what only a run knows is listed with line and column."
      button "Capture on this machine…"
      button "Cancel"
      button "Add 0 requests" [disabled]"
  `)
  expect(add().disabled).toBe(true)
})

test('a recording is shown with what is not imported by default and why', async () => {
  const { dialog, give } = await open()
  give(har(visit))
  await screen.findByText(/secret variable/)
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Import requests from file" [modal]
      button "Close"
      Import requests from file
      button "visit.har has been read. Click or drop another file to replace it"
      button "Compare with a second recording…"
      Record the same steps once more: values that differ are dynamic, and those that are the same are not taken for dynamic.
      button "Rules for dynamic values…"
      group "Not imported by default:"
        2 of 4 requests selectedNot imported by default:
        checkbox "static file (1)"
        static file (1)
        checkbox "other site (1)"
        other site (1)
      textbox "Find by method or address" (Find by method or address)
      button "close-circle"
      All hosts
      combobox "Host" [haspopup=listbox]
      img "down"
      table
        row: columnheader "Select all" | columnheader "Method" | columnheader "Host" | columnheader "Path" | columnheader "Status" | columnheader "Response type" | columnheader "Not by default because"
        row: checkbox "Row 1 selected" [checked] | GET | shop.example | / | 200 | text/html | 
        row: checkbox "Select row 2" | GET | shop.example | /logo.png | 200 | image/png | static file
        row: checkbox "Row 3 selected" [checked] | GET | shop.example | /api/cart?page=1 | 200 | application/json | 
        row: checkbox "Select row 4" | GET | tracker.example.net | /hit | 200 | application/json | other site
      checkbox "One transaction per page, folder or tag" [checked]
      One transaction per page, folder or tag
      checkbox "Keep pauses as think times" [checked]
      Keep pauses as think times
      region
        heading "Not imported or changed (2)"
        list "Not imported or changed (2)"
          listitem: log.entries[4] GET wss://shop.example/liveThe WebSocket connection and its messages were not imported; add them as WebSocket steps
          listitem: log.entries[2] GET http://shop.example/api/cartThe value of token is now the secret variable token; check that the recorded value is still valid
      button "Cancel"
      button "Add 2 requests""
  `)
})

test('the chosen requests become steps below the base address, with their secrets as variables', async () => {
  const { give, add, added, closed, user } = await open()
  give(har(visit))
  await screen.findByText('/api/cart?page=1')
  await user.click(add())
  expect(closed).toEqual(['closed'])
  expect(added).toMatchObject([
    {
      steps: [
        {
          kind: 'transaction',
          name: '/',
          children: [
            { kind: 'request', http: { url: '/' } },
            { kind: 'thinkTime', durationMs: 2_000 },
            { kind: 'request', http: { url: '/api/cart', auth: { kind: 'bearer', token: '${token}' } } },
          ],
        },
      ],
      variables: [{ name: 'token', value: 'abcdefgh', secret: true }],
    },
  ])
})

test('a group is added as a whole, one request is taken away, and transactions and think times are left out', async () => {
  const { give, add, added, user } = await open()
  give(har(visit))
  await screen.findByText('/api/cart?page=1')
  await user.click(screen.getByRole('checkbox', { name: 'other site (1)' }))
  expect(add().textContent).toBe('Add 3 requests')
  const row = screen.getAllByRole('row').find(each => each.textContent?.includes('/api/cart')) as HTMLElement
  await user.click(within(row).getByRole('checkbox'))
  await user.click(screen.getByRole('checkbox', { name: 'One transaction per page, folder or tag' }))
  await user.click(screen.getByRole('checkbox', { name: 'Keep pauses as think times' }))
  await user.click(add())
  expect(added[0]?.steps).toMatchObject([
    { kind: 'request', http: { url: '/' } },
    { kind: 'request', http: { url: 'http://tracker.example.net/hit' } },
  ])
})

const purchase = harOf([
  {
    url: 'http://shop.example/cart',
    text: '{"cart":{"id":"a81bc81b-dead-4e5d-abff-90865d1e13b1","goodsId":71205}}',
  },
  { url: 'http://shop.example/pay?cart=a81bc81b-dead-4e5d-abff-90865d1e13b1&goodsId=71205' },
])

test('values of responses that later requests send are shown with their places and extracted', async () => {
  const { give, add, added, user } = await open()
  give(har(purchase))
  await user.click(await screen.findByRole('tab', { name: 'Dynamic values (1 of 2)' }))
  expect(outline(await screen.findByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Dynamic values (1 of 2)"
      Values of responses that later requests send. Selected ones are stored in variables by extractors and the requests refer to them; the others are sent as recorded.
      table
        row: columnheader "Select all" | columnheader "Recorded value" | columnheader "Variable" | columnheader "From the response to" | columnheader "Used in" | columnheader "Confidence"
        row: checkbox "Row 1 selected" [checked] | a81bc81b-dead-4e5d-abff-… | cart | GET /cart; JSONPath $.cart.id | GET /pay · cart | Certain; looks generated
        row: checkbox "Select row 2" | 71205 | goodsId | GET /cart; JSONPath $.cart.goodsId | GET /pay · goodsId | Likely; has the same name in response and request"
  `)
  await user.click(add())
  expect(added[0]?.steps).toMatchObject([
    { extractors: [{ source: 'jsonPath', expression: '$.cart.id', variable: 'cart' }] },
    { kind: 'thinkTime' },
    {
      http: {
        query: [
          { name: 'cart', value: '${cart}' },
          { name: 'goodsId', value: '71205' },
        ],
      },
    },
  ])
})

test('dynamic values are accepted one by one or all', async () => {
  const { give, add, added, user } = await open()
  give(har(purchase))
  await user.click(await screen.findByRole('tab', { name: 'Dynamic values (1 of 2)' }))
  const panel = await screen.findByRole('tabpanel')
  const [all, cart] = within(panel).getAllByRole('checkbox')
  await user.click(all as HTMLElement)
  await screen.findByRole('tab', { name: 'Dynamic values (2 of 2)' })
  await user.click(cart as HTMLElement)
  await user.click(add())
  expect(added[0]?.steps[0]).toMatchObject({ extractors: [{ expression: '$.cart.goodsId' }] })
})

test('rows are found by address and by host without changing the choice', async () => {
  const { give, add } = await open()
  give(har(visit))
  await screen.findByText('/api/cart?page=1')
  const search = screen.getByRole('textbox', { name: 'Find by method or address' })
  fireEvent.change(search, { target: { value: 'HIT' } })
  await screen.findByText('/hit')
  expect(screen.queryByText('/api/cart?page=1')).toBeNull()
  expect(add().textContent).toBe('Add 2 requests')
})

test('reading shows its progress and can be stopped', async () => {
  let cancelled = 0
  let tell: (readBytes: number) => void = () => {}
  const { give, user } = await open((_, onProgress) => {
    tell = onProgress
    return { done: new Promise<CorrelatedRecording>(() => {}), cancel: () => void (cancelled += 1) }
  })
  give(har(visit))
  await screen.findByRole('progressbar', { name: 'Reading progress' })
  tell(Math.floor(new TextEncoder().encode(visit).length / 2))
  await screen.findByText(/^Reading visit\.har: /)
  expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeLessThanOrEqual(50)
  await user.click(screen.getByRole('button', { name: 'Stop reading' }))
  expect([cancelled, screen.queryByRole('progressbar')]).toEqual([1, null])
})

test.each([
  ['is of another format', har('name: x'), /format of file visit\.har is not known/],
  ['has no request', har('{"log":{"entries":['), /contains no request.*The file is incomplete/],
])('a file that %s is refused with the reason', async (_, file, text) => {
  const { give, add } = await open()
  give(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(add().disabled).toBe(true)
})

test('a file that is too large is not read, and one that cannot be read says so', async () => {
  const large = har('')
  Object.defineProperty(large, 'size', { value: maxRecordingBytes + 1 })
  const { give } = await open(() => ({
    done: Promise.reject(new Error('The disk is gone')),
    cancel: () => {},
  }))
  give(large)
  await screen.findByText(/^File visit\.har exceeds 4\sGiB/)
  give(har(visit))
  await screen.findByText('File visit.har could not be read: The disk is gone')
})

test('it speaks Chinese', async () => {
  const { give } = await open(startHere, 'zh')
  give(har(visit))
  await screen.findByText('/api/cart?page=1')
  expect(screen.getByRole('checkbox', { name: '静态文件（1）' })).toBeTruthy()
})

test('a packet capture shows its conversations, and choosing one chooses its requests', async () => {
  const { dialog, give, add, added, user } = await open()
  const ask = (clientPort: number, path: string) =>
    new TestConnection({ clientPort })
      .open()
      .send('client', `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`)
      .send('server', 'HTTP/1.1 204 No Content\r\n\r\n')
      .close().packets
  give(new File([pcapOf([...ask(50_001, '/cart'), ...ask(50_002, '/goods')])], 'visit.pcap'))
  await user.click(await screen.findByRole('checkbox', { name: 'Row 1 selected' }))
  expect(outline(within(dialog).getByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Conversations (2)"
      textbox "Filter by address" (Filter by address)
      button "close-circle"
      textbox "Port" (Port)
      button "close-circle"
      All protocols
      combobox "Protocol" [haspopup=listbox]
      img "down"
      table
        row: columnheader "Requests" | columnheader "Select all" | columnheader "Client" | columnheader "Server" | columnheader "Protocol" | columnheader "State" | columnheader "Start time" | columnheader "Duration" | columnheader "Sent / received" | columnheader "Requests"
        row: button "Expand row" | checkbox "Select row 1" | 10.0.0.1:50001 | 10.0.0.2:80 | HTTP | closed | 2026-01-01 00:00:00 | 5 ms | 42 B / 27 B | 1
        row: button "Expand row" | checkbox "Row 2 selected" [checked] | 10.0.0.1:50002 | 10.0.0.2:80 | HTTP | closed | 2026-01-01 00:00:00 | 5 ms | 43 B / 27 B | 1"
  `)
  await user.click(add())
  expect(added[0]?.steps).toMatchObject([{ http: { url: '/goods' } }])
})

test('an encrypted conversation is read once the secrets of its client are given', async () => {
  const { give, dialog, user } = await open()
  const { connection, keyLog } = await tlsVisit({})
  give(new File([pcapOf(connection.packets)], 'visit.pcap'))
  await screen.findByRole('button', { name: 'Select key log file' })
  // The input is another one after each file.
  const giveKeys = (file: File) =>
    user.upload(
      dialog.querySelector<HTMLInputElement>('input[accept*=keylog]') ?? expect.fail('no input'),
      file,
    )
  await giveKeys(new File(['nothing'], 'other.log'))
  await screen.findByText(
    'File other.log contains no secrets of TLS. Select the file that SSLKEYLOGFILE names',
  )
  await giveKeys(new File([keyLog], 'keys.log'))
  await within(dialog).findByText('HTTP · TLS')
  expect(screen.queryByRole('button', { name: 'Select key log file' })).toBeNull()
})

test('an access log of a format of its own is read by that format and becomes a choice by shares', async () => {
  const { give, add, added, user } = await open()
  const line = (id: number) => `200 ${'GET'} /orders/${id} 2026-01-01T08:00:0${id}Z`
  give(new File([[1, 2, 3].map(line).join('\n')], 'access.log'))
  const format = await screen.findByRole('textbox', { name: 'Format of the access log' })
  fireEvent.change(format, { target: { value: '$status $request_method $request_uri $time_iso8601' } })
  await user.click(screen.getByRole('button', { name: 'Read with this format' }))
  await screen.findByText(/^3 requests without static files in 2 s, at most 1\/s in an interval of 1 s/)
  await screen.findByRole('cell', { name: '100 %' })
  await user.click(add())
  expect(added).toMatchObject([
    {
      steps: [
        { kind: 'weighted', children: [{ name: 'GET /orders/{id}', http: { url: '/orders/${orders_id}' } }] },
        { kind: 'thinkTime', spreadMs: 2_000 },
      ],
      parameters: [{ kind: 'list', name: 'orders_id', values: ['1', '2', '3'] }],
    },
  ])
})

const longMessages = (count: number) => {
  const connection = new TestConnection().open()
  for (let at = 0; at < count; at++)
    connection.send('client', new Uint8Array(600_000), 60_000).send('server', 'answer')
  return new File([pcapOf(connection.packets)], 'visit.pcap')
}

test('a message that is too long for a field is stored as a file of the project before the steps are added', async () => {
  const id = '5b8f2c1e-0000-4000-8000-000000000001'
  const answers = { 'correlationRules/get': noRules, 'attachment/upload': { id } }
  const { give, add, added, closed, sent, user } = await open(startHere, 'en', answers)
  give(longMessages(1))
  await screen.findByText(/586 KB is stored as the file visit-message-1\.bin/)
  await user.click(add())
  await waitFor(() => expect(closed).toEqual(['closed']))
  expect(added[0]?.steps).toMatchObject([
    { tcp: { kind: 'connect' } },
    { tcp: { kind: 'send', content: 'file', fileId: id } },
  ])
  expect(sent.map(({ call }) => call)).toEqual(['correlationRules/get', 'attachment/upload'])
})

test('if one cannot be stored, those before it are removed, nothing is added, and the dialog stays', async () => {
  const id = '5b8f2c1e-0000-4000-8000-000000000001'
  const stored: unknown[] = [{ id }]
  const answers = {
    'correlationRules/get': noRules,
    'attachment/upload': () => stored.pop(),
    'attachment/delete': {},
  }
  const { give, add, added, closed, sent, user } = await open(startHere, 'en', answers)
  give(longMessages(2))
  await screen.findByText(/visit-message-2\.bin/)
  await user.click(add())
  await screen.findByText(/no answer to attachment\/upload/)
  expect(sent.at(-1)).toMatchObject({ call: 'attachment/delete', fields: { id } })
  expect([added, closed]).toEqual([[], []])
})

test('an environment gives the variables of a collection their values', async () => {
  const { give, add, added, user } = await open()
  const values = [{ key: 'apiToken', value: 'abcdefgh', type: 'secret' }]
  const environment = JSON.stringify({ name: 'Test', values, _postman_variable_scope: 'environment' })
  const collection = {
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'List',
        request: {
          method: 'GET',
          url: 'http://shop.example/',
          header: [{ key: 'X-Token', value: '{{apiToken}}' }],
        },
      },
    ],
  }
  give(new File([environment], 'test.postman_environment.json'))
  await screen.findByText(/^File test.postman_environment.json is an environment of Postman/)
  give(new File([JSON.stringify(collection)], 'shop.json'))
  await screen.findByText(/The variable apiToken has no value/)
  give(new File([environment], 'test.postman_environment.json'))
  await screen.findByText('The values of the environment Test are used')
  await user.click(add())
  expect(added).toMatchObject([{ variables: [{ name: 'apiToken', value: 'abcdefgh', secret: true }] }])
})

test('search words and dates that were typed become parameters if they are chosen', async () => {
  const { give, add, added, user } = await open()
  give(har(harOf([{ url: 'http://shop.example/goods?keyword=tea&from=2026-01-02' }])))
  await user.click(await screen.findByRole('tab', { name: 'Parameters (0 of 2)' }))
  expect(outline(await screen.findByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Parameters (0 of 2)"
      Accounts, search words and dates that were typed while recording, and values that differ between two recordings and come from no response. Selected ones are given by parameters, which can take their values from a file later; the others are sent as recorded. Passwords and other secrets always become secret variables.
      table
        row: columnheader "Select all" | columnheader "Typed" | columnheader "Recorded value" | columnheader "Parameter" | columnheader "Used in"
        row: checkbox "Select row 1" | Search words | tea | keyword | GET /goods · keyword
        row: checkbox "Select row 2" | Date | 2026-01-02; Day of the run +1d | from | GET /goods · from"
  `)
  await user.click(screen.getByRole('checkbox', { name: 'Select row 1' }))
  await user.click(add())
  expect(added).toMatchObject([
    {
      steps: [{ http: { query: [{ value: '${keyword}' }, { value: '2026-01-02' }] } }],
      parameters: [{ kind: 'list', name: 'keyword', values: ['tea'] }],
    },
  ])
})

const styled = (word: string) =>
  harOf([
    { url: 'http://shop.example/start', text: JSON.stringify({ mode: word }) },
    { url: `http://shop.example/next?style=${word}&note=my-${word}` },
    { url: 'http://shop.example/end' },
  ])

test('a second recording of the same steps tells what is dynamic; the choice of requests is kept', async () => {
  const { dialog, give, user } = await open()
  give(har(styled('amber')))
  const box = await within(dialog).findByRole('checkbox', { name: 'Row 3 selected' })
  await user.click(box)
  const compareWith = (name: string, content: string) =>
    fireEvent.change(dialog.querySelectorAll('input[type=file]')[1] as HTMLInputElement, {
      target: { files: [new File([content], name)] },
    })
  compareWith('again.har', styled('cobalt'))
  expect((await within(dialog).findByText(/^Compared with/)).textContent).toBe(
    'Compared with again.har: requests in both recordings: 3 of 3; dynamic values that differ: 1; values that differ and come from no response (see Parameters): 1',
  )
  expect(within(dialog).getByText(/^2 of 3 requests selected/)).toBeTruthy()
  expect(within(dialog).getByRole('tab', { name: 'Dynamic values (1 of 1)' })).toBeTruthy()
  expect(within(dialog).getByRole('tab', { name: 'Parameters (0 of 1)' })).toBeTruthy()

  compareWith('other.har', harOf([{ url: 'http://other.example/' }]))
  expect(await within(dialog).findByText(/has none of the requests of this recording/)).toBeTruthy()
  compareWith('notes.txt', 'no recording')
  expect(await within(dialog).findByText(/format of notes.txt is not recognised/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: /Compare no longer/ }))
  expect(await within(dialog).findByText(/Record the same steps once more/)).toBeTruthy()
  expect(within(dialog).queryByRole('tab', { name: /Parameters/ })).toBeNull()
})

test('a rule of the project that is added finds a value at once, and requests keep their choice', async () => {
  let stored: object = noRules
  const answers: Answers = {
    'correlationRules/get': () => stored,
    'correlationRules/save': (fields: Readonly<Record<string, string>>) => {
      stored = { ...noRules, revision: 1, rules: JSON.parse(fields['rules'] ?? '') }
      return stored
    },
  }
  const { give, dialog, user, sent, add, added } = await open(startHere, 'en', answers)
  give(har(styled('amber')))
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Row 3 selected' }))
  await user.click(screen.getByRole('button', { name: 'Rules for dynamic values…' }))
  await user.click(await screen.findByRole('button', { name: 'Add rule' }))
  const enter = async (label: string, value: string) =>
    fireEvent.change(await screen.findByRole('textbox', { name: label }), { target: { value } })
  await enter('Name of the rule', 'Mode of the day')
  await enter('Variable', 'mode')
  await enter('JSONPath, for example $.data.id', '$.mode')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit: Mode of the day' })
  expect(sent.find(({ call }) => call === 'correlationRules/save')?.fields).toMatchObject({ revision: '0' })
  await user.click(await within(dialog).findByRole('tab', { name: 'Dynamic values (1 of 1)' }))
  await within(dialog).findByText('rule “Mode of the day”')
  await within(dialog).findByText(/^2 of 3 requests selected/)
  await user.click(add())
  expect(added[0]?.steps.filter(({ kind }) => kind === 'request')).toMatchObject([
    { extractors: [{ source: 'jsonPath', expression: '$.mode', variable: 'mode' }] },
    { http: { query: [{ value: '${mode}' }, { value: 'my-${mode}' }] } },
  ])
})

test('rules that cannot be loaded are told, and the file is read without them', async () => {
  const { give, dialog } = await open(startHere, 'en', {
    'correlationRules/get': { status: 500, code: 'OperationFailed', message: 'no database' },
  })
  give(har(styled('amber')))
  await within(dialog).findByText(/the file was read without them: no database/)
  await within(dialog).findByText(/^3 of 3 requests selected/)
})
