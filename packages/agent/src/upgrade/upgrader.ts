/** Upgrades the agent: fetches the new version, tests it, and switches to it through the launcher, over any number of restarts. */

import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { UpgradeFailure, UpgradeState } from '@pone/contract/link/upgrade.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { FetchFailure, fetchPackage, type PackageSource } from '../downloads/fetch-package.ts'
import { UnpackFailure, unpackArchive } from '../downloads/unpack.ts'
import type { Log } from '../log.ts'
import { checkBundle } from './bundle-check.ts'
import { testBundle } from './self-test-process.ts'
import type { PendingUpgrade, UpgradeFiles, UpgradeOrder, UpgradeOutcome } from './upgrade-files.ts'

/** How long a busy machine is waited for before the upgrade is given up, and how often it is checked, ms. */
const maxBusyMs = 24 * 3_600_000
const busyCheckMs = 1_000
const progressEveryMs = 1_000
/** An agent that dies repeatedly during its upgrade stops trying. */
const maxAttempts = 5

export interface Upgrader {
  /** Called once at the start: ends or resumes what an earlier agent process began. */
  resume(): Promise<void>
  begin(order: UpgradeOrder): Promise<void>
  /** The server has accepted this agent. */
  welcomed(): Promise<void>
  /** The server has stored the upgrade's end. */
  forget(upgradeId: string): Promise<void>
  close(): void
}

export interface UpgraderParts {
  readonly files: UpgradeFiles
  /** Folder of the bundle that this process runs from; null when it was started from a checkout. */
  readonly bundle: string | null
  readonly source: PackageSource
  /** Whether a run or other work is running that must not be interrupted. */
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

export const createUpgrader = (parts: UpgraderParts): Upgrader => new BundleUpgrader(parts)

class BundleUpgrader implements Upgrader {
  readonly #parts: UpgraderParts
  readonly #closing = new AbortController()
  #progress: Progress | null = null
  #current: { readonly upgradeId: string; readonly end: AbortController } | null = null

  constructor(parts: UpgraderParts) {
    this.#parts = parts
  }

  async resume(): Promise<void> {
    const { files, bundle } = this.#parts
    const pending = await files.pending()
    if (pending === null || bundle === null) return
    const { upgradeId, phase, attempts } = pending
    const name = files.nameOf(pending)
    // Whether the process on trial succeeds is decided when the server accepts it.
    if (phase === 'trial' && files.isRunning(bundle, name)) return
    const why = await files.fallBackFrom(name)
    if (phase === 'trial' && why !== null) {
      const failure = why === 'notConnected' ? 'notConnected' : 'notStarted'
      return this.#end({ upgradeId, failure, detail: failure === 'notStarted' ? why : '' })
    }
    if (attempts >= maxAttempts)
      return this.#end({
        upgradeId,
        failure: 'interrupted',
        detail: toldCause('attemptsMade', { count: attempts }),
      })
    void this.#run({ ...pending, attempts: attempts + 1, phase: 'fetching' })
  }

  async begin(order: UpgradeOrder): Promise<void> {
    const { files, bundle } = this.#parts
    const { upgradeId } = order
    if (this.#current?.upgradeId === upgradeId) return this.#announce()
    if (bundle === null) return this.#reportEnd({ upgradeId, failure: 'checkout', detail: '' })
    this.#current?.end.abort()
    await files.prepare()
    if (files.isRunning(bundle, files.nameOf(order)))
      return this.#end({ upgradeId, failure: null, detail: '' })
    void this.#run({ ...order, attempts: 1, phase: 'fetching' })
  }

  async welcomed(): Promise<void> {
    const { files, bundle } = this.#parts
    if (bundle !== null) {
      await files.prepare()
      await files.confirm()
      const pending = await files.pending()
      if (pending?.phase === 'trial' && files.isRunning(bundle, files.nameOf(pending)))
        await this.#end({ upgradeId: pending.upgradeId, failure: null, detail: '' })
    }
    await this.#announce()
  }

  async forget(upgradeId: string): Promise<void> {
    const { files } = this.#parts
    if ((await files.outcome())?.upgradeId === upgradeId) await files.clearOutcome()
  }

  close(): void {
    this.#closing.abort()
  }

  async #run(pending: PendingUpgrade): Promise<void> {
    const { files } = this.#parts
    const { upgradeId } = pending
    const own = { upgradeId, end: new AbortController() }
    this.#current = own
    const signal = AbortSignal.any([own.end.signal, this.#closing.signal])
    try {
      await files.setPending(pending)
      await files.clearOutcome()
      await this.#carryOut(pending, signal)
    } catch (cause) {
      if (signal.aborted) return
      const failure = cause instanceof Failure ? cause.kind : 'other'
      await this.#end({ upgradeId, failure, detail: errorText(cause) })
    } finally {
      if (this.#current === own) this.#current = null
    }
  }

  /** Waits for the machine, fetches, unpacks and tests the new version, and starts it. */
  async #carryOut(pending: PendingUpgrade, signal: AbortSignal): Promise<void> {
    const { files, log, restart } = this.#parts
    const name = files.nameOf(pending)
    await this.#awaitIdle(pending, signal)
    const archive = await this.#fetch(pending, signal)
    this.#enter(pending, 'processing')
    await this.#unpack(pending, archive)
    await testBundle(files.folderOf(name), pending.version, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new Failure('selfTest', cause)
    })
    await this.#awaitIdle(pending, signal)
    this.#enter(pending, 'starting')
    await files.setPending({ ...pending, phase: 'trial' })
    await files.switchTo(name)
    log(`handing over to version ${pending.version}`)
    restart()
  }

  async #awaitIdle(order: UpgradeOrder, signal: AbortSignal): Promise<void> {
    const { isBusy } = this.#parts
    if (!isBusy()) return
    this.#enter(order, 'waiting', 0)
    const deadline = performance.now() + maxBusyMs
    while (isBusy()) {
      if (performance.now() > deadline) throw new Failure('busy', toldCause('busyForDay'))
      await pause(busyCheckMs, undefined, { signal })
    }
  }

  /** Returns the path of the archive. */
  async #fetch(pending: PendingUpgrade, signal: AbortSignal): Promise<string> {
    const { files, source } = this.#parts
    this.#enter(pending, 'pushing', 0)
    await files.prepare()
    await mkdir(files.workFolder, { recursive: true, mode: 0o700 })
    let reportedAt = performance.now()
    const onProgress = (receivedBytes: number) => {
      if (performance.now() - reportedAt < progressEveryMs) return
      reportedAt = performance.now()
      this.#enter(pending, 'pushing', receivedBytes)
    }
    try {
      return await fetchPackage(source, pending.package, files.workFolder, { signal, onProgress })
    } catch (cause) {
      throw cause instanceof FetchFailure ? new Failure(cause.kind, cause) : cause
    }
  }

  /** Unpacks the bundle of the archive into its folder, and removes the archive. */
  async #unpack(order: UpgradeOrder, archive: string): Promise<void> {
    const { files } = this.#parts
    const target = files.folderOf(files.nameOf(order))
    const side = join(files.workFolder, 'unpacked')
    await rm(side, { recursive: true, force: true })
    try {
      await unpackArchive(archive, order.package.fileName, side)
      const [top, ...others] = await readdir(side)
      if (top === undefined || others.length > 0) throw new UnpackFailure(toldCause('notOneFolder'))
      const manifest = await checkBundle(join(side, top))
      if (manifest.type !== 'Agent' || manifest.version !== order.version)
        throw new UnpackFailure(toldCause('otherPackage', { type: manifest.type, version: manifest.version }))
      await rm(target, { recursive: true, force: true })
      await rename(join(side, top), target)
    } catch (cause) {
      throw new Failure('content', cause)
    } finally {
      await rm(side, { recursive: true, force: true })
      await rm(archive, { force: true })
    }
  }

  #enter(order: UpgradeOrder, state: UpgradeState, receivedBytes = order.package.sizeBytes): void {
    this.#progress = { upgradeId: order.upgradeId, state, receivedBytes }
    void this.#announce()
  }

  async #end(outcome: UpgradeOutcome): Promise<void> {
    const { files, log } = this.#parts
    const { failure, detail } = outcome
    log(
      failure === null ? 'the upgrade is done' : `the upgrade failed: ${failure} ${causeText(detail, 'en')}`,
    )
    await files.setOutcome({ ...outcome, detail: detail.slice(0, 2_000) })
    await files.clearPending()
    this.#progress = null
    await this.#announce()
  }

  /** Reports the running upgrade, or how the last one ended. */
  async #announce(): Promise<void> {
    if (this.#progress !== null) {
      this.#parts.send({ kind: 'upgradeProgress', ...this.#progress, failure: null, detail: '' })
      return
    }
    const outcome = await this.#parts.files.outcome()
    if (outcome !== null) this.#reportEnd(outcome)
  }

  #reportEnd({ upgradeId, failure, detail }: UpgradeOutcome): void {
    const state = failure === null ? 'installed' : 'failed'
    this.#parts.send({ kind: 'upgradeProgress', upgradeId, state, receivedBytes: 0, failure, detail })
  }
}
