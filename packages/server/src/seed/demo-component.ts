/** The component and the scenario of the demo project: visitors of the demo shop sign in, look around and order. */
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'

/** `targetUrl` is the shop's address. */
// oxlint-disable-next-line max-lines-per-function -- one document, flat data
export const demoComponent = (targetUrl: string): ComponentDocument =>
  componentDocumentSchema.parse({
    settings: { baseUrl: targetUrl },
    parameters: [
      {
        id: 'visitors',
        kind: 'list',
        name: 'visitor',
        values: ['lin', 'chen', 'wang', 'zhao', 'zhou', 'anna', 'ben', 'carla', 'david', 'emma'],
      },
    ],
    steps: [
      {
        id: 'sign-in',
        name: '登录 Sign in',
        kind: 'request',
        protocol: 'http',
        http: {
          method: 'POST',
          url: '/api/sign-in',
          body: { kind: 'json', text: '{"account": "${visitor}", "password": "secret"}' },
        },
        checkpoints: [
          { id: 'signed-in', source: 'status', operator: 'equals', expected: '200', onFailure: 'nextLoop' },
        ],
        extractors: [{ id: 'token', source: 'jsonPath', variable: 'token', expression: '$.token' }],
      },
      {
        id: 'shopping',
        name: '购物 Shopping',
        kind: 'transaction',
        children: [
          {
            id: 'list',
            name: '商品列表 List goods',
            kind: 'request',
            protocol: 'http',
            http: { url: '/api/goods', query: [{ name: 'page', value: '${randomInt(1, 10)}' }] },
            checkpoints: [
              { id: 'listed', source: 'jsonPath', expression: '$.items[0].id', operator: 'exists' },
            ],
            extractors: [
              {
                id: 'goods-id',
                source: 'jsonPath',
                variable: 'goodsId',
                expression: '$.items[*].id',
                match: 0,
              },
            ],
          },
          {
            id: 'look-around',
            name: '浏览 Look around',
            kind: 'thinkTime',
            distribution: 'uniform',
            durationMs: 100,
            spreadMs: 400,
          },
          {
            id: 'detail',
            name: '商品详情 Show a good',
            kind: 'request',
            protocol: 'http',
            http: { url: '/api/goods/${goodsId}' },
            checkpoints: [
              {
                id: 'right-good',
                source: 'jsonPath',
                expression: '$.id',
                operator: 'equals',
                expected: '${goodsId}',
              },
            ],
          },
          {
            id: 'order',
            name: '下单 Place an order',
            kind: 'request',
            protocol: 'http',
            http: {
              method: 'POST',
              url: '/api/orders',
              headers: [{ name: 'Authorization', value: 'Bearer ${token}' }],
              body: { kind: 'json', text: '{"goodsId": ${goodsId}, "quantity": 1}' },
            },
            checkpoints: [
              { id: 'ordered', source: 'status', operator: 'equals', expected: '201' },
              { id: 'fast', source: 'responseTime', operator: 'lessOrEqual', expected: '2000' },
            ],
            extractors: [
              { id: 'order-id', source: 'jsonPath', variable: 'orderId', expression: '$.orderId' },
            ],
          },
        ],
      },
    ],
  })

/** The shop's address for WebSocket. */
export const socketAddress = (targetUrl: string): string => targetUrl.replace(/^http/, 'ws')

/** A visitor watches a good over WebSocket, orders it, and waits until the shop tells of that order. */
export const demoEventsComponent = (targetUrl: string): ComponentDocument =>
  componentDocumentSchema.parse({
    settings: { baseUrl: targetUrl },
    variables: [{ name: 'shopSocket', value: socketAddress(targetUrl) }],
    steps: [
      {
        id: 'sign-in',
        name: '登录 Sign in',
        kind: 'request',
        protocol: 'http',
        http: {
          method: 'POST',
          url: '/api/sign-in',
          body: { kind: 'json', text: '{"account": "anna", "password": "secret"}' },
        },
        extractors: [{ id: 'token', source: 'jsonPath', variable: 'token', expression: '$.token' }],
      },
      webSocketStep('connect', '连接 Connect', { kind: 'connect', url: '${shopSocket}/api/order-events' }),
      {
        ...webSocketStep('watch', '关注商品 Watch a good', {
          kind: 'send',
          data: '{"goodsId": ${randomInt(1, 200)}}',
          reply: 'next',
        }),
        checkpoints: [{ id: 'priced', source: 'jsonPath', expression: '$.priceCents', operator: 'exists' }],
        extractors: [{ id: 'goods-id', source: 'jsonPath', variable: 'goodsId', expression: '$.goodsId' }],
      },
      {
        id: 'order',
        name: '下单 Place an order',
        kind: 'request',
        protocol: 'http',
        http: {
          method: 'POST',
          url: '/api/orders',
          headers: [{ name: 'Authorization', value: 'Bearer ${token}' }],
          body: { kind: 'json', text: '{"goodsId": ${goodsId}, "quantity": 1}' },
        },
        extractors: [{ id: 'order-id', source: 'jsonPath', variable: 'orderId', expression: '$.orderId' }],
      },
      webSocketStep('event', '等待订单事件 Wait for the event', {
        kind: 'await',
        match: { source: 'jsonPath', expression: '$.orderId', expected: '${orderId}' },
        timeoutMs: 5_000,
      }),
      webSocketStep('close', '断开 Close', { kind: 'close' }),
    ],
  })

const webSocketStep = (id: string, name: string, operation: object) => ({
  id,
  name,
  kind: 'request',
  protocol: 'webSocket',
  webSocket: operation,
})

export const demoScenario = (componentId: string, clusterId: string): ScenarioDocument =>
  scenarioDocumentSchema.parse({
    bindings: [{ componentId, percentage: 100 }],
    loadModel: { kind: 'constant', users: 10, rampUpSeconds: 5, durationSeconds: 60 },
    clusterId,
    sla: [
      { id: 'errors', metric: 'errorPercent', operator: '<', threshold: 1 },
      { id: 'p95', metric: 'p95', operator: '<', threshold: 1_000 },
    ],
  })
