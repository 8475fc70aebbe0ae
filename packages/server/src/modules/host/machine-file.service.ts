/** Log and configuration files of hosts, read and written through their agents; previous contents are stored. */
import { AppError } from '@pone/contract/errors.ts'
import { maxLogPartBytes } from '@pone/schema/limits.ts'
import type { ConfigVersionRepository } from './config-version.repository.ts'
import type { HostRepository, HostScope } from './host.repository.ts'
import { HostFailure } from './host-contact.ts'
import { type MachineLine, QueryRefused } from './machine-line.ts'

export type MachineFileService = ReturnType<typeof createMachineFileService>

export function createMachineFileService(deps: {
  hosts: HostRepository
  line: MachineLine
  versions: ConfigVersionRepository
  now: () => number
}) {
  const { hosts, line, versions, now } = deps
  /** @throws AppError NotFound, HostUnreachable, ConfigFileChanged */
  const ask = async <T>(
    scope: HostScope,
    hostId: string,
    work: (agentId: string) => Promise<T>,
  ): Promise<T> => {
    const host = await hosts.find(scope, hostId)
    if (host === undefined) throw new AppError('NotFound', { what: 'host' })
    if (host.agent_id === null) throw new AppError('HostUnreachable', { detail: 'agentMissing' })
    try {
      return await work(host.agent_id)
    } catch (cause) {
      if (cause instanceof HostFailure)
        throw new AppError('HostUnreachable', { detail: cause.problem.code }, { cause })
      if (!(cause instanceof QueryRefused)) throw cause
      if (cause.reason === 'changed') throw new AppError('ConfigFileChanged', {}, { cause })
      if (cause.reason === 'notFound' || cause.reason === 'notAllowed')
        throw new AppError('NotFound', { what: 'machineFile' }, { cause })
      throw new AppError('HostUnreachable', { detail: cause.message }, { cause })
    }
  }
  return {
    javaProcesses: (scope: HostScope, hostId: string) =>
      ask(scope, hostId, async agent => (await line.ask(agent, { about: 'javaProcesses' })).processes),
    logFiles: (scope: HostScope, hostId: string) =>
      ask(scope, hostId, async agent => (await line.ask(agent, { about: 'logFiles' })).files),
    readLog: (scope: HostScope, hostId: string, { path, from }: { path: string; from: number | null }) =>
      ask(scope, hostId, async agent => {
        const part = await line.ask(agent, { about: 'readLog', path, from, maxBytes: maxLogPartBytes })
        return { text: part.text, from: part.from, to: part.to, sizeBytes: part.sizeBytes }
      }),
    configFiles: (scope: HostScope, hostId: string) =>
      ask(scope, hostId, async agent => (await line.ask(agent, { about: 'configFiles' })).files),
    readConfig: (scope: HostScope, hostId: string, path: string) =>
      ask(scope, hostId, async agent => {
        const { content, sha256 } = await line.ask(agent, { about: 'readConfig', path })
        return { content, sha256, previous: await versions.list(hostId, path) }
      }),
    /** Returns the previous content and the new checksum. */
    saveConfig: (
      scope: HostScope,
      by: string,
      file: { hostId: string; path: string; sha256: string; content: string },
    ) =>
      ask(scope, file.hostId, async agent => {
        const { hostId, path, sha256, content } = file
        const before = await line.ask(agent, { about: 'readConfig', path })
        const written = await line.ask(agent, { about: 'writeConfig', path, sha256, content })
        if (before.sha256 !== written.sha256)
          await versions.add({ hostId, path, content: before.content, savedAt: now(), savedBy: by })
        return { sha256: written.sha256 }
      }),
  }
}
