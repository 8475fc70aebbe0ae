import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pcapOf, TestConnection } from '@pone/recording/pcap/test-capture.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { happyWindow } from '../../../test-happy-window.ts'
import { draw } from '../../../test-page.tsx'
import { LocalCapture } from './local-capture.tsx'

const { packets } = new TestConnection()
  .open()
  .send('client', 'GET /cart HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  .close()
const asked: string[] = []
let running: ServerResponse | null = null

/** Answers as `./pone capture` does, with packets that are known. */
async function answerTool(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  asked.push(`${request.url} ${Buffer.concat(pieces).toString()}`)
  const answer = (status: number, content: object) => response.writeHead(status).end(JSON.stringify(content))
  if (request.headers.authorization !== 'Bearer right') return answer(401, { code: 'token' })
  if (request.url === '/interfaces')
    return answer(200, { program: 'tcpdump', interfaces: [{ name: 'lo', addresses: ['127.0.0.1'] }] })
  if (request.url === '/stop') {
    running?.end()
    return answer(200, {})
  }
  if (String(pieces).includes('wrong'))
    return answer(400, { code: 'badFilter', detail: 'tcpdump: syntax error' })
  running = response
  return response.writeHead(200).write(pcapOf(packets))
}

const tool = createServer((request, response) => void answerTool(request, response))
let address = ''
beforeAll(async () => {
  await once(tool.listen(0, '127.0.0.1'), 'listening')
  const own = tool.address()
  address = `http://127.0.0.1:${typeof own === 'object' ? own?.port : ''}`
})
afterAll(() => void tool.close())
beforeEach(() => void asked.splice(0))

async function open(language: 'en' | 'zh' = 'en') {
  const files: File[] = []
  const drawn = await draw(<LocalCapture onFile={file => void files.push(file)} />, { session: { language } })
  fireEvent.click(await screen.findByRole('button'))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
  return { ...drawn, files, type, press }
}

test('a tool that does not run is told so, with what to do', async () => {
  const { type, press } = await open()
  const closed = createServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const own = closed.address()
  closed.close()
  type('Address of the tool', `http://127.0.0.1:${typeof own === 'object' ? own?.port : ''}`)
  type('Token', 'right')
  await press(/Connect$/)
  await screen.findByText(/^The local pcap tool is not started!/)
})

/** A page of another device, in a browser that has the rule. */
function openElsewhere(origin: string, state: PermissionState) {
  happyWindow().setURL(`${origin}/component`)
  vi.stubGlobal('isSecureContext', origin.startsWith('https:'))
  Object.defineProperty(Request.prototype, 'targetAddressSpace', { value: '', configurable: true })
  const query = ({ name }: { readonly name: string }) =>
    name === 'loopback-network' ? Promise.resolve({ state }) : Promise.reject(new TypeError(name))
  Object.defineProperty(navigator, 'permissions', { value: { query }, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(Request.prototype, 'targetAddressSpace')
    Reflect.deleteProperty(navigator, 'permissions')
    happyWindow().setURL('http://localhost:3000/')
  })
}

test.each([
  ['over HTTP', 'http://10.0.0.5:8600', 'denied', /pages of public addresses that were opened over HTTP/],
  ['that was refused', 'https://pone.example', 'denied', /Click the icon to the left of the address/],
  ['that has to ask', 'https://pone.example', 'prompt', /^If the browser asks/],
  ['that may', 'https://pone.example', 'granted', null],
] as const)(
  'a page of another device is told what may keep it from the tool: one %s',
  async (_name, origin, state, hint) => {
    openElsewhere(origin, state)
    const { type, press } = await open()
    type('Address of the tool', 'http://127.0.0.1:9')
    type('Token', 'right')
    await press(/Connect$/)
    await screen.findByText(
      `The local pcap tool is not started! Run ./pone capture --origin ${origin} on this machine and check the address`,
    )
    if (hint === null) expect(screen.queryByText(/If it is started|If the browser/)).toBeNull()
    else await screen.findByText(hint)
  },
)

test('while the browser may ask, the user is told to allow it', async () => {
  openElsewhere('https://pone.example', 'prompt')
  const { type, press } = await open()
  const asking = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => asking.promise)
  type('Address of the tool', 'http://127.0.0.1:9')
  type('Token', 'right')
  await press(/Connect$/)
  expect((await screen.findByText(/^If the browser asks/)).getAttribute('role')).toBe('status')
  const interfaces = { program: 'tcpdump', interfaces: [{ name: 'lo', addresses: [] }] }
  asking.resolve(new Response(JSON.stringify(interfaces)))
  await screen.findByRole('button', { name: /Start capture$/ })
  expect(screen.queryByText(/^If the browser asks/)).toBeNull()
})

test('a wrong token is told', async () => {
  const { type, press } = await open()
  type('Address of the tool', address)
  type('Token', 'wrong')
  await press(/Connect$/)
  await screen.findByText(/^The token is wrong/)
})

test('packets are counted while they are captured, and become a file once the capture is stopped', async () => {
  const { type, press, files } = await open()
  type('Address of the tool', address)
  type('Token', 'right')
  await press(/Connect$/)
  await screen.findByText('lo · 127.0.0.1')
  type('Filter (as tcpdump takes it)', 'wrong filter')
  await press(/Start capture$/)
  await screen.findByText('tcpdump: syntax error')
  type('Filter (as tcpdump takes it)', 'tcp port 80')
  await press(/Start capture$/)
  await screen.findByText(/^Capturing: 5 packets/)
  await press(/^Stop and read/)
  await screen.findByRole('button', { name: /Start capture$/ })
  expect(files.map(({ name, size }) => [name, size])).toEqual([['capture.pcap', pcapOf(packets).length]])
  expect(asked).toContain('/captures {"interface":"lo","filter":"tcp port 80"}')
})

test('it speaks Chinese', async () => {
  await open('zh')
  expect(screen.getByLabelText('令牌')).toBeTruthy()
})
