/** A recording by a proxy of the server or of an agent, as its owner sees it. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** Why a recording ended. */
export const recordingEnds = [
  'stopped',
  'timeLimit',
  'idle',
  'bytes',
  'exchanges',
  'fileFailed',
  /** Its process ended by itself; the end of its file may be missing. */
  'failed',
  'serverEnded',
  /** Its agent has ended or was without the server for too long: there is no file. */
  'machineLost',
] as const
export type RecordingEnd = (typeof recordingEnds)[number]

/** Bounds of a recording; each ends it. */
export const recordingBounds = {
  minutes: 60,
  idleMinutes: 15,
  /** Through the proxy, both directions together. */
  bytes: 512 * 1024 ** 2,
  requests: 20_000,
  /** How long its file is kept after its end. */
  keptMinutes: 60,
  /** Of a person in all projects: under way, and ended but neither imported nor discarded. */
  heldPerPerson: 5,
  /** How long the authority of a project stays without a recording, if somebody chose to keep it. */
  keptAuthorityDays: 30,
  /** Under way at the same time on a server. */
  atOnce: 10,
} as const

/** The latest that are listed; the file has all. */
export const maxListedExchanges = 2_000
/** Of one answer. */
export const maxExchangesPerAnswer = 500
export const maxRecordingHosts = 20

export const listedExchangeSchema = z.object({
  /** Position among all recorded ones, from 0. */
  index: z.int().min(0),
  /** Name of the transaction that it belongs to; null without one. */
  transaction: z.string().nullable(),
  method: z.string(),
  /** Without its query, which may hold secrets. */
  url: z.string(),
  /** 0 without a response. */
  status: z.int().min(0),
  /** Without its parameters, in lower case. */
  contentType: z.string(),
  durationMs: z.number().min(0),
})
export type ListedExchange = z.infer<typeof listedExchangeSchema>

/** What it takes to connect; only while the recording is under way. */
const recordingAccessSchema = z.object({
  /** Of the machine that the proxy runs on; null: the server's own. */
  host: z.string().nullable(),
  /** Of the proxy. */
  port: z.int().min(1).max(65_535),
  /** Its user name is any. */
  password: z.string(),
  /** Addresses that may connect besides the server's own; null: any. */
  addresses: z.array(z.string()).nullable(),
  /** Of the project's authority, PEM. */
  certificate: z.string(),
  /** Of that certificate, SHA-256. */
  fingerprint: z.string(),
  /** The authority stays after the last recording of the project; else the next one has another. */
  isAuthorityKept: z.boolean(),
  /** Hash of the key of all recorded hosts, by which Chromium is told to accept it for one start. */
  hostKeyHash: z.string(),
  /** When the recording ends itself at the latest. */
  endsAt: z.int(),
})

export const proxyRecordingSchema = z.object({
  id: idSchema,
  /** Name of the machine that the proxy runs on; null: the server. */
  machine: z.string().nullable(),
  /** Recorded with all below them; empty: all. */
  hosts: z.array(z.string()),
  startedAt: z.int(),
  /** null: under way. */
  end: z.enum(recordingEnds).nullable(),
  /** When its file is removed; null while it is under way. */
  removedAt: z.int().nullable(),
  /** null after its end. */
  access: recordingAccessSchema.nullable(),
  requests: z.int().min(0),
  /** Name of the transaction that was marked last; null without one. */
  transaction: z.string().nullable(),
  /** From the wanted one on, in their order. */
  exchanges: z.array(listedExchangeSchema),
})
export type ProxyRecording = z.infer<typeof proxyRecordingSchema>
