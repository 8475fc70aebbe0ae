/** Checks of a host: reachability, host key, and facts. */
import type { Host, HostAccess, HostFacts, Problem } from '@pone/contract/entities/host.ts'
import { AppError } from '@pone/contract/errors.ts'
import { canonicalAddress } from '@pone/schema/network-address.ts'
import { type HostKey, SshError } from '../../adapters/ssh-error.ts'
import { givenCredential, openCredential } from './credential.ts'
import type { HostRow } from './host.repository.ts'
import { HostFailure, type Reach, reachOf, readRemoteFacts, withContact } from './host-contact.ts'
import { describeHost, findHost, type HostServiceDeps } from './host-record.ts'
import { type Candidate, checkMachine } from './machine-check.ts'
import { settingsOf } from './settings.ts'

export interface ContactResult {
  readonly fingerprint: string | null
  readonly keyType: string
  readonly pinned: string | null
  readonly facts: HostFacts | null
  readonly problem: Problem | null
}

/** Checks of a host. */
export function hostChecks(deps: HostServiceDeps) {
  const { secrets, hosts, now } = deps

  return {
    /** Omitted fields are taken from the stored host. Expected problems are part of the result. */
    test: async (
      access: HostAccess,
      { id, fingerprint }: { id: string | null; fingerprint: string | null },
    ): Promise<ContactResult> => {
      const stored = id === null ? null : await findHost(deps, null, id)
      const isSamePlace =
        stored?.address === canonicalAddress(access.address) && stored.ssh_port === access.sshPort
      const pinned = isSamePlace ? stored.host_key : null
      const credential =
        givenCredential(access) ??
        (stored === null ? null : openCredential(secrets, stored.sealed_credential, access.auth))
      if (credential === null)
        return {
          fingerprint: null,
          keyType: '',
          pinned,
          facts: null,
          problem: { code: 'credentialLost', detail: '' },
        }
      const reach: Reach = {
        host: access.address,
        port: access.sshPort,
        user: access.sshUser,
        usesSudo: access.usesSudo,
        credential,
        pinned: fingerprint ?? pinned,
      }
      const { agentInstallPath } = stored === null ? settingsOf({ settings: {} }) : settingsOf(stored)
      const candidate = { id, address: access.address, usesSudo: access.usesSudo, agentInstallPath }
      const result = await contact(reach, candidate, { hosts, now })
      if (stored !== null && isSamePlace && result.facts !== null && pinned !== null)
        await hosts.setFacts(stored.id, result.facts)
      return { ...result, pinned }
    },
    trust: async (id: string, fingerprint: string): Promise<Host> => {
      await findHost(deps, null, id)
      await hosts.update(id, { host_key: fingerprint })
      return describeHost(deps, await findHost(deps, null, id))
    },
    /** @throws AppError HostUnreachable */
    refresh: async (id: string): Promise<Host> => {
      const row = await findHost(deps, null, id)
      try {
        await hosts.setFacts(id, await readFacts(deps, row))
      } catch (cause) {
        if (!(cause instanceof HostFailure)) throw cause
        throw new AppError('HostUnreachable', { detail: cause.problem.code }, { cause })
      }
      return describeHost(deps, await findHost(deps, null, id))
    },
  }
}

/** Facts from the agent when it is online, else by SSH. */
const readFacts = async (
  { link, line, now, secrets }: Pick<HostServiceDeps, 'link' | 'line' | 'now' | 'secrets'>,
  row: HostRow,
): Promise<HostFacts> => {
  if (row.agent_id !== null && link.isOnline(row.agent_id)) {
    const { facts } = await line.ask(row.agent_id, { about: 'facts' })
    return { ...facts, at: now() }
  }
  if (!row.has_ssh) throw new HostFailure('agentOffline', '')
  return withContact(reachOf(row, secrets), undefined, contact => readRemoteFacts(contact, now))
}

/** Facts are returned even if something prevents an installation of the agent. */
async function contact(
  reach: Reach,
  candidate: Candidate,
  { hosts, now }: Pick<HostServiceDeps, 'hosts' | 'now'>,
): Promise<Omit<ContactResult, 'pinned'>> {
  let facts: HostFacts | null = null
  let hostKey: HostKey | null = null
  try {
    await withContact(reach, undefined, async opened => {
      ;({ hostKey } = opened.session)
      facts = await readRemoteFacts(opened, now)
      await checkMachine(opened, candidate, { hosts, namesOwner: true })
    })
    return { ...shown(hostKey), facts, problem: null }
  } catch (cause) {
    if (!(cause instanceof HostFailure)) throw cause
    if (cause.cause instanceof SshError) ({ hostKey } = cause.cause)
    return { ...shown(hostKey), facts, problem: cause.problem }
  }
}

const shown = (hostKey: HostKey | null) => ({
  fingerprint: hostKey?.fingerprint ?? null,
  keyType: hostKey?.type ?? '',
})
