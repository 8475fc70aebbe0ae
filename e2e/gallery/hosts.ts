/** Hosts for the pictures: this machine with tools on it, simulated machines that are busy, and some that have never been connected to. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { isOperationOver } from '@pone/contract/entities/host.ts'
import { archiveOf, uploadPackage } from '../driver/packages.ts'
import { type Api, tokenByApi } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import type { Installation } from '../harness/installation.ts'

const version = '5.6.2'

/** Call when the machines have joined; ends other sessions of the administrator. Returns ids by the names that addresses of pictures use. */
export async function makeHosts(
  installation: Installation,
  captcha: string,
  projectIds: string[],
): Promise<{ localHost: string }> {
  const token = await tokenByApi(installation, installation.administrator, captcha, true)
  const administrator = createApiClient(installation.address, token, true)
  const agents = await administrator.send(calls.host.freeAgents, {})
  const local = await addHost(administrator, {
    name: 'local',
    address: '127.0.0.1',
    agentId: agents.find(agent => agent.name === 'local')?.id ?? null,
    projectIds,
  })
  const content = await archiveOf(`apache-jmeter-${version}`, jmeterFiles)
  await uploadPackage(installation, token, {
    type: 'JMeter',
    architecture: 'any',
    name: `apache-jmeter-${version}.tgz`,
    content,
  })
  await administrator.send(calls.host.refresh, { id: local })
  await operate(administrator, [local], 'JMeter', 'install', version)
  await operate(administrator, [local], 'JMeter', 'install', '5.5')
  const busy: string[] = []
  for (const agent of agents.filter(({ name, isOnline }) => name.startsWith('load-bj') && isOnline)) {
    const place = Number(agent.name.slice(-2))
    const host = { name: agent.name, address: `10.20.1.${place}`, agentId: agent.id, projectIds: [] }
    busy.push(await addHost(administrator, host))
  }
  const [first = '', second = '', third = ''] = busy
  const send = (hostIds: string[], tool: 'JMeter' | 'Arthas' | 'PR', kind: 'install' | 'stop' | 'push') =>
    administrator.send(calls.host.operate, { hostIds, tool, kind })
  await send([first, second, third], 'JMeter', 'install')
  await send([first, second], 'PR', 'stop')
  await send([third], 'JMeter', 'push')
  for (let place = 1; place <= 5; place++) {
    const access = {
      name: `load-new-0${place}`,
      address: place === 5 ? '127.0.0.1' : `10.20.9.${place}`,
      hasSsh: true,
      sshPort: place === 5 ? 1 : 22,
      password: 'not-used',
      serverUrl: installation.address,
      projectIds: place === 1 ? projectIds.slice(0, 1) : [],
    }
    const { id } = await administrator.send(calls.host.create, access)
    if (place !== 5) continue
    await administrator.send(calls.host.trust, { id, fingerprint: `SHA256:${'a'.repeat(43)}` })
    await operate(administrator, [id], 'Agent', 'install', null)
  }
  return { localHost: local }
}

async function addHost(
  administrator: Api,
  fields: { name: string; address: string; agentId: string | null; projectIds: string[] },
): Promise<string> {
  return (await administrator.send(calls.host.create, { ...fields, hasSsh: false })).id
}

/** Resolves when all of them have ended, with any outcome. */
async function operate(
  administrator: Api,
  hostIds: string[],
  tool: 'JMeter' | 'Agent',
  kind: 'install',
  wanted: string | null,
): Promise<void> {
  const { operations } = await administrator.send(calls.host.operate, {
    hostIds,
    tool,
    kind,
    version: wanted,
  })
  for (const { operationId } of operations) {
    await eventually({
      what: `the end of ${kind} ${tool}`,
      patienceMs: 60_000,
      look: async () => {
        const { operation } = await administrator.send(calls.host.operationLog, { operationId })
        return isOperationOver(operation.state) ? true : undefined
      },
    })
  }
}

const properties = [
  '# Apache JMeter properties',
  '#remote_hosts=127.0.0.1',
  'server.rmi.ssl.disable=false',
  'jmeter.save.saveservice.output_format=csv',
  ...Array.from({ length: 60 }, (_, index) => `#jmeter.example.setting.${index}=${index * 10}`),
]
const jmeterFiles = {
  'bin/ApacheJMeter.jar': 'a jar',
  'bin/jmeter': `#!/bin/sh\necho 'Apache JMeter ${version}'\n`,
  'bin/jmeter.properties': `${properties.join('\n')}\n`,
  'bin/system.properties': '# Own settings\n',
  'bin/jmeter.log': [
    '2026-03-01 10:00:00,001 INFO o.a.j.u.JMeterUtils: Setting Locale to zh_CN',
    '2026-03-01 10:00:00,204 INFO o.a.j.JMeter: Loading user properties',
    '2026-03-01 10:00:01,380 WARN o.a.j.p.h.s.HTTPHCAbstractImpl: 连接池已满，等待空闲连接',
    '2026-03-01 10:00:02,915 ERROR o.a.j.t.JMeterThread: java.net.SocketTimeoutException: Read timed out',
    '2026-03-01 10:00:03,002 INFO o.a.j.r.Summariser: summary = 1200 in 00:00:30 = 40.0/s\n',
  ].join('\n'),
  'lib/jorphan.jar': 'a jar',
}
