/**
 * Data folders of older versions under this one: created by scripts/make-upgrade-fixture.ts, with a cluster as those
 * versions created theirs.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { calls } from '@pone/contract/calls/registry.ts'
import { makeOldCluster } from '@pone/embedded-postgres/test-old-cluster.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { afterEach, expect, test } from 'vitest'
import { createApiClient } from '../demo/api-client.ts'
import { spawnUp, type UpProcess } from '../up/up-process.ts'

const run = promisify(execFile)
const patienceMs = 300_000

interface Expected {
  readonly projectId: string
  readonly runId: string
  readonly requests: number
  readonly component: string
  readonly secret: string
  readonly file: string
}

let folder = ''
let up: UpProcess | undefined
afterEach(async () => {
  up?.child.kill('SIGTERM')
  await up?.exit
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const fixture = (version: string, name: string) =>
  fileURLToPath(new URL(`fixtures/${version}/${name}`, import.meta.url))

test.each(['0.1.0', '0.5.0', '0.6.0', '0.7.0', '0.8.0'])(
  'a data folder of %s starts: its components, runs, secrets, files and its agent are there',
  async version => {
    folder = await mkdtemp(join(tmpdir(), 'pone-upgrade-'))
    const data = join(folder, 'data')
    await mkdir(join(data, 'postgresql'), { recursive: true, mode: 0o711 })
    await run('chmod', ['755', folder])
    await run('tar', ['-xzf', fixture(version, 'folder.tar.gz'), '-C', data])
    const sql = gunzipSync(await readFile(fixture(version, 'database.sql.gz'))).toString()
    await makeOldCluster(join(data, 'postgresql'), sql)
    const expected = JSON.parse(await readFile(fixture(version, 'expected.json'), 'utf8')) as Expected
    const identity = await readFile(join(data, 'agent', 'identity.json'), 'utf8')

    up = spawnUp(['--data', data, '--port', '0'])
    // Ready means that the agent is connected too, with the key that it had.
    const address = await up.ready
    expect(up.output()).not.toContain('password:')
    expect(await readFile(join(data, 'agent', 'identity.json'), 'utf8')).toBe(identity)

    const { token } = JSON.parse(await readFile(join(data, 'demo-access.json'), 'utf8')) as { token: string }
    const api = createApiClient(address, token)
    const { projectId, runId } = expected
    const tree = await api.send(calls.component.tree, { projectId })
    const id = tree.find(node => node.name === expected.component)?.id ?? ''
    const component = await api.send(calls.component.get, { projectId, id })
    expect(component.document.variables).toMatchObject([
      { name: 'password', value: secretMask, secret: true },
    ])
    expect((await api.send(calls.parameterFile.list, { projectId })).map(file => file.name)).toEqual([
      expected.file,
    ])
    const [report] = await api.send(calls.report.list, { projectId, runId })
    const { content } = await api.send(calls.report.get, { projectId, id: report?.id ?? '' })
    expect(content?.run).toMatchObject({ state: 'complete', requests: expected.requests })

    // A standalone execution decrypts the secret for the requests to the target.
    const asked: (string | undefined)[] = []
    const target = createServer((request, response) => {
      asked.push(request.url)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(target, 'listening')
    const { port } = target.address() as AddressInfo
    const document = JSON.parse(
      JSON.stringify(component.document).replace('http://127.0.0.1/', `http://127.0.0.1:${port}/`),
    ) as typeof component.document
    const trial = { projectId, name: component.name, componentId: id, document }
    const { debugId } = await api.send(calls.component.startDebug, trial)
    const isEnded = async () => (await api.send(calls.component.debugEvents, { projectId, debugId })).isEnded
    await expect.poll(isEnded, { timeout: 60_000 }).toBe(true)
    target.close()
    expect(asked).toEqual([`/?p=${expected.secret}`])
  },
  patienceMs,
)
