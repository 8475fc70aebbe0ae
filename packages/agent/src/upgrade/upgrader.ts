/** Renews the agent: fetches the new version, tries it out, and hands over to it through the launcher, over any number of restarts. */

import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { UpgradeFailure, UpgradeState } from '@pone/contract/link/upgrade.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type Log } from '../log.ts'
import { checkBundle } from './bundle-check.ts'
import { FetchFailure, fetchPackage, type PackageSource } from './fetch-package.ts'
import { testBundle } from './self-test-process.ts'
import { UnpackFailure, unpackArchive } from './unpack.ts'
import type { PendingUpgrade, UpgradeFiles, UpgradeOrder, UpgradeOutcome } from './upgrade-files.ts'

/** How long a machine may be busy before the upgrade is given up, and how often it is looked at, ms. */
const busyPatienceMs = 24 * 3_600_000
const busyCheckMs = 1_000
const progressEveryMs = 1_000
/** An agent that dies over and over while it renews itself stops trying. */
const maxAttempts = 5

export interface Upgrader {
  /** Call once at the start: ends or takes up what an agent before this one began. */
  resume(): Promise<void>
  begin(order: UpgradeOrder): Promise<void>
  /** The server has welcomed this agent. */
  welcomed(): Promise<void>
  /** The server knows how it ended. */
  forget(upgradeId: string): Promise<void>
  close(): void
}

export interface UpgraderParts {
  readonly files: UpgradeFiles
  /** Folder of the bundle that this process runs from; null when it was started from a checkout. */
  readonly bundle: string | null
  readonly source: PackageSource
  /** Whether a run or anything else that must not be cut off is under way. */
  readonly isBusy: () => boolean
  readonly send: (message: AgentMessage) => boolean
  /** Ends this process so that the launcher starts the new version. */
  readonly restart: () => void
  readonly log: Log
}

interface Progress {
  readonly upgradeId: string
  readonly state: UpgradeState
  readonly receivedBytes: number
}

class Failure extends Error {
  readonly kind: UpgradeFailure
  constructor(kind: UpgradeFailure, cause: unknown) {
    super(errorText(cause))
    this.kind = kind
  }
}

export function createUpgrader(parts: UpgraderParts): Upgrader {
  const { files, bundle, log } = parts
  const closing = new AbortController()
  let progress: Progress | null = null
  let current: { readonly upgradeId: string; readonly end: AbortController } | null = null

  const announce = async (): Promise<void> => {
    if (progress !== null) {
      parts.send({ kind: 'upgradeProgress', ...progress, failure: null, detail: '' })
      return
    }
    const outcome = await files.outcome()
    if (outcome === null) return
    const { upgradeId, failure, detail } = outcome
    const state = failure === null ? 'installed' : 'failed'
    parts.send({ kind: 'upgradeProgress', upgradeId, state, receivedBytes: 0, failure, detail })
  }
  const enter = (order: UpgradeOrder, state: UpgradeState, receivedBytes = order.package.sizeBytes) => {
    progress = { upgradeId: order.upgradeId, state, receivedBytes }
    void announce()
  }
  const end = async (outcome: UpgradeOutcome): Promise<void> => {
    const { failure, detail } = outcome
    log(failure === null ? 'the upgrade is done' : `the upgrade failed: ${failure} ${detail}`)
    await files.setOutcome({ ...outcome, detail: detail.slice(0, 2_000) })
    await files.clearPending()
    progress = null
    await announce()
  }

  const idle = async (order: UpgradeOrder, signal: AbortSignal): Promise<void> => {
    if (!parts.isBusy()) return
    enter(order, 'waiting', 0)
    const deadline = performance.now() + busyPatienceMs
    while (parts.isBusy()) {
      if (performance.now() > deadline) throw new Failure('busy', 'the machine was busy for a day')
      await pause(busyCheckMs, undefined, { signal })
    }
  }

  const place = async (order: UpgradeOrder, archive: string): Promise<void> => {
    const target = files.folderOf(files.nameOf(order))
    const side = join(files.workFolder, 'unpacked')
    await rm(side, { recursive: true, force: true })
    try {
      await unpackArchive(archive, order.package.fileName, side)
      const [top, ...others] = await readdir(side)
      if (top === undefined || others.length > 0) throw new UnpackFailure('it is not one folder')
      const manifest = await checkBundle(join(side, top))
      if (manifest.type !== 'Agent' || manifest.version !== order.version)
        throw new UnpackFailure(`it is ${manifest.type} ${manifest.version}`)
      await rm(target, { recursive: true, force: true })
      await rename(join(side, top), target)
    } catch (cause) {
      throw new Failure('content', cause)
    } finally {
      await rm(side, { recursive: true, force: true })
      await rm(archive, { force: true })
    }
  }

  const carryOut = async (pending: PendingUpgrade, signal: AbortSignal): Promise<void> => {
    const name = files.nameOf(pending)
    await idle(pending, signal)
    enter(pending, 'pushing', 0)
    await files.prepare()
    await mkdir(files.workFolder, { recursive: true, mode: 0o700 })
    let reportedAt = performance.now()
    const archive = await fetchPackage(parts.source, pending.package, files.workFolder, {
      signal,
      onProgress: receivedBytes => {
        if (performance.now() - reportedAt < progressEveryMs) return
        reportedAt = performance.now()
        enter(pending, 'pushing', receivedBytes)
      },
    }).catch((cause: unknown) => {
      throw cause instanceof FetchFailure ? new Failure(cause.kind, cause) : cause
    })
    enter(pending, 'processing')
    await place(pending, archive)
    await testBundle(files.folderOf(name), pending.version, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new Failure('selfTest', cause)
    })
    await idle(pending, signal)
    enter(pending, 'starting')
    await files.setPending({ ...pending, phase: 'trial' })
    await files.switchTo(name)
    log(`handing over to version ${pending.version}`)
    parts.restart()
  }

  const run = async (pending: PendingUpgrade): Promise<void> => {
    const mine = { upgradeId: pending.upgradeId, end: new AbortController() }
    current = mine
    const signal = AbortSignal.any([mine.end.signal, closing.signal])
    try {
      await files.setPending(pending)
      await files.clearOutcome()
      await carryOut(pending, signal)
    } catch (cause) {
      if (signal.aborted) return
      const { upgradeId } = pending
      const failure = cause instanceof Failure ? cause.kind : 'other'
      await end({ upgradeId, failure, detail: errorText(cause) })
    } finally {
      if (current === mine) current = null
    }
  }

  return {
    resume: async () => {
      const pending = await files.pending()
      if (pending === null || bundle === null) return
      const name = files.nameOf(pending)
      // Whether it is this very process that is on trial shows when the server welcomes it.
      if (pending.phase === 'trial' && files.isRunning(bundle, name)) return
      const why = await files.fallBackFrom(name)
      const { upgradeId } = pending
      if (pending.phase === 'trial' && why !== null) {
        const failure = why === 'notConnected' ? 'notConnected' : 'notStarted'
        await end({ upgradeId, failure, detail: failure === 'notStarted' ? why : '' })
        return
      }
      if (pending.attempts >= maxAttempts) {
        await end({ upgradeId, failure: 'interrupted', detail: `${pending.attempts} attempts` })
        return
      }
      void run({ ...pending, attempts: pending.attempts + 1, phase: 'fetching' })
    },
    begin: async order => {
      if (current?.upgradeId === order.upgradeId) return announce()
      const { upgradeId } = order
      if (bundle === null) {
        const state = 'failed'
        parts.send({
          kind: 'upgradeProgress',
          upgradeId,
          state,
          receivedBytes: 0,
          failure: 'checkout',
          detail: '',
        })
        return
      }
      current?.end.abort()
      await files.prepare()
      if (files.isRunning(bundle, files.nameOf(order))) return end({ upgradeId, failure: null, detail: '' })
      void run({ ...order, attempts: 1, phase: 'fetching' })
    },
    welcomed: async () => {
      if (bundle !== null) {
        await files.prepare()
        await files.confirm()
        const pending = await files.pending()
        if (pending?.phase === 'trial' && files.isRunning(bundle, files.nameOf(pending)))
          await end({ upgradeId: pending.upgradeId, failure: null, detail: '' })
      }
      await announce()
    },
    forget: async upgradeId => {
      if ((await files.outcome())?.upgradeId === upgradeId) await files.clearOutcome()
    },
    close: () => closing.abort(),
  }
}
