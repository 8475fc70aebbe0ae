/** Every unit of deploy/ under a real systemd, installed as deploy/README.md describes. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkout } from '../paths.ts'
import { buildWeb } from '../up/web-build.ts'
import { startTestSystemd, type TestSystemd } from './test-systemd.ts'

// The pages are built, a bundle is packed, and servers start on machines that are busy with other work too.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

/** Debian's PostgreSQL as a unit, in place of the one that its package would install. */
const postgresUnit = `[Service]
Type=exec
User=postgres
RuntimeDirectory=postgresql
ExecStart=/bin/sh -c 'exec $(ls -d /usr/lib/postgresql/*/bin)/postgres -D /srv/database -c unix_socket_directories=/run/postgresql'
`
const password = 'f0e1d2c3b4a5'

let systemd: TestSystemd

/** The shell commands of a section of deploy/README.md, a line each. */
async function documented(title: string): Promise<string[]> {
  const readme = await readFile(join(checkout, 'deploy', 'README.md'), 'utf8')
  const section = readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const block = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  return block.trim().split('\n')
}

/** Waits until the server reports that it is healthy; returns the log of its unit when it ends instead. */
const awaitHealth = (unit: string) =>
  systemd.run(`
    until wget -q -T 5 -O - http://127.0.0.1:8600/apm-api/health; do
      [ "$(systemctl show -P NRestarts ${unit})" = 0 ] && systemctl is-active -q ${unit} || { tail -n 30 /srv/${unit}.log >&2; exit 1; }
      sleep 0.2
    done`)
const mainPid = async (unit: string) => (await systemd.run(`systemctl show -P MainPID ${unit}`)).trim()
/** Restrictions as the kernel reports them for the unit's first process. */
async function restrictionsOf(unit: string): Promise<Record<string, string>> {
  const status = await systemd.run(`cat /proc/${await mainPid(unit)}/status`)
  const entries = status.split('\n').map(line => line.split(':\t') as [string, string])
  return Object.fromEntries(entries)
}
/** There is no journal: the unit's output is written to a file. */
const logInto = (unit: string, more = '') =>
  systemd.run(`mkdir -p /etc/systemd/system/${unit}.service.d
    printf '[Service]\\nStandardOutput=append:/srv/${unit}.log\\nStandardError=inherit\\n${more}' >/etc/systemd/system/${unit}.service.d/test.conf
    systemctl daemon-reload`)

beforeAll(async () => {
  await buildWeb(() => undefined)
  systemd = await startTestSystemd()
  const [account = ''] = await documented('systemd')
  await systemd.run(account)
  // A machine with an own installation of Node 24 has none in the checkout; in the copy of the machine its path may be
  // missing.
  await systemd.run(`cd /opt/pone; [ -x .cache/node24/bin/node ] ||
    { mkdir -p .cache/node24/bin; ln -s /opt/pone/${relative(checkout, process.execPath)} .cache/node24/bin/node; }`)
  await systemd.run(`install -d -o postgres /srv/database
    cat >/etc/systemd/system/postgresql.service <<'UNIT'
${postgresUnit}UNIT
    bin=$(ls -d /usr/lib/postgresql/*/bin)
    echo ${password} >/srv/password
    su postgres -s /bin/sh -c "$bin/initdb -D /srv/database -A scram-sha-256 --pwfile=/srv/password -U pone" >/dev/null
    systemctl start postgresql`)
  await systemd.run(
    `until PGPASSWORD=${password} psql -qh 127.0.0.1 -U pone -c 'create database pone' postgres; do sleep 0.1; done`,
  )
})
afterAll(() => systemd.close())

describe('pone-server.service', () => {
  test('serves, installed as documented', async () => {
    const [, , ...commands] = await documented('systemd')
    const [settings = '', start = ''] = commands
    await systemd.run(`cd /opt/pone; ${settings}
      sed -i 's|^DATABASE_URL=.*|DATABASE_URL=postgresql://pone:${password}@127.0.0.1:5432/pone|' /etc/pone/server.env
      echo PONE_LOCAL_AGENT_TOKEN=token-of-the-test >>/etc/pone/server.env`)
    await logInto('pone-server')
    await systemd.run(`cd /opt/pone; ${start}`)
    expect(JSON.parse(await awaitHealth('pone-server'))).toMatchObject({ status: 'up' })
    expect(await systemd.run('systemctl is-enabled pone-server')).toBe('enabled\n')
  })

  test('runs under what it says: no privileges, filtered calls, a read-only machine', async () => {
    expect(await restrictionsOf('pone-server')).toMatchObject({
      NoNewPrivs: '1',
      Seccomp: '2',
      CapEff: '0000000000000000',
      CapBnd: '0000000000000000',
    })
    const inside = `nsenter -t ${await mainPid('pone-server')} -m`
    await expect(systemd.run(`${inside} touch /etc/here`)).rejects.toThrow('Read-only file system')
    expect(await systemd.run(`touch /root/secret; ${inside} ls -A /root`)).toBe('')
  })

  test('serves to all networks also where the addresses of the machine cannot be asked for', async () => {
    await systemd.run('systemctl stop pone-server')
    await logInto(
      'pone-server',
      'RestrictAddressFamilies=\\nRestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX\\n',
    )
    await systemd.run('systemctl start pone-server')
    expect(JSON.parse(await awaitHealth('pone-server'))).toMatchObject({ status: 'up' })
  })
})

describe('the unit of an agent', () => {
  beforeAll(async () => {
    await systemd.run(`/opt/pone/pone bundle --level 1 --out /srv >&2
      mkdir /srv/bundle && tar -xzf /srv/pone-agent-*.tar.gz -C /srv/bundle --strip-components=1`)
  })

  test('is written by the installation, and the agent under it joins', async () => {
    await systemd.run('/srv/bundle/install.sh --server http://127.0.0.1:8600 --log /var/log/pone-agent', {
      env: { PONE_AGENT_TOKEN: 'token-of-the-test' },
    })
    expect(await systemd.run('systemctl is-active pone-agent')).toBe('active\n')
    expect(await restrictionsOf('pone-agent')).toMatchObject({
      NoNewPrivs: '1',
      Seccomp: '2',
      CapEff: '0000000000000000',
    })
    expect(await systemd.run(`readlink /proc/${await mainPid('pone-agent')}/cwd`)).toBe(
      '/opt/pone-agent/data\n',
    )
  })

  test('is removed with the agent', async () => {
    await systemd.run('/opt/pone-agent/app/install.sh uninstall --purge')
    expect(await systemd.run('ls /etc/systemd/system /opt')).not.toContain('pone-agent')
  })
})

test('pone.service starts everything', async () => {
  await systemd.run(
    'systemctl disable --now pone-server && rm -rf /var/lib/pone/* && cp /opt/pone/deploy/systemd/pone.service /etc/systemd/system/',
  )
  await logInto('pone')
  await systemd.run('systemctl enable --now pone')
  expect(JSON.parse(await awaitHealth('pone'))).toMatchObject({ status: 'up' })
  // Printed when its agent is online.
  expect(await systemd.run("until grep '^ready:' /srv/pone.log; do sleep 0.2; done")).toMatch(/^ready: /)
  expect(await restrictionsOf('pone')).toMatchObject({
    NoNewPrivs: '1',
    Seccomp: '2',
    CapBnd: '0000000000000000',
  })
  await systemd.run('systemctl stop pone')
  expect((await systemd.run('systemctl show -P Result pone')).trim()).toBe('success')
})
