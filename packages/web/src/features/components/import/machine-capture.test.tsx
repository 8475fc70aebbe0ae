import type { Capture } from '@pone/contract/entities/capture.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { MachineCapture } from './machine-capture.tsx'

const machines = [
  { id: 'a', name: 'load-1', address: '10.0.0.1', isOnline: true, isOwn: true },
  { id: 'b', name: 'load-2', address: '10.0.0.2', isOnline: false, isOwn: true },
  { id: 'c', name: 'load-3', address: '10.0.0.3', isOnline: true, isOwn: false },
]
const interfaces = [
  { name: 'eth0', addresses: ['10.0.0.1'] },
  { name: 'any', addresses: [] },
]
const capture: Capture = {
  id: '3f2b7c1e-2f30-4d6e-9a53-0f6d0a1f9b11',
  agentId: 'a',
  machine: 'load-1',
  order: { interface: 'any', host: null, port: 8_080, protocol: 'tcp', seconds: 120, megabytes: 50 },
  state: 'running',
  end: null,
  cause: '',
  startedAt: 0,
  packets: 12,
  bytes: 3_000,
  dropped: null,
  sentBytes: 0,
  removedAt: null,
}
const complete = { ...capture, state: 'complete', end: 'bytes', dropped: 3, removedAt: 1 } as const

/** The server holds what the test puts into `held`. */
async function open({ given = null, may = true }: { given?: Capture | null; may?: boolean } = {}) {
  const held: { capture: Capture | null } = { capture: given }
  const sent = await serve({
    'capture/machines': machines,
    'capture/interfaces': ({ agentId = '' }: Record<string, string>) => ({
      hasProgram: true,
      right: 'own',
      isOwn: !agentId.includes('c'),
      interfaces,
    }),
    'capture/current': () => held,
    'capture/start': () => {
      held.capture = capture
      return capture
    },
    'capture/stop': () => {
      held.capture = complete
      return capture
    },
    'capture/discard': () => {
      held.capture = null
      return {}
    },
    'capture/download': new Uint8Array(3_000),
  })
  const files: File[] = []
  const drawn = await draw(<MachineCapture onFile={file => void files.push(file)} />, {
    session: { language: 'en', projectId: 'p', accessList: may ? ['machine.operate'] : ['component.edit'] },
  })
  const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
  const choose = async (label: string, option: RegExp) => {
    fireEvent.mouseDown(await screen.findByLabelText(label))
    fireEvent.click(await screen.findByText(option))
  }
  const sentTo = (call: string) => sent.filter(each => each.call === call).map(({ fields }) => fields)
  return { ...drawn, files, press, choose, sentTo }
}

test('who may not operate machines is not offered it', async () => {
  const { sentTo } = await open({ may: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(sentTo('capture/current')).toEqual([])
})

test('packets are counted until they are stopped, then read at once and removed from the server', async () => {
  const { press, choose, sentTo, files } = await open()
  await press(/Capture on a load machine/)
  await choose('Load machine', /load-1/)
  await screen.findByText('All interfaces')
  fireEvent.change(screen.getByLabelText('IP address (optional)'), { target: { value: 'shop.example' } })
  await screen.findByText('Enter an IP address, not a name')
  fireEvent.change(screen.getByLabelText('IP address (optional)'), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Port (optional)'), { target: { value: '8080' } })
  await press(/Start capture$/)
  await screen.findByText(/^Capturing: 12 packets/)
  expect(sentTo('capture/start')).toMatchObject([
    { agentId: 'a', interface: 'any', host: 'null', port: '8080', protocol: 'tcp' },
  ])
  await press(/^Stop and read/)
  await waitFor(() => expect(files.map(({ name, size }) => [name, size])).toEqual([['capture.pcap', 3_000]]))
  expect(sentTo('capture/discard')).toHaveLength(1)
})

test('a machine that others use too says so before anything is captured', async () => {
  const { press, choose } = await open()
  await press(/Capture on a load machine/)
  await choose('Load machine', /load-3/)
  await screen.findByText(/other projects may use the machine too/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Start capture$/ }).disabled).toBe(true)
})

test('one that ended while the page was closed is shown with its end, and read on demand', async () => {
  const { press, files } = await open({ given: complete })
  const section = await screen.findByRole('region')
  expect(outline(section)).toMatchInlineSnapshot(`
    "region "Capture on a load machine"
      The agent of the machine captures packets, which this page reads afterwards. The server keeps the file for an hour at most.
      alert
        img "exclamation-circle"
        12 packets captured on the load machine “load-1”, 2.93 KiB
        The capture reached its largest size and was stopped
        3 more packets came too fast for the machine. A narrower filter avoids this
      button "Discard"
      button "Read""
  `)
  await press(/^Read$/)
  await waitFor(() => expect(files).toHaveLength(1))
})

test('a failed one tells why, and makes room for another one', async () => {
  const { press } = await open({ given: { ...capture, state: 'failed', cause: toldCause('captureLost') } })
  await screen.findByText(/the packets are lost/)
  await press(/Change and try again/)
  await screen.findByRole('button', { name: /Capture on a load machine/ })
})
