/** A filled download centre for the pictures, and outdated agents. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { agentArchive, jmeterArchive, uploadPackage } from '../driver/packages.ts'
import { tokenByApi } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import type { Installation } from '../harness/installation.ts'

/** Call when the machines have joined; ends other sessions of the administrator. */
export async function makePackages(installation: Installation, captcha: string): Promise<void> {
  const token = await tokenByApi(installation, installation.administrator, captcha, true)
  const administrator = createApiClient(installation.address, token, true)
  for (const [version, architecture, sizeBytes] of [
    ['5.5', 'any', 300_000],
    ['5.6.3', 'x64', 2_000_000],
    ['5.6.3', 'any', 2_000_000],
  ] as const) {
    const content = await jmeterArchive(version, sizeBytes)
    const name = `apache-jmeter-${version}.tgz`
    await uploadPackage(installation, token, { type: 'JMeter', architecture, name, content })
  }
  await eventually({
    what: 'the packages of this version',
    patienceMs: 180_000,
    look: async () => ((await administrator.send(calls.package.list, {})).isMaking ? undefined : true),
  })
  const content = await agentArchive('9.0.0')
  const name = 'pone-agent-9.0.0-linux-x64.tar.gz'
  await uploadPackage(installation, token, { type: 'Agent', architecture: 'x64', name, content })
  const machines = await administrator.send(calls.machineUpgrade.list, {})
  const machineIds = machines
    .filter(machine => machine.isOnline && machine.newest !== null)
    .slice(0, 2)
    .map(({ machineId }) => machineId)
  const local = machines.find(machine => machine.name === 'local')
  if (local !== undefined) machineIds.push(local.machineId)
  await administrator.send(calls.machineUpgrade.start, { machineIds })
}
