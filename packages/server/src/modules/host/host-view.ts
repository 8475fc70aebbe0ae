/** Hosts for display: rows, tools, operations and machines combined. */
import {
  type Host,
  type HostOperation,
  type OperationGroup,
  operationStates,
  tools,
} from '@pone/contract/entities/host.ts'
import type { HostRepository, HostRow } from './host.repository.ts'
import type { GroupRow, NamedOperationRow, OperationRepository } from './operation.repository.ts'
import type { Machines } from './ports.ts'
import { factsOf, settingsOf } from './settings.ts'
import { describeTool, groupState } from './tool-state.ts'

export interface HostViewDeps {
  readonly hosts: HostRepository
  readonly operations: OperationRepository
  readonly machines: Machines
}

/** In the order of the rows. */
export async function describeHosts(rows: readonly HostRow[], deps: HostViewDeps): Promise<Host[]> {
  const ids = rows.map(row => row.id)
  const [projects, installed, latest, machines] = await Promise.all([
    deps.hosts.projectsOf(ids),
    deps.hosts.toolsOf(ids),
    deps.operations.latestOf(ids),
    deps.machines.all(),
  ])
  return rows.map(row => {
    const machine = machines.find(each => each.id === row.agent_id)
    return {
      id: row.id,
      name: row.name,
      address: row.address,
      hasSsh: row.has_ssh,
      sshPort: row.ssh_port,
      sshUser: row.ssh_user,
      auth: row.auth,
      hasCredential: row.sealed_credential !== null,
      usesSudo: row.uses_sudo,
      fingerprint: row.host_key,
      projects: projects.flatMap(({ hostId, id, name }) => (hostId === row.id ? [{ id, name }] : [])),
      agent:
        machine === undefined
          ? null
          : {
              id: machine.id,
              isOnline: machine.isOnline,
              since: machine.since,
              version: machine.version,
            },
      facts: factsOf(row),
      settings: settingsOf(row),
      tools: tools.map(tool =>
        describeTool({
          tool,
          installed: installed.filter(each => each.host_id === row.id && each.tool === tool),
          latest: latest.find(each => each.host_id === row.id && each.tool === tool),
          machine,
        }),
      ),
      createdAt: row.created_at,
    }
  })
}

/** `waiting` contains the numbers of all waiting operations of these hosts. */
export function describeOperation(
  row: NamedOperationRow,
  waiting: readonly { hostId: string; number: number }[],
): HostOperation {
  const ahead = waiting.filter(each => each.hostId === row.host_id && each.number < row.number).length
  return {
    id: row.id,
    groupId: row.group_id,
    hostId: row.host_id,
    hostName: row.host_name,
    tool: row.tool,
    kind: row.kind,
    version: row.version,
    state: row.state,
    position: row.state === 'waiting' ? ahead + 1 : null,
    isCancelling: row.state === 'executing' && row.is_cancelling,
    step: row.step,
    progress01: row.state === 'executing' ? row.progress : null,
    problem: row.problem_code === null ? null : { code: row.problem_code, detail: row.problem_detail },
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

/** `problems` and `only` contain those of all groups: failures by number of hosts, and the operations of groups of one host. */
export function describeGroup(
  row: GroupRow,
  problems: readonly (OperationGroup['problems'][number] & { readonly groupId: string })[],
  only: readonly HostOperation[],
): OperationGroup {
  const { groupId: id, tool, kind, version, createdBy, createdAt, hosts } = row
  const { waiting, executing, successful, failed, cancelled } = row
  return {
    id,
    tool,
    kind,
    version,
    state: groupState(operationStates.filter(state => row[state] > 0)),
    hosts,
    counts: { waiting, executing, successful, failed, cancelled },
    problems: problems.flatMap(each => (each.groupId === id ? [{ code: each.code, hosts: each.hosts }] : [])),
    only: only.find(operation => operation.groupId === id) ?? null,
    createdBy,
    createdAt,
  }
}
