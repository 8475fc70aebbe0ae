/** Executes by SSH the operations that an agent cannot do itself: installing, starting, stopping and removing the agent. */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deploymentCauses } from '@pone/contract/causes/deployment.ts'
import type { HostProblem } from '@pone/contract/entities/host.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { type CommandResult, quoted, UploadError } from '../../adapters/ssh-session.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { agentIdFunction, findPrefix } from './agent-place.ts'
import { type Execute, type Execution, Released } from './execution.ts'
import type { HostRepository } from './host.repository.ts'
import { type Contact, HostFailure, reachOf, readRemoteFacts, withContact } from './host-contact.ts'
import { candidateOf, checkMachine, type MachineCheck } from './machine-check.ts'
import type { OperationEnd } from './operation-queue.repository.ts'
import { withPlaces } from './package-places.ts'
import type { Machines, Packages, ToolPackage } from './ports.ts'
import { type ServerAuthority, trustOf } from './server-trust.ts'
import { settingsOf } from './settings.ts'

const scriptTimeoutMs = 180_000
const quickTimeoutMs = 60_000
/** Time limit for a started agent to connect, ms. */
const joinPatienceMs = 60_000
const joinLookMs = 500
/** Required disk space for the bundle, packed and unpacked, as a multiple of the package size. */
const roomFactor = 6

export interface SshExecutionDeps {
  readonly link: Pick<AgentLink, 'isOnline'>
  readonly hosts: HostRepository
  readonly machines: Machines
  readonly packages: Packages
  readonly usePackage: (operationId: string, packageId: string) => Promise<void>
  readonly secrets: SecretBox
  /** Address of this server for machines without a configured one. */
  readonly serverUrl: () => string
  /** How machines verify this server, if its certificate is not trusted by default. */
  readonly authority: () => ServerAuthority
  /** Sends the settings to an agent that has connected. */
  readonly greet: (agentId: string) => Promise<void>
  readonly now: () => number
}

export function createSshExecution(deps: SshExecutionDeps): Execute {
  return async begun => {
    const execution = begun.operation.kind === 'install' ? begun : await atInstalledPlace(begun, deps)
    const { operation, host, signal } = execution
    if (operation.kind === 'push')
      throw new HostFailure('unexpected', 'the agent is pushed with its installation')
    const reach = reachOf(host, deps.secrets)
    execution.report.step('connect')
    execution.report.line(
      toldCause('connectingTo', { user: host.ssh_user, address: host.address, port: host.ssh_port }),
    )
    return withContact(reach, signal, contact => {
      execution.report.line(toldCause('hostKeyIs', { fingerprint: contact.session.hostKey.fingerprint }))
      switch (operation.kind) {
        case 'install':
          return install(contact, execution, deps)
        case 'start':
        case 'stop':
          return startOrStop(contact, execution, deps)
        default:
          return uninstall(contact, execution, deps)
      }
    })
  }
}

/** Until it is installed again, an agent stays in its folder, even if another folder has been configured since. */
async function atInstalledPlace(execution: Execution, { hosts }: SshExecutionDeps): Promise<Execution> {
  const { host, report } = execution
  const there = (await hosts.toolsOf([host.id])).find(row => row.tool === 'Agent')
  const settings = settingsOf(host)
  if (there === undefined || there.path === settings.agentInstallPath) return execution
  report.line(toldCause('agentElsewhere', { folder: there.path || deploymentCauses.usualFolder }), 'warn')
  return { ...execution, host: { ...host, settings: { ...settings, agentInstallPath: there.path } } }
}

async function install(contact: Contact, begun: Execution, deps: SshExecutionDeps): Promise<OperationEnd> {
  const { operation, report, signal } = begun
  report.step('facts')
  const facts = await readRemoteFacts(contact, deps.now, signal)
  await deps.hosts.setFacts(begun.host.id, facts)
  report.line(
    toldCause('hostFacts', {
      system: facts.system,
      architecture: facts.architecture,
      cores: facts.cores,
      memory: toMegabytes(facts.memoryBytes),
      disk: toMegabytes(facts.diskFreeBytes),
      java: facts.javaVersion ?? '–',
    }),
  )
  const fitting = await deps.packages.fitting('Agent', facts.architecture, true)
  const wanted =
    operation.version === null ? fitting[0] : fitting.find(each => each.version === operation.version)
  if (wanted === undefined) throw new HostFailure('noPackage', `Agent (${facts.architecture})`)
  const execution = await takeOver(begun, wanted, deps)
  const { host } = execution
  const from = await findFormer(execution, deps)
  if (from === null && (await findRunning(execution, wanted, deps))) {
    report.line(toldCause('agentInstalledAlready', { version: wanted.version }))
    return { state: 'successful', note: 'alreadyInstalled' }
  }
  const check = await checkMachine(contact, candidateOf(host), { hosts: deps.hosts, signal })
  if (from !== null)
    report.line(
      toldCause('agentMoves', { from: from.path || deploymentCauses.usualFolder, to: check.prefix }),
    )
  await deps.usePackage(operation.id, wanted.id)
  const token = await deps.machines.joinToken(host.name, operation.created_by, host.agent_id)
  // A separate temporary folder per attempt, removed in every case.
  const folder = `/tmp/pone-install-${randomUUID()}`
  try {
    await bring(contact, execution, { wanted, folder, deps })
    await runInstaller(contact, execution, { wanted, folder, token: token.token, from, deps })
    await awaitAgent(contact, execution, deps)
  } catch (cause) {
    // A server that stops hands the operation to the next one, which continues it.
    if (!(signal.aborted && signal.reason instanceof Released)) await undo(contact, execution, check)
    if (cause instanceof UploadError)
      throw new HostFailure(isFull(cause.message) ? 'diskFull' : 'script', cause.message, { cause })
    throw cause
  } finally {
    await deps.machines.revokeJoinToken(token.id)
    await contact
      .runAsRoot(`rm -rf ${folder}`, { timeoutMs: quickTimeoutMs })
      .catch(() => report.line(toldCause('folderKept', { folder }), 'warn'))
  }
  await deps.hosts.dropTool(host.id, 'Agent', null)
  await deps.hosts.putTool({
    host_id: host.id,
    tool: 'Agent',
    version: wanted.version,
    path: settingsOf(host).agentInstallPath,
    is_started: true,
    installed_at: deps.now(),
  })
  return { state: 'successful', note: '' }
}

/** The execution with the package's folders, where the host has no setting of its own. */
async function takeOver(
  execution: Execution,
  wanted: ToolPackage,
  { hosts }: SshExecutionDeps,
): Promise<Execution> {
  const { host } = execution
  const own = settingsOf(host)
  const settings = withPlaces(own, 'Agent', wanted.places)
  if (settings === own) return execution
  await hosts.setSettings(host.id, settings)
  return { ...execution, host: { ...host, settings } }
}

/** The agent's present folder, if it differs from the settings; null otherwise. */
async function findFormer(
  { host }: Execution,
  { hosts }: SshExecutionDeps,
): Promise<{ readonly path: string } | null> {
  const former = (await hosts.toolsOf([host.id])).find(row => row.tool === 'Agent')
  if (former === undefined || former.path === settingsOf(host).agentInstallPath) return null
  return { path: former.path }
}

/** Rolls back a failed or cancelled installation; an agent that existed before stays. */
async function undo(contact: Contact, execution: Execution, { isFresh }: MachineCheck): Promise<void> {
  const { report } = execution
  if (!isFresh) return
  report.line(toldCause('removingPartly'))
  const how = { purges: true, signal: AbortSignal.timeout(scriptTimeoutMs) }
  await remove(contact, execution, how).catch((cause: unknown) => report.line(errorText(cause), 'warn'))
}

/** True when the host's agent already has this version, so that nothing is to be done. */
async function findRunning(
  { host }: Execution,
  wanted: ToolPackage,
  { link, machines }: SshExecutionDeps,
): Promise<boolean> {
  const { agent_id: agentId } = host
  if (agentId === null || !link.isOnline(agentId)) return false
  return (await machines.all()).some(each => each.id === agentId && each.version === wanted.version)
}

async function bring(
  contact: Contact,
  { host, report, signal }: Execution,
  { wanted, folder, deps }: { wanted: ToolPackage; folder: string; deps: SshExecutionDeps },
): Promise<void> {
  const { session } = contact
  const made = await session.run(`mkdir -m 700 ${folder}`, { timeoutMs: quickTimeoutMs, signal })
  assertDone(made, 'script')
  await assertRoom(contact, folder, { wanted, signal })
  await assertRoom(contact, '$prefix', {
    wanted,
    signal,
    prelude: findPrefix(settingsOf(host).agentInstallPath),
  })
  report.step('upload', 0)
  report.line(toldCause('uploadingPackage', { file: wanted.fileName, bytes: wanted.sizeBytes }))
  const archive = `${folder}/agent.tar.gz`
  await session.upload(await deps.packages.open(wanted.id), archive, {
    signal,
    onProgress: sent01 => report.step('upload', sent01),
  })
  report.step('unpack')
  const sum = await session.run(`sha256sum ${archive}`, { timeoutMs: quickTimeoutMs, signal })
  assertDone(sum, 'script')
  if (!sum.stdout.startsWith(wanted.sha256)) throw new HostFailure('checksum', sum.stdout.trim())
  report.line(toldCause('checksumRight', { checksum: wanted.sha256 }))
  report.line(toldCause('unpackingInto', { folder }))
  const unpacked = await session.run(`cd ${folder} && tar -xzf agent.tar.gz && rm agent.tar.gz`, {
    timeoutMs: scriptTimeoutMs,
    signal,
  })
  assertDone(unpacked, 'badPackage')
}

/** Checked before the upload. @throws HostFailure diskFull */
async function assertRoom(
  contact: Contact,
  folder: string,
  { wanted, signal, prelude = ':' }: { wanted: ToolPackage; signal: AbortSignal; prelude?: string },
): Promise<void> {
  const neededBytes = wanted.sizeBytes * roomFactor
  const { stdout } = await contact.runAsRoot(
    `${prelude}
    at="${folder}"; while [ ! -d "$at" ]; do at=$(dirname "$at"); done
    df -Pk "$at" | awk 'NR == 2 {print $4}'; echo "$at"`,
    { timeoutMs: quickTimeoutMs, signal },
  )
  const [freeText = '', place = folder] = stdout.trim().split('\n')
  const freeBytes = Number(freeText) * 1_024
  if (freeBytes < neededBytes)
    throw new HostFailure(
      'diskFull',
      `${place}: ${toMegabytes(freeBytes)} MB < ${toMegabytes(neededBytes)} MB`,
    )
}

const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 ** 2)

async function runInstaller(
  contact: Contact,
  { host, report, signal }: Execution,
  {
    wanted,
    folder,
    token,
    from,
    deps,
  }: {
    wanted: ToolPackage
    folder: string
    token: string
    from: { readonly path: string } | null
    deps: SshExecutionDeps
  },
): Promise<void> {
  const settings = settingsOf(host)
  const options = [
    ['--server', settings.serverUrl === '' ? deps.serverUrl() : settings.serverUrl],
    ['--name', host.name],
    ...(settings.agentInstallPath === '' ? [] : [['--prefix', settings.agentInstallPath]]),
    ...(settings.agentLogPath === '' ? [] : [['--log', settings.agentLogPath]]),
    ...(settings.agentUser === '' ? [] : [['--user', settings.agentUser]]),
  ]
  const words = options.flatMap(([name = '', value = '']) => [name, quoted(value)]).join(' ')
  const trust = trustOf(settings.serverUrl, deps.authority(), folder)
  // Reported only while an agent is still installed: after a manual removal it is installed as new.
  const move =
    from === null ? '' : `${findPrefix(from.path)}; [ ! -f "$prefix/agent.env" ] || set -- --from "$prefix";`
  report.step('install')
  // The token is passed on standard input, because a command line is visible to every user of the machine.
  const result = await contact.runAsRoot(
    `IFS= read -r PONE_AGENT_TOKEN; export PONE_AGENT_TOKEN; ${move} ${trust.before} cd ${folder}/pone-agent-* && exec sh ./install.sh install ${words} ${trust.words} "$@"`,
    {
      input: `${token}\n`,
      timeoutMs: scriptTimeoutMs,
      signal,
      onLine: line => report.line(line),
    },
  )
  report.line(toldCause('installScriptEnded', { file: wanted.fileName, code: result.code ?? '–' }))
  // 5: installed, but not connected yet; the next step waits for the connection.
  if (result.code !== 0 && result.code !== 5) throw installerFailure(result)
}

/** @see deploy/agent/install.sh for its exit codes */
function installerFailure(result: CommandResult): HostFailure {
  const said = `${result.stdout}\n${result.stderr}`.trim().slice(-1_000)
  const codes: Readonly<Record<number, HostProblem>> = {
    3: 'unsupportedSystem',
    4: 'folderNotWritable',
    7: 'tokenRefused',
    8: 'foreignFolder',
  }
  const code = isFull(said) ? 'diskFull' : codes[result.code ?? -1]
  return new HostFailure(code ?? 'script', said)
}

/** Waits until the agent is connected; its id is in a file of its data folder. @throws HostFailure neverJoined */
async function awaitAgent(contact: Contact, execution: Execution, deps: SshExecutionDeps): Promise<void> {
  const { host, report, signal } = execution
  report.step('join')
  const script = `${agentIdFunction}
    ${findPrefix(settingsOf(host).agentInstallPath)}
    agent_id "$prefix"`
  const until = deps.now() + joinPatienceMs
  for (;;) {
    const { stdout } = await contact.runAsRoot(script, { timeoutMs: quickTimeoutMs, signal })
    const agentId = stdout.trim()
    if (agentId !== '' && deps.link.isOnline(agentId)) {
      await deps.hosts.linkAgent(host.id, agentId)
      await deps.greet(agentId)
      report.line(toldCause('agentHasId', { id: agentId }))
      return
    }
    if (deps.now() >= until) throw new HostFailure('neverJoined', await lastWords(contact, execution))
    await pause(joinLookMs, undefined, { signal })
  }
}

async function lastWords(contact: Contact, { host, signal }: Execution): Promise<string> {
  const script = `${findPrefix(settingsOf(host).agentInstallPath)}
    log=$(. "$prefix/agent.env" && printf '%s' "\${PONE_AGENT_LOG:-$prefix/agent.log}")
    tail -n 5 "$log" 2>/dev/null || journalctl -u pone-agent -n 5 --no-pager 2>/dev/null`
  const { stdout } = await contact.runAsRoot(script, { timeoutMs: quickTimeoutMs, signal })
  return stdout.trim().slice(-1_000)
}

async function startOrStop(
  contact: Contact,
  execution: Execution,
  deps: SshExecutionDeps,
): Promise<OperationEnd> {
  const { host, operation, report, signal } = execution
  const { kind } = operation
  const { agentInstallPath, agentUser } = settingsOf(host)
  report.step(kind)
  const user = agentUser === '' ? '' : ` --user ${quoted(agentUser)}`
  const result = await contact.runAsRoot(
    `${findPrefix(agentInstallPath)}
    [ -f "$prefix/app/install.sh" ] || exit 90
    exec sh "$prefix/app/install.sh" ${kind} --prefix "$prefix"${user}`,
    { timeoutMs: scriptTimeoutMs, signal, onLine: line => report.line(line) },
  )
  if (result.code === 90) throw new HostFailure('notInstalled', 'Agent')
  if (result.code !== 0 && result.code !== 5) throw installerFailure(result)
  if (kind === 'start') await awaitAgent(contact, execution, deps)
  await deps.hosts.startTool(host.id, 'Agent', kind === 'start' ? await versionOf(execution, deps) : null)
  return { state: 'successful', note: '' }
}

async function versionOf({ host }: Execution, { hosts }: SshExecutionDeps): Promise<string | null> {
  const rows = await hosts.toolsOf([host.id])
  return rows.find(row => row.tool === 'Agent')?.version ?? null
}

async function uninstall(
  contact: Contact,
  execution: Execution,
  deps: SshExecutionDeps,
): Promise<OperationEnd> {
  const { host, report, signal } = execution
  report.step('remove')
  const wasThere = await remove(contact, execution, { purges: false, signal })
  await deps.hosts.dropTool(host.id, 'Agent', null)
  return { state: 'successful', note: wasThere ? '' : 'notInstalled' }
}

/** Also removes remains of a killed installation. False when there was nothing. */
async function remove(
  contact: Contact,
  { host, report }: Execution,
  { purges, signal }: { purges: boolean; signal: AbortSignal },
): Promise<boolean> {
  const result = await contact.runAsRoot(
    `${findPrefix(settingsOf(host).agentInstallPath)}
    rm -rf "$prefix/app.new"
    [ -f "$prefix/app/install.sh" ] || exit 90
    cp "$prefix/app/install.sh" "$prefix/uninstall.sh" && sh "$prefix/uninstall.sh" uninstall --prefix "$prefix"${purges ? ' --purge' : ''}
    code=$?
    rm -f "$prefix/uninstall.sh"
    rmdir "$prefix" 2>/dev/null
    exit $code`,
    { timeoutMs: scriptTimeoutMs, signal, onLine: line => report.line(line) },
  )
  if (result.code === 90) return false
  if (result.code !== 0) throw installerFailure(result)
  return true
}

/** @throws HostFailure with the output of the command */
function assertDone(result: CommandResult, code: HostProblem): void {
  if (result.code === 0) return
  const said = `${result.stdout}\n${result.stderr}`.trim().slice(-1_000)
  throw new HostFailure(isFull(said) ? 'diskFull' : code, said)
}

const isFull = (said: string): boolean => /No space left|disk is full|quota exceeded/i.test(said)
