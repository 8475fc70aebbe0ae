/** Uploads in pieces: a file waits on the server, grows piece by piece, and is then named by the call that takes it in place of its file. */

import { done, idSchema, instantSchema } from '@pone/schema/common.ts'
import { uploadPieceBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { defineCall, signedIn } from '../call.ts'

const ofUpload = z.object({ id: idSchema })

/** How far an upload has come. */
export const uploadStatusSchema = z.object({
  id: idSchema,
  sizeBytes: z.int(),
  /** The next piece begins here; `sizeBytes` when the file is whole. */
  offsetBytes: z.int(),
  /** The upload is discarded then unless another piece comes before. */
  expiresAt: instantSchema,
})
export type UploadStatus = z.infer<typeof uploadStatusSchema>

export const uploadCalls = {
  /** Refused like the call that is to take the file: permission, project, kind of file and size are checked before a byte is sent. */
  begin: defineCall({
    path: '/upload/begin',
    summary: { zh: '开始分段上传', en: 'Begin an upload in pieces' },
    permission: signedIn,
    acceptsApiToken: true,
    input: z.object({
      /** Key `module.name` of the call that will take the file. */
      call: z.string().max(100),
      /** Project of that call, where it has one. */
      projectId: idSchema.nullable().default(null),
      name: z.string().min(1).max(500),
      sizeBytes: z.int().min(1),
    }),
    output: uploadStatusSchema,
  }),
  append: defineCall({
    path: '/upload/append',
    summary: { zh: '上传一段', en: 'Send the next piece of an upload' },
    permission: signedIn,
    acceptsApiToken: true,
    input: ofUpload.extend({
      offsetBytes: z.int().min(0),
      /** CRC-32 of the piece, eight hexadecimal digits. */
      crc32: z.string().regex(/^[0-9a-f]{8}$/),
    }),
    output: uploadStatusSchema,
    bytes: uploadPieceBytes,
  }),
  status: defineCall({
    path: '/upload/status',
    summary: { zh: '查询上传进度', en: 'See how far an upload has come' },
    permission: signedIn,
    acceptsApiToken: true,
    input: ofUpload,
    output: uploadStatusSchema,
  }),
  abort: defineCall({
    path: '/upload/abort',
    summary: { zh: '放弃上传', en: 'Discard an upload' },
    permission: signedIn,
    acceptsApiToken: true,
    input: ofUpload,
    output: done,
  }),
}
