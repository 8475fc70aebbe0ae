/** Checks before the upload whether an agent can be installed on a host: effective user, agent folder, agents of other hosts. */
import { readFile } from 'node:fs/promises'
import { type HostProblem, hostProblemSchema } from '@pone/contract/entities/host.ts'
import { quoted } from '../../adapters/ssh-session.ts'
import { agentIdFunction, findDefault, findPrefix } from './agent-place.ts'
import type { HostRepository, HostRow } from './host.repository.ts'
import { type Contact, HostFailure } from './host-contact.ts'
import { settingsOf } from './settings.ts'

const checkTimeoutMs = 60_000
const checkFolderScript = new URL('../../../../../deploy/agent/check-folder.sh', import.meta.url)

export interface MachineCheck {
  /** Folder of the agent, as the host reports it. */
  readonly prefix: string
  /** The folder is empty or missing. */
  readonly isFresh: boolean
}

export interface Candidate {
  /** null for a host that is not saved yet. */
  readonly id: string | null
  readonly address: string
  readonly agentInstallPath: string
  readonly usesSudo: boolean
}

export const candidateOf = (host: HostRow): Candidate => ({
  id: host.id,
  address: host.address,
  agentInstallPath: settingsOf(host).agentInstallPath,
  usesSudo: host.uses_sudo,
})

/** @throws HostFailure sudoRefused, systemFolder, foreignFolder, folderNotWritable, sameMachine */
export async function checkMachine(
  contact: Contact,
  host: Candidate,
  {
    hosts,
    namesOwner = false,
    signal,
  }: {
    hosts: Pick<HostRepository, 'neighbours' | 'ofAgent'>
    /** For administrators only, because members of a project must not see hosts of others. */
    namesOwner?: boolean
    signal?: AbortSignal | undefined
  },
): Promise<MachineCheck> {
  const { hostKey } = contact.session
  const neighbours = await hosts.neighbours({ address: host.address, hostKey: hostKey.fingerprint })
  const script = await checkScript(host.agentInstallPath, neighbours)
  const { stdout, stderr } = await contact.runAsRoot(script, { timeoutMs: checkTimeoutMs, signal })
  const said = parse(stdout)
  if (said === null) throw new HostFailure('unsupportedSystem', (stderr || stdout).trim().slice(-500))
  if (host.usesSudo && said.uid !== '0') throw new HostFailure('sudoRefused', `uid ${said.uid}`)
  for (const { agentId, path } of said.agents) {
    const owner = await hosts.ofAgent(agentId)
    if (owner !== undefined && owner.id !== host.id)
      throw new HostFailure('sameMachine', namesOwner ? `${owner.name}: ${path}` : path)
  }
  if (said.problem !== null) throw new HostFailure(said.problem, said.prefix)
  return { prefix: said.prefix, isFresh: said.isFresh }
}

/** Reads the agent folders of this host, and of others that may be the same machine. */
async function checkScript(configured: string, neighbours: readonly HostRow[]): Promise<string> {
  const paths = neighbours.map(row => settingsOf(row).agentInstallPath).filter(path => path !== '')
  return `${await readFile(checkFolderScript, 'utf8')}
${agentIdFunction}
${findDefault}
${findPrefix(configured)}
echo "uid $(id -u)"
check_folder "$prefix"
echo "prefix $folder_detail"
echo "problem $folder_problem"
[ -e "$prefix" ] && [ -n "$(ls -A "$prefix" 2>/dev/null)" ] || echo fresh
unit=$(sed -n 's|^ExecStart=\\(.*\\)/app/bin/pone-agent$|\\1|p' /etc/systemd/system/pone-agent.service 2>/dev/null)
for at in "$prefix" "$default" "\${unit:-/nonexistent}" ${[...new Set(paths)].map(quoted).join(' ')}; do
  id=$(agent_id "$at")
  [ -z "$id" ] || echo "agent $id $at"
done`
}

function parse(output: string) {
  const lines = output.split('\n')
  const valueOf = (name: string) => lines.find(line => line.startsWith(`${name} `))?.slice(name.length + 1)
  const uid = valueOf('uid')
  const prefix = valueOf('prefix')
  if (uid === undefined || prefix === undefined) return null
  const problem: HostProblem | null = hostProblemSchema.safeParse(valueOf('problem')).data ?? null
  const agents = lines.flatMap(line => {
    const [, agentId = '', path = ''] = /^agent ([0-9a-f-]{36}) (.*)$/.exec(line) ?? []
    return agentId === '' ? [] : [{ agentId, path }]
  })
  return { uid, prefix, problem, isFresh: lines.includes('fresh'), agents }
}
