/** The load test of the demo: visitors of the shop sign in, browse and order, many times over. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { calls } from '@pone/contract/calls/registry.ts'

type ComponentInput = NonNullable<ClientInputOf<typeof calls.component.create>['document']>
type ScenarioInput = NonNullable<ClientInputOf<typeof calls.scenario.create>['document']>
type StepInput = NonNullable<ComponentInput['steps']>[number]
type RequestInput = Extract<StepInput, { kind: 'request'; protocol: 'http' }>

export const demoDurationSeconds = 15
const demoUsers = 20

interface RequestPlan {
  readonly id: string
  readonly name: string
  readonly http: RequestInput['http']
  readonly status: number
  readonly extractors?: RequestInput['extractors']
}

function request({ id, name, http, status, extractors }: RequestPlan): RequestInput {
  return {
    id,
    name,
    kind: 'request',
    protocol: 'http',
    http,
    checkpoints: [{ id: `${id}-status`, source: 'status', operator: 'equals', expected: String(status) }],
    extractors,
  }
}

/** `targetUrl` is the shop's address. */
export function shoppingComponent(targetUrl: string): ComponentInput {
  const signIn = request({
    id: 'sign-in',
    name: 'Sign in',
    http: {
      method: 'POST',
      url: '/api/sign-in',
      body: { kind: 'json', text: '{"account": "visitor-${threadId()}", "password": "secret"}' },
    },
    status: 200,
    extractors: [{ id: 'token', source: 'jsonPath', variable: 'token', expression: '$.token' }],
  })
  const list = request({ id: 'list', name: 'List goods', http: { url: '/api/goods?page=1' }, status: 200 })
  const detail = request({
    id: 'detail',
    name: 'Show a good',
    http: { url: '/api/goods/${goodsId}' },
    status: 200,
  })
  const order = request({
    id: 'order',
    name: 'Place an order',
    http: {
      method: 'POST',
      url: '/api/orders',
      headers: [{ name: 'Authorization', value: 'Bearer ${token}' }],
      body: { kind: 'json', text: '{"goodsId": ${goodsId}, "quantity": 1}' },
    },
    status: 201,
    extractors: [{ id: 'order-id', source: 'jsonPath', variable: 'orderId', expression: '$.orderId' }],
  })
  const lookAround: StepInput = {
    id: 'look-around',
    name: 'Look around',
    kind: 'thinkTime',
    distribution: 'uniform',
    durationMs: 50,
    spreadMs: 150,
  }
  return {
    settings: { baseUrl: targetUrl },
    parameters: [{ id: 'goods', kind: 'range', name: 'goodsId', from: 1, to: 200, selection: 'random' }],
    steps: [
      signIn,
      { id: 'shopping', name: 'Shopping', kind: 'transaction', children: [list, lookAround, detail, order] },
    ],
  }
}

export function shoppingScenario(componentId: string, clusterId: string): ScenarioInput {
  return {
    bindings: [{ componentId, percentage: 100 }],
    loadModel: {
      kind: 'constant',
      users: demoUsers,
      rampUpSeconds: 3,
      durationSeconds: demoDurationSeconds,
    },
    clusterId,
    sla: [
      { id: 'errors', metric: 'errorPercent', operator: '<', threshold: 1 },
      { id: 'p95', metric: 'p95', operator: '<', threshold: 1000 },
    ],
  }
}
