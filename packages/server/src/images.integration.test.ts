/** compose.yaml and the images' recipes: what can be known of them without a daemon that builds them. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { startDebianPostgres } from './adapters/database/test-debian-postgres.ts'
import { createProxyCheck, parseTrustedProxies } from './http/tls/trusted-proxies.ts'

vi.setConfig({ testTimeout: 120_000 })

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const program = fileURLToPath(new URL('main.ts', import.meta.url))

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target?: string }
  readonly environment?: Readonly<Record<string, string>>
}

/** With what .env says, as compose puts it in. */
async function readCompose(settings: Readonly<Record<string, string>>): Promise<Record<string, Service>> {
  const text = await readFile(join(checkout, 'deploy', 'compose', 'compose.yaml'), 'utf8')
  const document = parse(text, { merge: true }) as { services: Record<string, Service> }
  const fill = (value: string) =>
    value.replace(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_whole, name: string, _kind, otherwise = '') => settings[name] ?? String(otherwise),
    )
  return JSON.parse(JSON.stringify(document.services), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  ) as Record<string, Service>
}

test.each(['a/b+c=', 'p@ss:w#rd?&%2F', 'ordinary'])(
  'a server of compose.yaml opens the database with the password %j',
  async password => {
    const postgres = await startDebianPostgres(password)
    const data = await mkdtemp(join(tmpdir(), 'pone-compose-'))
    const secretKey = Buffer.alloc(32, 7).toString('base64')
    const settings = {
      PONE_DATABASE_PASSWORD: password,
      PONE_SECRET_KEY: secretKey,
      PONE_AGENT_TOKEN: 'token',
    }
    const environment = (await readCompose(settings))['server-1']?.environment ?? {}
    const url = String(environment['PONE_DATABASE_URL']).replace(
      '@database:5432/',
      `@127.0.0.1:${postgres.port}/`,
    )
    const places = {
      PONE_DATA: data,
      PONE_FILES: data,
      PONE_LICENCE_KEYS: join(data, 'none'),
      PONE_PORT: '0',
    }
    const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env: { PATH: process.env['PATH'], ...environment, PONE_DATABASE_URL: url, ...places },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = once(server, 'exit')
    try {
      const events: string[] = []
      for await (const line of createInterface({ input: server.stdout })) {
        const { event } = JSON.parse(line) as { event: string }
        events.push(event)
        if (event === 'listening' || event === 'fatal') break
      }
      expect(events.at(-1)).toBe('listening')
    } finally {
      server.kill('SIGTERM')
      await ended
      await postgres.stop()
      await rm(data, { recursive: true, force: true })
    }
  },
)

test('compose builds the servers and the agent from this checkout', async () => {
  const services = await readCompose({})
  for (const name of ['server-1', 'server-2', 'agent']) {
    const build = services[name]?.build
    expect(
      existsSync(join(checkout, 'deploy', 'compose', String(build?.context), String(build?.dockerfile))),
    ).toBe(true)
  }
  expect(services['agent']?.build?.target).toBe('agent')
  const java = await readCompose({ PONE_AGENT_IMAGE: 'agent-with-java' })
  const recipe = await readFile(join(checkout, 'deploy', 'agent', 'Containerfile'), 'utf8')
  expect(recipe).toMatch(new RegExp(`^FROM .* AS ${java['agent']?.build?.target}$`, 'm'))
})

test.each([
  'deploy/agent/Containerfile',
  'deploy/server/Containerfile',
  'deploy/server/all-in-one.Containerfile',
])('%s copies what the checkout holds, and names only stages that it has', async path => {
  const recipe = await readFile(join(checkout, path), 'utf8')
  const stages = [...recipe.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
  const { stdout } = await promisify(execFile)('git', ['-C', checkout, 'ls-files'])
  const files = stdout.split('\n')
  for (const [, stage, source = ''] of recipe.matchAll(/^COPY (?:--from=(\S+) )?(.*) \S+$/gm)) {
    if (stage !== undefined) expect(stages).toContain(stage)
    else
      for (const each of source.split(' '))
        expect(each === '.' || files.some(file => file === each || file.startsWith(`${each}/`))).toBe(true)
  }
})

test('the proxies that the chart trusts where nothing is said are networks, not everybody', async () => {
  const text = await readFile(join(checkout, 'deploy', 'chart', 'values.yaml'), 'utf8')
  const { ingress } = parse(text) as { ingress: { trustedProxies: string } }
  const isTrusted = createProxyCheck(parseTrustedProxies(ingress.trustedProxies))
  expect(['10.42.0.7', '172.17.0.2', 'fd00::7', '203.0.113.9', '2001:db8::1'].map(isTrusted)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
