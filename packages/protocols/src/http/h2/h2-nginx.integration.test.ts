/** HTTP/2 over TLS against nginx, whose access log is what really came. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../connect/test-port.ts'
import { makeCertificate } from '../test-certificate.ts'
import { testHarness } from '../test-harness.ts'
import { callOf, transportOf } from '../test-servers.ts'

const { newSession, newWire, atEnd } = testHarness()
const requestsPerConnection = 20
const bodyBytes = 300_000

/** Serves a file and answers everything else in short, and ends each connection by GOAWAY after so many requests. */
async function startNginx() {
  const folder = await mkdtemp(join(tmpdir(), 'pone-h2-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const { key, cert } = makeCertificate()
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'large'), Buffer.alloc(bodyBytes, 'n'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log ${folder}/error.log; daemon off; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http { log_format own '$connection $server_protocol $request_method $status $http_x_own'; access_log ${folder}/access.log own;
${paths.join(' ')} keepalive_requests ${requestsPerConnection};
server { listen 127.0.0.1:${port} ssl http2; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
location = /large { root ${folder}; } location / { return 200 'short'; } } }`,
  )
  const nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  })
  const ended = once(nginx, 'exit')
  const stop = async () => {
    nginx.kill('SIGQUIT')
    await ended
  }
  atEnd(() => (nginx.exitCode === null ? stop() : undefined))
  await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true)
  return {
    url: `https://127.0.0.1:${port}`,
    /** Ends it, so that all is written, and tells a line per request. */
    async log() {
      await stop()
      const text = await readFile(join(folder, 'access.log'), 'utf8')
      return text
        .trim()
        .split('\n')
        .map(line => line.split(' '))
    },
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test('every request is logged once, on as many connections as users need', async () => {
  const nginx = await startNginx()
  const wire = newWire()
  const transport = transportOf({ httpVersion: '2' })
  const users = 4
  const perUser = 50
  await Promise.all(
    Array.from({ length: users }, async (_, user) => {
      const session = newSession(wire)
      for (let count = 0; count < perUser; count++) {
        const isLarge = count % 5 === 0
        const method = count % 7 === 0 ? 'POST' : count % 11 === 0 ? 'HEAD' : 'GET'
        const result = await session.execute(
          callOf(nginx.url + (isLarge && method === 'GET' ? '/large' : `/item?id=${count}`), {
            transport,
            method,
            body: method === 'POST' ? 'x'.repeat(40_000) : null,
            headers: [['x-own', `${user}-${count}`]],
          }),
        )
        expect([result.status, result.errorCode, result.wireRequests]).toEqual([200, null, 1])
        const expected = method === 'HEAD' ? 0 : isLarge && method === 'GET' ? bodyBytes : 5
        expect(result.body.length).toBe(expected)
      }
      session.close()
    }),
  )
  const log = await nginx.log()
  expect(log.length).toBe(wire.sent)
  expect(new Set(log.map(([, protocol, , status]) => `${protocol} ${status}`))).toEqual(
    new Set(['HTTP/2.0 200']),
  )
  expect(new Set(log.map(([, , , , own]) => own)).size).toBe(users * perUser)
  const connections = new Set(log.map(([connection]) => connection)).size
  expect(connections).toBe(users * Math.ceil(perUser / requestsPerConnection))
})
