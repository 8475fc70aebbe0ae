/** Test harness of the link: a target that counts its requests, and plans that generate load on it. */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'

export interface Target {
  readonly url: string
  /** Number of received requests. */
  readonly received: () => number
  readonly changes: EventEmitter
  /** From now on no request is answered; `waiting` returns their number. */
  hold(): { readonly waiting: () => number }
  close(): void
}

/** Answers every request with a short text after a few milliseconds and counts it; `/away` redirects to `/`. */
export async function startTarget(): Promise<Target> {
  const changes = new EventEmitter()
  let received = 0
  let answered = 0
  let isHolding = false
  const server = createServer((request, response) => {
    received += 1
    changes.emit('change')
    if (request.url === '/away') response.writeHead(302, { location: '/' })
    const answer = () => {
      if (isHolding) return
      answered += 1
      response.end('hello')
    }
    request.resume().on('end', () => setTimeout(answer, 5))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    changes,
    hold: () => {
      isHolding = true
      return { waiting: () => received - answered }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A component with one request to `url` and a pause, so that the load on the target is moderate. */
export const documentOf = (url: string): ComponentDocument =>
  componentDocumentSchema.parse({
    steps: [
      { id: 'get', name: 'get', kind: 'request', protocol: 'http', http: { url } },
      { id: 'pause', name: 'pause', kind: 'thinkTime', durationMs: 20 },
    ],
  })

export const constantLoad = (users: number, durationSeconds: number): LoadModel => ({
  kind: 'constant',
  users,
  rampUpSeconds: 0,
  durationSeconds,
  loops: 0,
})

export function planOf(url: string, loadModel: LoadModel): RunPlan {
  const components = [{ id: randomUUID(), name: 'component', percentage: 100, document: documentOf(url) }]
  return {
    runId: randomUUID(),
    components,
    labels: labelsOf(components),
    drive: 'users',
    maxUsers: 1_000,
    loadModel,
    sampleLog: 'off',
    files: [],
  }
}
