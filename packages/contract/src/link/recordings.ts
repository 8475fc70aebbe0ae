/** Family `recordings`: what an agent records on its machine, packets or requests through a proxy, and the file of it, which the server reads in pieces. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { bytesPerMegabyte, captureBounds, captureEnds, captureOrderSchema } from '../entities/capture.ts'
import { proxyReportSchema, proxyWishSchema } from './proxy.ts'

/** Of a file, in one message. */
export const maxPieceBytes = 256 * 1024
/** An agent that is not told for so long that a recording is still wanted ends and forgets it. */
export const recordingLeaseMs = 60_000

/** Of one message; of more requests the latest are told. */
export const maxReportsPerMessage = 500
/** Of the file of a proxy, which is the larger one. */
const maxPlace = 2 * 1024 ** 3
const placeSchema = z.int().min(0).max(maxPlace)

const maxRecordedBytes = captureBounds.megabytes.max * bytesPerMegabyte
const bytesSchema = z.int().min(0).max(maxRecordedBytes)
const packetsSchema = z.int().min(0).max(captureBounds.packets)

export const captureOutcomeSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('complete'),
    end: z.enum(captureEnds),
    packets: packetsSchema,
    bytes: bytesSchema,
    /** Packets that the machine could not keep up with; null: not known. */
    dropped: z.int().min(0).nullable(),
  }),
  /** `cause` is a coded text. */
  z.object({ state: z.literal('failed'), cause: z.string().max(8_000) }),
])
export type CaptureOutcome = z.infer<typeof captureOutcomeSchema>

export const recordings = {
  commands: [
    z.object({
      kind: z.literal('startCapture'),
      recordingId: idSchema,
      order: captureOrderSchema,
      /** Whether no other project may use the machine. */
      isOwn: z.boolean(),
    }),
    /** The authority of the project is made on the machine, and stays there. */
    z.object({
      kind: z.literal('startProxy'),
      recordingId: idSchema,
      projectId: idSchema,
      wish: proxyWishSchema,
    }),
    z.object({ kind: z.literal('markRecording'), recordingId: idSchema, title: z.string().max(200) }),
    z.object({ kind: z.literal('removeRecordingAuthority'), id: idSchema, projectId: idSchema }),
    /** It is still wanted; of one that is not known the agent reports that it is lost. */
    z.object({ kind: z.literal('keepRecording'), recordingId: idSchema }),
    z.object({ kind: z.literal('stopRecording'), recordingId: idSchema }),
    /** Asks for the piece of the ended file that begins there. */
    z.object({ kind: z.literal('readRecording'), recordingId: idSchema, from: placeSchema }),
    /** Ends it, if it is not over, and removes its file. */
    z.object({ kind: z.literal('forgetRecording'), recordingId: idSchema }),
  ],
  reports: [
    /** The first one says that packets are captured from now on. */
    z.object({
      kind: z.literal('captureProgress'),
      recordingId: idSchema,
      packets: packetsSchema,
      bytes: bytesSchema,
    }),
    /** Repeated whenever the server says that the recording is still wanted. */
    z.object({ kind: z.literal('captureEnded'), recordingId: idSchema, outcome: captureOutcomeSchema }),
    /** Also without reports, as the answer that it goes on; the end is repeated like that of a capture. */
    z.object({
      kind: z.literal('proxyReports'),
      recordingId: idSchema,
      reports: z.array(proxyReportSchema).max(maxReportsPerMessage),
    }),
    /** Asked for, but not known. */
    z.object({ kind: z.literal('recordingLost'), recordingId: idSchema }),
    z.object({
      kind: z.literal('recordingPiece'),
      recordingId: idSchema,
      from: placeSchema,
      /** base64; empty at the end of the file. */
      data: z.string().max(Math.ceil(maxPieceBytes / 3) * 4),
    }),
  ],
} as const
