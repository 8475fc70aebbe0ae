import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MonitorTestStep } from '@pone/contract/entities/monitor.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { http } from '@pone/monitors/transports/http/http.ts'
import { expect, it, onTestFinished } from 'vitest'
import { TargetTests } from './target-tests.ts'

it('does not call it a failure that a list has more rows than are collected', async () => {
  const server = createServer((request, response) => {
    const isList = request.url?.startsWith('/api/queues') === true
    const items = [{ vhost: '/', name: 'orders', messages_ready: 3 }]
    response.setHeader('server', 'Cowboy')
    response.end(JSON.stringify(isList ? { items, filtered_count: 5_000 } : { rabbitmq_version: '3.12.1' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const type = monitorTypeOf('rabbitmq')
  if (type === undefined) throw new Error('there is no such type')
  const steps: MonitorTestStep[] = []
  const tests = new TargetTests({ http }, message => steps.push(...message.steps) > 0)
  const { port } = server.address() as AddressInfo
  const params = { host: '127.0.0.1', port }
  await tests.start({
    kind: 'monitorTest',
    testId: 'one',
    type: JSON.parse(JSON.stringify(type)),
    params,
    rounds: 0,
  })
  expect(steps.find(({ key }) => key === 'queues')).toMatchObject({ isOk: true, problem: null, detail: '1' })
})
