/** A peer: how it is installed, how it puts the common load on the target, and where its percentiles are read. */
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
  /** null where the generator does not report it. */
  readonly p95: number | null
  readonly p99: number
}

/** Output of a finished generator. */
export interface Output {
  readonly stdout: string
  readonly stderr: string
  readonly folder: string
}

/** A peer that is ready to run. */
export interface InstalledPeer {
  readonly version: string
  /** Writes the peer's files and returns what to run. */
  prepare(job: Job): Promise<Command>
  /** Percentiles over its whole run, warm-up included; null when its output does not contain them. */
  readPercentiles(output: Output): Promise<Percentiles | null>
}

export interface Peer {
  readonly name: string
  /** A description of what it does per request. */
  readonly work: string
  /** Smallest aimed ratio of Pone's throughput to the peer's, or null without an aim. */
  readonly aim: number | null
  /** A peer with a just-in-time compiler gets a longer warm-up. */
  readonly compilesAtRunTime: boolean
  /** @throws Error with the reason why it cannot be installed here */
  install(installer: Installer): Promise<InstalledPeer>
}

/** What peers with scenario semantics all do per request. */
export const fullWork =
  'GET with a variable in the URL, checks status and body text, extracts a JSON field, reports percentiles'
/** What plain load generators do per request. */
export const plainWork = 'GET of one fixed URL, no checks, no extraction, reports percentiles'
