/**
 * Creates the fixture of the upgrade test: runs an old version of this repository once, with a run, a secret and an
 * uploaded file, and keeps its database and the small part of its data folder.
 *
 *   node scripts/make-upgrade-fixture.ts VERSION COMMIT
 *
 * Needs Debian's postgresql package, whose pg_dump must match the server's version; run as root.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startDebianPostgres } from '../packages/server/src/adapters/database/test-debian-postgres.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')
const [version = '', commit = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version) || commit === '')
  throw new Error('make-upgrade-fixture.ts VERSION COMMIT')
const target = join(root, 'packages', 'cli', 'src', 'deploy', 'fixtures', version)
/** The files of a data folder that are kept across starts. */
const kept = ['secret.key', 'agent-token', 'demo-access.json', 'demo-port', 'files', 'agent/identity.json']
const secretValue = 'kept-over-every-upgrade'

const folder = await mkdtemp(join(tmpdir(), 'pone-fixture-'))
const checkout = join(folder, 'checkout')
const data = join(folder, 'data')
const postgres = await startDebianPostgres()
try {
  await mkdir(checkout)
  await run('sh', ['-c', `git -C '${root}' archive '${commit}' | tar -x -C '${checkout}'`])
  await run('sh', ['-c', `cp -al '${root}/node_modules' '${root}/.cache' '${checkout}/'`])
  await run('sh', [
    '-c',
    `cd '${checkout}' && rm -f .cache/web-build .cache/installed && cat package-lock.json .npmrc | sha256sum | cut -d' ' -f1 >.cache/installed`,
  ])
  const up = spawn(join(checkout, 'pone'), ['up', '--data', data, '--port', '0'], {
    env: { ...process.env, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let address = ''
  for await (const line of createInterface({ input: up.stdout })) {
    address = /^ready: (http:.*)$/.exec(line)?.[1] ?? ''
    if (address !== '') break
  }
  if (address === '') throw new Error('the old version did not start')
  const demo = await run(join(checkout, 'pone'), ['demo', '--json', '--data', data], {
    env: { ...process.env, DATABASE_URL: postgres.url },
  })
  const expected = await addRest(address, JSON.parse(demo.stdout) as { runId: string; requests: number })
  const ended = once(up, 'exit')
  up.kill('SIGTERM')
  await ended
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  // psql meta-commands are left out: the test sends the text to the server as it is.
  const options = '--no-owner --no-privileges --rows-per-insert=100'
  const dump = `'${join(postgres.programs, 'pg_dump')}' ${options} '${postgres.url}' | grep -vE '^\\\\(un)?restrict '`
  await run('sh', ['-c', `${dump} | gzip -9n >'${join(target, 'database.sql.gz')}'`])
  const small = join(folder, 'small')
  for (const path of kept)
    await cp(join(data, path), join(small, path), { recursive: true }).catch(ignoreMissing)
  await run('tar', ['--owner=0', '--group=0', '-czf', join(target, 'folder.tar.gz'), '-C', small, '.'])
  await writeFile(join(target, 'expected.json'), `${JSON.stringify(expected, undefined, 2)}\n`)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Creates a component with a secret variable and a parameter file, through the old version's own API. */
async function addRest(address: string, demo: { runId: string; requests: number }) {
  const { token, projectId } = JSON.parse(await readFile(join(data, 'demo-access.json'), 'utf8')) as {
    token: string
    projectId: string
  }
  const headers = { token, 'is-admin': 'false' }
  const call = async (path: string, body: URLSearchParams | FormData) => {
    const answer = await fetch(`${address}/apm-api${path}`, { method: 'POST', headers, body })
    const {
      status,
      data: result,
      message,
    } = (await answer.json()) as {
      status: number
      data: never
      message?: string
    }
    if (status !== 200) throw new Error(`${path}: ${message}`)
    return result
  }
  const tree: readonly { id: string }[] = await call('/component/tree', new URLSearchParams({ projectId }))
  const document = {
    variables: [{ name: 'password', value: secretValue, secret: true }],
    steps: [
      {
        id: 'ping',
        name: 'Ping',
        kind: 'request',
        protocol: 'http',
        http: { url: 'http://127.0.0.1/?p=${password}' },
      },
    ],
  }
  const name = 'Kept over upgrades'
  await call(
    '/component/create',
    new URLSearchParams({ projectId, parentId: tree[0]?.id ?? '', name, document: JSON.stringify(document) }),
  )
  const form = new FormData()
  form.set('projectId', projectId)
  form.set('file', new Blob(['user,password\nann,1\nbob,2\n']), 'users.csv')
  await call('/parameterFile/upload', form)
  const { runId, requests } = demo
  return { projectId, runId, requests, component: name, secret: secretValue, file: 'users.csv' }
}

function ignoreMissing(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'ENOENT') throw cause
}
