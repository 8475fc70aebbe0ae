/** What a peer is: how it is installed, how it puts the common load on the target, and where it says its percentiles. */
import type { Installer } from '../install/install.ts'
import type { Command } from '../processes.ts'

/** Connections or virtual users of the common load. */
export const loadUsers = 64

/** One run of a peer. */
export interface Job {
  /** Address without a path. */
  readonly url: string
  readonly users: number
  readonly durationSeconds: number
  /** An empty folder for its files. */
  readonly folder: string
}

/** Response times as the generator reports them, ms. */
export interface Percentiles {
  readonly p50: number
  /** null where the generator does not tell it. */
  readonly p95: number | null
  readonly p99: number
}

/** What a generator left behind. */
export interface Output {
  readonly stdout: string
  readonly stderr: string
  readonly folder: string
}

/** A peer that is ready to run. */
export interface InstalledPeer {
  readonly version: string
  /** What to run, after its files have been written. */
  prepare(job: Job): Promise<Command>
  /** Percentiles over its whole run, warm-up included; null when its output does not tell them. */
  readPercentiles(output: Output): Promise<Percentiles | null>
}

export interface Peer {
  readonly name: string
  /** What it does per request, in words. */
  readonly work: string
  /** Smallest throughput of ours in terms of its, or null without an aim. */
  readonly aim: number | null
  /** A virtual machine that compiles while it runs gets a longer warm-up. */
  readonly compilesAtRunTime: boolean
  /** @throws Error with the reason why it cannot be installed here */
  install(installer: Installer): Promise<InstalledPeer>
}

/** What peers with scenario semantics all do per request. */
export const fullWork =
  'GET with a variable in the URL, checks status and body text, extracts a JSON field, reports percentiles'
/** What plain load makers do per request. */
export const plainWork = 'GET of one fixed URL, no checks, no extraction, reports percentiles'
