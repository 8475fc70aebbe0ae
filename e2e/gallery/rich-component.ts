/**
 * A component for the pictures: bodies of several kinds, choices, waits, secrets, generated values and settings
 * different from their defaults.
 */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { calls } from '@pone/contract/calls/registry.ts'

type ComponentInput = NonNullable<ClientInputOf<typeof calls.component.create>['document']>

export interface Files {
  readonly bodyFileId: string
  readonly certificateFileId: string
}

const request = { kind: 'request', protocol: 'http' } as const
const envelope = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:p="urn:prices">
  <soapenv:Body>
    <p:GetPrice>
      <p:code>\${orderNumber}</p:code>
    </p:GetPrice>
  </soapenv:Body>
</soapenv:Envelope>`

// oxlint-disable-next-line max-lines-per-function -- one document, flat data
export const richComponent = ({ bodyFileId, certificateFileId }: Files): ComponentInput => ({
  settings: {
    baseUrl: 'https://mall.example.com',
    httpVersion: 'auto',
    cache: true,
    embeddedResources: true,
    auth: {
      kind: 'oauth2',
      tokenUrl: 'https://login.example.com/oauth2/token',
      clientId: 'load-test',
      clientSecret: '${clientSecret}',
      scope: 'orders prices',
    },
    tls: {
      version: '1.3',
      serverName: 'mall.example.com',
      trustedFileId: certificateFileId,
      clientCertificate: { kind: 'pem', certificateFileId, passphrase: '${passphrase}' },
    },
    proxy: { kind: 'socks5', host: 'proxy.example.com', port: 1080, user: 'tester', password: '${proxy}' },
    dns: 'iteration',
    hosts: [{ name: 'mall.example.com', value: '10.0.8.21' }],
    sourceAddresses: ['10.0.9.11', '10.0.9.12'],
    bandwidth: { downBytesPerSecond: 1_250_000 },
  },
  variables: [
    { name: 'channel', value: 'app' },
    { name: 'clientSecret', value: 'not-for-eyes', secret: true },
    { name: 'passphrase', value: 'not-for-eyes', secret: true },
    { name: 'proxy', value: '', secret: true },
  ],
  parameters: [
    { id: 'day', kind: 'date', name: 'deliveryDay', offset: '+2d', format: 'yyyy-MM-dd' },
    { id: 'order', kind: 'uniqueId', name: 'orderNumber', form: 'number', prefix: 'MALL-' },
    { id: 'amount', kind: 'random', name: 'amount', form: 'decimal', from: 9.9, to: 999 },
  ],
  steps: [
    {
      id: 'first',
      name: '首次登录',
      kind: 'once',
      children: [{ ...request, id: 'sign-in', name: '登录', http: { method: 'POST', url: '/sign-in' } }],
    },
    {
      ...request,
      id: 'upload',
      name: '上传订单',
      http: {
        method: 'POST',
        url: '/orders/import',
        body: {
          kind: 'multipart',
          fields: [
            { kind: 'text', name: 'channel', value: '${channel}' },
            { kind: 'text', name: 'note', value: '{"urgent": true}', contentType: 'application/json' },
            {
              kind: 'file',
              name: 'orders',
              fileId: bodyFileId,
              fileName: 'orders-${orderNumber}.csv',
              contentType: 'text/csv',
            },
            { kind: 'file', name: 'picture', fileId: '', fileName: '', contentType: 'image/png' },
          ],
        },
      },
    },
    {
      id: 'goods',
      name: '看商品',
      kind: 'weighted',
      weights: { hot: 3, cold: 1 },
      children: [
        { ...request, id: 'hot', name: '热销商品', http: { url: '/goods/hot' } },
        { ...request, id: 'cold', name: '冷门商品', http: { url: '/goods/cold' } },
      ],
    },
    {
      id: 'each',
      name: '逐个结算',
      kind: 'forEach',
      items: '${cart}',
      variable: 'goodsId',
      children: [
        {
          ...request,
          id: 'price',
          name: '询价',
          http: {
            method: 'POST',
            url: '/ws/prices',
            body: { kind: 'soap', version: '1.1', action: 'urn:prices:GetPrice', envelope },
          },
        },
        {
          ...request,
          id: 'total',
          name: '合计',
          http: {
            method: 'POST',
            url: '/graphql',
            body: {
              kind: 'graphql',
              query: 'query Total($id: ID!) {\n  cart(id: $id) { total }\n}',
              variables: '{"id": "${goodsId}"}',
            },
          },
        },
      ],
    },
    {
      id: 'poll',
      name: '等待出库',
      kind: 'while',
      left: '${state}',
      operator: 'notEquals',
      right: 'shipped',
      children: [{ ...request, id: 'state', name: '查询状态', http: { url: '/orders/state' } }],
    },
    {
      id: 'gather',
      name: '整点秒杀',
      kind: 'rendezvous',
      gather: 'percent',
      quantity: 80,
      timeoutSeconds: 30,
    },
    {
      id: 'lucky',
      name: '随机活动',
      kind: 'random',
      children: [
        {
          id: 'pause',
          name: '',
          kind: 'pacing',
          distribution: 'uniform',
          durationMs: 5_000,
          spreadMs: 9_000,
        },
        { id: 'look', name: '', kind: 'thinkTime', distribution: 'normal', durationMs: 3_000, spreadMs: 500 },
      ],
    },
    {
      id: 'database',
      name: '连接订单库',
      kind: 'request',
      protocol: 'sql',
      sql: {
        kind: 'connect',
        host: 'orders-primary.database.internal.example.com',
        port: 5_432,
        database: 'orders',
        user: 'load_test',
        password: '${databasePassword}',
        scope: 'pool',
        poolSize: 20,
      },
    },
    {
      id: 'procedure',
      name: '结算订单',
      kind: 'request',
      protocol: 'sql',
      sql: {
        kind: 'call',
        procedure: 'settle_order',
        parameters: [
          { value: '${orderNumber}', type: 'text', direction: 'in' },
          { value: '${amount}', type: 'number', direction: 'inOut' },
          { value: '', type: 'number', direction: 'out' },
        ],
      },
    },
    {
      id: 'socket',
      name: '订单推送',
      kind: 'request',
      protocol: 'webSocket',
      webSocket: { kind: 'connect', url: 'wss://shop.example.com/api/order-events' },
    },
    {
      id: 'news',
      name: '等待发货消息',
      kind: 'request',
      protocol: 'webSocket',
      webSocket: { kind: 'await', count: 1 },
    },
    {
      id: 'sign',
      name: '签名',
      kind: 'script',
      code: "const sum: number = Number(vars.get('amount')) * 100\nvars.set('sign', String(sum))\n",
    },
  ],
})
