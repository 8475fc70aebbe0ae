/** For tests of the results of standalone executions: events and runs, and the dock that shows them. */
import { type DebugEvent, debugEventSchema } from '@pone/contract/link/debug.ts'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { outline } from '../../../test-outline.ts'
import { draw } from '../../../test-page.tsx'
import { type DebugRun, startingRun, withEvents } from '../exchange/debug-model.ts'
import { DebugDock } from './debug-dock.tsx'
import type { DockTab } from './dock-counts.ts'

/** 2026-01-02 in the time zone of the machine, so that the displayed times are the same everywhere. */
export const startAt = new Date(2026, 0, 2, 3, 4, 5, 678).getTime()

interface ExchangeEvent {
  readonly stepId?: string
  readonly user?: number
  readonly iteration?: number
  readonly exchange?: object
}

export const exchange = ({
  stepId = 's1',
  user = 1,
  iteration = 1,
  exchange: changes = {},
}: ExchangeEvent = {}): DebugEvent =>
  debugEventSchema.parse({
    kind: 'exchange',
    stepId,
    user,
    iteration,
    exchange: {
      at: startAt,
      label: 'GET /list',
      method: 'GET',
      url: 'http://shop.example/list',
      requestHeaders: [],
      requestBody: '',
      status: 200,
      responseHeaders: [],
      responseBody: '',
      responseBytes: 0,
      durationMs: 100,
      protocol: 'http',
      error: null,
      checkpoints: [],
      extracted: [],
      fromCache: null,
      ...changes,
    },
  })

export const transaction = (name: string, passed: boolean): DebugEvent => ({
  kind: 'transaction',
  stepId: 't',
  user: 1,
  iteration: 2,
  name,
  durationMs: 1_234,
  passed,
})

export const ended = (cause: 'finished' | 'stopped' | 'failed' | 'timeout', detail = ''): DebugEvent => ({
  kind: 'ended',
  cause,
  detail,
})

export const runOf = (...events: DebugEvent[]): DebugRun =>
  withEvents({ ...startingRun(), debugId: 'd', state: 'running' }, events)

export const bought = exchange({
  stepId: 's2',
  exchange: {
    at: startAt + 100,
    label: 'Buy',
    method: 'POST',
    url: 'http://shop.example/buy',
    status: 503,
    durationMs: 300,
    responseBytes: 2_048,
    requestHeaders: [['Content-Type', 'application/json']],
    requestBody: '{"id":1}',
    responseHeaders: [
      ['content-type', 'text/html'],
      ['x-node', 'n1'],
    ],
    responseBody: '<p>no</p>',
    phases: { connect: null, firstByte: 150, transfer: 75 },
    checkpoints: [
      { id: 'c1', summary: 'status = 200', passed: false, actual: '503' },
      { id: 'gone', summary: 'body contains yes', passed: true, actual: 'yes' },
    ],
    extracted: [
      { variable: 'token', value: 'abc', matched: true },
      { variable: 'order', value: '', matched: false },
    ],
    resources: [
      {
        url: 'http://shop.example/a.css',
        status: 200,
        durationMs: 12,
        receivedBytes: 1_024,
        errorCode: null,
      },
      {
        url: 'http://shop.example/b.js',
        status: null,
        durationMs: 30,
        receivedBytes: 0,
        errorCode: 'timeout',
      },
    ],
  },
})

export interface DockOptions {
  readonly tab?: DockTab | null
  readonly tabs?: readonly DockTab[]
  readonly isTree?: boolean
  readonly canReveal?: boolean
}

export function Dock({
  run,
  reported,
  options,
}: {
  readonly run: DebugRun | null
  readonly reported: string[]
  readonly options: DockOptions
}) {
  const { canReveal = true, tab: first = 'requests', ...rest } = options
  const [tab, setTab] = useState<DockTab | null>(first)
  const none = async () => {}
  const debug = {
    run,
    results: run,
    start: none,
    follow: none,
    stop: none,
    clear: () => void reported.push('clear'),
  }
  return (
    <DebugDock
      {...rest}
      debug={debug}
      tab={tab}
      onTab={setTab}
      onReveal={canReveal ? path => void reported.push(path) : undefined}
    />
  )
}

export async function open(run: DebugRun | null, options: DockOptions = {}) {
  const reported: string[] = []
  const drawn = await draw(<Dock run={run} reported={reported} options={options} />)
  return { ...drawn, reported }
}

const bodyOf = (panel: Element | null) => outline(panel ?? document.body)

export const dock = () => screen.getByRole('region', { name: 'Results and problems' })

export const dockBody = () => bodyOf(document.querySelector('.cd-dock-body'))

export const full = runOf(
  exchange({ exchange: { responseBytes: 512, label: 'GET /list' } }),
  bought,
  exchange({
    stepId: 's3',
    user: 2,
    exchange: {
      at: startAt + 350,
      durationMs: 50,
      status: null,
      method: '',
      label: 'SELECT 1',
      error: { code: 'ECONNREFUSED', message: 'refused by db' },
    },
  }),
)

export const pause = {
  id: 'p',
  name: '',
  enabled: true,
  kind: 'thinkTime',
  distribution: 'fixed',
  durationMs: 1,
  spreadMs: 0,
}
