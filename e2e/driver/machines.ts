/** Load machines that a journey adds to those of the installation, without a browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { startAgent } from '../harness/agent.ts'
import type { Installation } from '../harness/installation.ts'
import type { Api } from './preparation.ts'

export interface AddedMachine {
  /** Stops its agent, and removes its folder. */
  leave(): Promise<void>
}

export interface TwoMachines {
  /** Name of the cluster of the local machine and the new one. */
  readonly cluster: string
  /** Name of the new machine. */
  readonly machine: string
  /** Name of the project that may use the cluster. */
  readonly project: string
}

/**
 * Creates a cluster of the local machine and of an agent that is started here and joins by a token; `administrator` is
 * an administrator's session.
 */
export async function addSecondMachine(
  installation: Installation,
  administrator: Api,
  { cluster, machine, project }: TwoMachines,
): Promise<AddedMachine> {
  const choices = await administrator.send(calls.cluster.choices, {})
  const idsOf = (named: typeof choices.machines | typeof choices.projects, wanted: string) =>
    named.filter(({ name }) => name === wanted).map(({ id }) => id)
  const fields = {
    name: cluster,
    projectIds: idsOf(choices.projects, project),
    machineIds: idsOf(choices.machines, 'local'),
  }
  const { id: clusterId } = await administrator.send(calls.cluster.create, fields)
  const { token } = await administrator.send(calls.joinToken.create, { name: machine, clusterId })
  const folder = await mkdtemp(join(tmpdir(), 'pone-e2e-agent-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const agent = await startAgent({ server: installation.address, token, name: machine, folder })
    const leave = async () => {
      await agent.stop()
      await removeFolder()
    }
    return { leave }
  } catch (cause) {
    await removeFolder()
    throw cause
  }
}
