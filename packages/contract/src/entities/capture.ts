/** A capture of packets by an agent on its machine, as the person sees it who ordered it. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** Who may have packets of a machine captured, as its owner decides: nobody; projects that have the machine for themselves; all that may use it. */
export const captureRights = ['off', 'own', 'all'] as const
export type CaptureRight = (typeof captureRights)[number]

export const captureProtocols = ['all', 'tcp', 'udp'] as const

/** Bounds of a capture; each ends it. */
export const captureBounds = {
  seconds: { min: 1, max: 600 },
  megabytes: { min: 1, max: 200 },
  packets: 1_000_000,
  /** How long its file is kept after its end. */
  keptMinutes: 60,
  /** Not ended, at the same time on a server. */
  atOnce: 10,
} as const

export const bytesPerMegabyte = 1_000_000

/** What is captured; there are no expressions, so that none can be injected. */
export const captureOrderSchema = z.object({
  /** One of the machine's; never like an option. */
  interface: z.string().regex(/^[^\s/-][^\s/]{0,63}$/),
  /** Packets from or to this address; null: all. */
  host: z.union([z.ipv4(), z.ipv6()]).nullable(),
  /** Packets from or to this port; null: all. */
  port: z.int().min(1).max(65_535).nullable(),
  protocol: z.enum(captureProtocols),
  seconds: z.int().min(captureBounds.seconds.min).max(captureBounds.seconds.max),
  megabytes: z.int().min(captureBounds.megabytes.min).max(captureBounds.megabytes.max),
})
export type CaptureOrder = z.infer<typeof captureOrderSchema>

/** Why a capture ended by itself or was ended. */
export const captureEnds = ['stopped', 'timeLimit', 'bytes', 'packets', 'programEnded'] as const

/** sending: the packets are on their way from the agent to the server. */
export const captureStates = ['starting', 'running', 'sending', 'complete', 'failed'] as const

export const captureSchema = z.object({
  id: idSchema,
  agentId: z.string(),
  /** Name of the machine. */
  machine: z.string(),
  order: captureOrderSchema,
  state: z.enum(captureStates),
  /** null before it has ended, and if it failed. */
  end: z.enum(captureEnds).nullable(),
  /** Coded text; '' unless it failed. */
  cause: z.string(),
  startedAt: z.int(),
  packets: z.int().min(0),
  /** Of the file, in whole packets. */
  bytes: z.int().min(0),
  /** Packets that the machine could not keep up with; null: not known. */
  dropped: z.int().min(0).nullable(),
  /** Of the bytes, those that the server has. */
  sentBytes: z.int().min(0),
  /** When its file is removed; null before its end. */
  removedAt: z.int().nullable(),
})
export type Capture = z.infer<typeof captureSchema>

export const captureInterfaceSchema = z.object({
  name: z.string().max(64),
  addresses: z.array(z.string().max(64)).max(100),
})
