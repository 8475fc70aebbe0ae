/** Proves the SOCKS5 handshake against a server of other authors: microsocks, which the set-up of the tests installs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { HttpResult } from '../http/exchange.ts'
import { testHarness } from '../http/test-harness.ts'
import { callOf, serveHttp, serveHttps, timingOf, transportOf } from '../http/test-servers.ts'
import { bypassOf } from './proxy.ts'
import { freePort } from './test-port.ts'

const { started, atEnd, newSession } = testHarness()
const bodyOf = (result: HttpResult): string => result.errorCode ?? Buffer.from(result.body).toString()

/** Starts the server, and answers its port once it takes connections. */
async function startMicrosocks(...options: string[]): Promise<number> {
  const port = await freePort()
  const child = spawn('/usr/bin/microsocks', ['-i', '127.0.0.1', '-p', String(port), ...options], {
    stdio: 'ignore',
  })
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`microsocks ended with ${code}`)))
  })
  ended.catch(() => undefined)
  atEnd(() => child.kill())
  await Promise.race([ended, accepting(port)])
  return port
}

async function accepting(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
  }
}

const through = (port: number, user = '', password = '') =>
  transportOf({
    proxy: { kind: 'socks5', host: '127.0.0.1', port, user, password, bypass: bypassOf('') },
    verifyTls: false,
  })

test('microsocks leads to names and addresses, plain and with TLS, on one kept connection', async () => {
  const plain = await started(serveHttp((request, response) => response.end(`plain ${request.url}`)))
  const secure = await started(serveHttps((_, response) => response.end('secure')))
  const transport = through(await startMicrosocks())
  const session = newSession()
  const first = await session.execute(callOf(`http://127.0.0.1:${plain.port}/a`, { transport }))
  expect(bodyOf(first)).toBe('plain /a')
  const second = await session.execute(callOf(`http://127.0.0.1:${plain.port}/b`, { transport }))
  expect([bodyOf(second), timingOf(second).connectUs]).toEqual(['plain /b', null])
  expect(bodyOf(await session.execute(callOf(`http://localhost:${plain.port}/c`, { transport })))).toBe(
    'plain /c',
  )
  expect(bodyOf(await session.execute(callOf(secure.url, { transport })))).toBe('secure')
})

test('microsocks asks for user and password, takes the right ones and refuses others', async () => {
  const target = await started(serveHttp((_, response) => response.end('ok')))
  const port = await startMicrosocks('-u', 'pone', '-P', 'p:w')
  const ask = async (user: string, password: string) =>
    bodyOf(await newSession().execute(callOf(target.url, { transport: through(port, user, password) })))
  expect(await ask('pone', 'p:w')).toBe('ok')
  expect(await ask('pone', 'wrong')).toBe('proxy.authRejected')
  expect(await ask('', '')).toMatch(/^proxy\.auth(?:Required|Rejected)$/)
})

test('what microsocks cannot reach is named', async () => {
  const transport = through(await startMicrosocks())
  const call = callOf(`http://127.0.0.1:${await freePort()}/`, { transport })
  expect(await newSession().execute(call)).toMatchObject({
    errorCode: 'proxy.connectionRefused',
    wireRequests: 0,
  })
})
