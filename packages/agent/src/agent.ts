/** The agent as a whole: joins the server, carries out its commands, reports the machine's state. */
import { randomUUID } from 'node:crypto'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import { hasJava } from '@pone/jmeter/process/java.ts'
import type { Calibration } from './calibration/calibration.ts'
import type { DebugRegistry } from './debug/debug-registry.ts'
import type { Identity, IdentityStore } from './keys/identity.ts'
import { renewKey } from './keys/key-renewal.ts'
import { createCommandMemory } from './link/command-memory.ts'
import { createEpochGuard } from './link/epoch-guard.ts'
import { type Hello, type Link, openLink } from './link/link.ts'
import { refusalText } from './link/refusal-text.ts'
import type { ServerAddresses } from './link/server-addresses.ts'
import type { ServerTrust } from './link/server-trust.ts'
import { type Log, reasonOf } from './log.ts'
import { createStatusReader, readMachineFacts } from './machine/status.ts'
import type { FindJmeters } from './runs/jmeter-search.ts'
import { createRunLeases } from './runs/run-leases.ts'
import type { RunRegistry } from './runs/run-registry.ts'
import type { Settings } from './settings.ts'
import type { Tools } from './tools/tools.ts'
import type { Upgrader } from './upgrade/upgrader.ts'

const statusEveryMs = 2_000
type Command = Exclude<ServerMessage, { kind: 'welcome' | 'refused' | 'clockAnswer' }>

export interface Agent {
  readonly isOnline: boolean
  close(): void
}

/** What the process that started the agent may want to know. */
export type AgentEvent =
  | { readonly event: 'connected'; readonly agentId: string }
  | { readonly event: 'refused'; readonly reason: string }
  | { readonly event: 'fatal'; readonly message: string }

export interface AgentParts {
  readonly settings: Settings
  readonly version: string
  readonly servers: ServerAddresses
  readonly trust: ServerTrust
  readonly identities: IdentityStore
  /** Shared with the parts that have to prove who they are. */
  readonly own: { identity: Identity | null }
  readonly runs: RunRegistry
  readonly debugs: DebugRegistry
  readonly tools: Tools
  readonly calibration: Calibration
  readonly jmeters: FindJmeters
  readonly upgrader: Upgrader
  readonly outlet: Outlet
  readonly onEvent: (event: AgentEvent) => void
  /** The first join of this agent was refused, and another attempt would be too. */
  readonly onShutOut: (reason: string) => void
  readonly log: Log
}

/** Where parts that exist before the link put their messages. */
export interface Outlet {
  readonly send: (message: AgentMessage) => boolean
  /** An instant of this machine's clock by the server's. */
  readonly toServerTime: (at: number) => number
  connect(link: Link): void
}

export function createOutlet(): Outlet {
  let link: Link | null = null
  return {
    send: message => link?.send(message) ?? false,
    toServerTime: at => link?.clock.toServer(at) ?? at,
    connect: to => {
      link = to
    },
  }
}

/** Starts dialling; `own.identity` holds what the store had. */
export function startAgent(parts: AgentParts): Agent {
  const { settings, own, runs, debugs, log } = parts
  const incarnation = randomUUID()
  const isNew = createCommandMemory()
  const isFirstJoin = own.identity === null
  const isCurrentEpoch = createEpochGuard()
  const readStatus = createStatusReader(settings.dataFolder)

  const hello = async (): Promise<Hello> => ({
    kind: 'hello',
    ...(own.identity === null ? { token: settings.joinToken } : own.identity),
    name: settings.name,
    ...readMachineFacts(),
    version: parts.version,
    incarnation,
    runs: runs.list(),
  })

  const execute = async (command: Command): Promise<void> => {
    switch (command.kind) {
      case 'prepareRun':
        if (own.identity === null) return
        parts.calibration.cancel()
        await runs.prepare(own.identity.agentId, command)
        return leases.confirm(command.plan.runId)
      case 'startRun':
        return runs.find(command.runId)?.start(link.clock.toLocal(command.startAt))
      case 'addShare':
        if (own.identity === null) return
        parts.calibration.cancel()
        await runs.addShare(own.identity.agentId, command, link.clock.toLocal(command.startAt))
        return leases.confirm(command.plan.runId)
      case 'retireShares':
        return runs.find(command.runId)?.retire(command.shareIds)
      case 'resumeRun':
        return leases.confirm(command.runId)
      case 'coordinate':
        return runs.find(command.runId)?.coordinate(command)
      case 'changeLoad':
        return runs.find(command.runId)?.changeLoad(command.load)
      case 'stopRun':
        return runs.find(command.runId)?.stop(command.force)
      case 'ackBatches':
        return runs.find(command.runId)?.acknowledge(command.workerId, command.seq)
      case 'forgetRun':
        return runs.forget(command.runId)
      case 'startDebug':
      case 'startJmeterTrial':
        return debugs.start(command)
      case 'stopDebug':
        return debugs.stop(command.debugId)
      case 'toolOperation':
      case 'cancelToolOperation':
      case 'forgetToolOperation':
      case 'machineQuery':
        return parts.tools.handle(command)
      case 'agentSettings':
        return reportEvery(command.statusEveryMs)
      case 'renewKey':
        return renewKey(command.key, {
          own,
          identities: parts.identities,
          send: message => link.send(message),
        })
      case 'upgradeAgent':
        return parts.upgrader.begin(command)
      case 'forgetUpgrade':
        return parts.upgrader.forget(command.upgradeId)
    }
  }
  const handle = (command: Command) => {
    const isCurrent = isCurrentEpoch(command)
    if ('id' in command) {
      link.send({ kind: 'received', id: command.id })
      if (!isNew(command.id)) return
    }
    if (!isCurrent) return
    void execute(command).catch((cause: unknown) => log(`${command.kind} failed: ${reasonOf(cause)}`))
  }

  const link: Link = openLink(
    parts,
    {
      hello,
      welcome: async ({ agentId, key }) => {
        if (key !== undefined) {
          own.identity = { agentId, key }
          await parts.identities.write(own.identity)
        }
        log(`connected to ${parts.servers.current} as ${agentId}`)
        parts.onEvent({ event: 'connected', agentId })
      },
      refused: async reason => {
        log(`the server refuses this agent: ${refusalText(reason)}`)
        parts.onEvent({ event: 'refused', reason })
        if (isFirstJoin && own.identity === null) parts.onShutOut(reason)
        // What is shut out for good must not go on loading a target that nobody watches.
        if (reason === 'revoked') {
          const end = { cause: 'agentLost', detail: 'the key of this machine was revoked' } as const
          for (const run of runs.all()) run.stop(true, end)
        }
        // The server has never seen this identity (a new database, say); with a token the agent can join anew.
        if (reason === 'unknownAgent' && settings.joinToken !== undefined) {
          for (const run of runs.all()) await runs.forget(run.runId)
          own.identity = null
          await parts.identities.forget()
        }
      },
      opened: () => {
        leases.opened()
        for (const run of runs.all()) run.announce()
        parts.tools.announce()
        parts.upgrader
          .welcomed()
          .catch((cause: unknown) => log(`the upgrade cannot be ended: ${reasonOf(cause)}`))
      },
      message: handle,
    },
    log,
  )
  parts.outlet.connect(link)
  const leases = createRunLeases(
    () => runs.all(),
    () => link.lease.remainingMs,
  )

  const report = async () => {
    if (link.isOpen) {
      const { roundTripMs } = link.clock
      const line = roundTripMs === null ? {} : { roundTripMs }
      const versions = (await parts.jmeters()).map(({ version }) => version)
      const jmeter = { versions, hasJava: hasJava() }
      link.send({ kind: 'status', status: { ...(await readStatus()), ...line, jmeter } })
    }
  }
  let timer: NodeJS.Timeout | undefined
  const reportEvery = (everyMs: number) => {
    clearInterval(timer)
    timer = setInterval(() => {
      void report().catch((cause: unknown) => log(`the machine's state cannot be read: ${reasonOf(cause)}`))
    }, everyMs)
  }
  reportEvery(statusEveryMs)

  return {
    get isOnline() {
      return link.isOpen
    },
    close: () => {
      clearInterval(timer)
      leases.close()
      link.close()
    },
  }
}
