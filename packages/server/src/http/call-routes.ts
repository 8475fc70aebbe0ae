/** Mounts every call of the registry: read, check, validate, handle, respond, record. */

import { Readable } from 'node:stream'
import type { Call } from '@pone/contract/call.ts'
import { allCalls } from '@pone/contract/calls/registry.ts'
import { outcomeOf } from '@pone/contract/entities/operation-record.ts'
import {
  administratorHeader,
  apiBase,
  languageHeader,
  tokenHeader,
  uploadIdField,
} from '@pone/contract/envelope.ts'
import { AppError } from '@pone/contract/errors.ts'
import { unknownFields } from '@pone/contract/unknown-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { contentDisposition } from '../calls/content-disposition.ts'
import { type ErrorTexts, toAppError } from '../calls/failure.ts'
import type { AllHandlers, Caller, FileAnswer, UploadedFile, WaitingUploads } from '../calls/handler.ts'
import type { Identity, ProjectAccess } from '../calls/identity.ts'
import type { OperationEntry } from '../calls/operation-entry.ts'
import { collectNotes } from './audit-notes.ts'
import { assertMaySend, strangerBodyBytes } from './body-limit.ts'
import type { Claim, Gate } from './gate.ts'
import { assertStorable } from './input-limits.ts'
import { languageOf } from './language.ts'
import { bytesOf, fieldsToInput, inputOf, queryOf } from './request-input.ts'
import { discardUpload, receiveUpload } from './upload.ts'

export interface CallRoutesOptions {
  readonly handlers: AllHandlers
  readonly gate: Gate
  readonly errorTexts: ErrorTexts
  readonly record: (entry: OperationEntry) => Promise<void>
  /** Uploads are stored here until their handler has settled. */
  readonly uploadFolder: string
  /** Files uploaded in pieces, for the call that uses them. */
  readonly uploads: WaitingUploads
  /** Calls per minute and address, by key `module.name`; calls that are not listed have no limit. */
  readonly ratesPerMinute: Readonly<Record<string, number>>
  /** Validates responses against the contract, so that tests find drift and leaked secrets. */
  readonly checksAnswers: boolean
}

type AnyHandler = (input: unknown, caller: Caller) => Promise<unknown>

/** State of a request while it is handled; filled step by step. */
interface Progress {
  identity?: Identity | undefined
  access?: ProjectAccess | undefined
  upload?: UploadedFile | undefined
  bytes?: Buffer | undefined
  /** Id of a file that was uploaded in pieces. */
  uploadId?: unknown
  /** No new attempt: the response of an earlier identical call is sent again, or that call is still running. */
  isRepetition?: boolean
}

export async function mountCalls(app: FastifyInstance, options: CallRoutesOptions): Promise<void> {
  const mount = (scope: FastifyInstance, { key, call }: (typeof allCalls)[number]): void => {
    const handle = handlerOf(options.handlers, key)
    const max = options.ratesPerMinute[key]
    scope.post(`${apiBase}${call.path}`, {
      ...(call.permission.kind === 'public' ? { bodyLimit: strangerBodyBytes } : {}),
      ...(isCompressed(call) ? { compress: compression } : {}),
      ...(max === undefined ? {} : { config: { rateLimit: { max, timeWindow: 60_000 } } }),
      preParsing: async request =>
        assertMaySend(call, request, { gate: options.gate, claim: claimOf(request) }),
      handler: (request, reply) => answerCall(call, handle, { key, options, request, reply }),
    })
  }
  for (const each of allCalls) if (each.call.bytes === undefined) mount(app, each)
  await app.register(async scope => {
    // The body is not read before the caller is authenticated.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    for (const each of allCalls) if (each.call.bytes !== undefined) mount(scope, each)
  })
}

/** Shorter answers than the threshold, in bytes, would gain less than their own head. */
const compression = { encodings: ['gzip' as const], threshold: 2_048 }

/**
 * The length of a compressed answer tells what it repeats. Calls without a session answer with tokens, and are sent as
 * they are. Others need a token in a header, which no foreign page can send. Files have formats of their own.
 */
const isCompressed = (call: Call): boolean => call.permission.kind !== 'public' && call.download !== true

/** The registry and the handlers have the same shape, which `AllHandlers` guarantees. */
function handlerOf(handlers: AllHandlers, key: string): AnyHandler {
  const [module = '', name = ''] = key.split('.')
  return (handlers as unknown as Record<string, Record<string, AnyHandler>>)[module]?.[name] as AnyHandler
}

interface Exchange {
  readonly key: string
  readonly options: CallRoutesOptions
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answerCall(call: Call, handle: AnyHandler, exchange: Exchange): Promise<unknown> {
  const { options, request, reply } = exchange
  const language = languageOf(request.headers[languageHeader])
  const claim = claimOf(request)
  const collected = collectNotes()
  const progress: Progress = {}
  const caller: Caller = {
    from: request.ip,
    language,
    audit: collected.notes,
    textOf: error => options.errorTexts.textOf(error, language),
    gone: goneOf(reply),
  }
  const report = (cause: unknown, reference: string): void =>
    request.log.error({ err: cause, reference, path: call.path }, 'operation failed')
  const record = async (error: AppError | null): Promise<void> => {
    const { account, ...notes } = collected.read()
    const actor = progress.identity?.user.account ?? account
    if (call.audit === undefined || actor === undefined || progress.isRepetition === true) return
    const { identity, access } = progress
    const asAdministrator = identity?.isAdministratorAccount === true && claim.actsAsAdministrator
    await options
      .record({
        ...notes,
        action: call.audit,
        account: actor,
        apiToken: identity?.apiToken?.name ?? null,
        asAdministrator,
        from: request.ip,
        project: access,
        outcome: outcomeOf(error?.code ?? null),
        error,
      })
      .catch((cause: unknown) => request.log.error({ err: cause }, 'operation record not written'))
  }
  try {
    const output = await perform({ call, handle, claim, progress, exchange, caller })
    await record(null)
    return call.download === true ? sendFile(reply, output as FileAnswer) : succeed(call, output, options)
  } catch (cause) {
    const error = toAppError(cause, report)
    await record(error)
    const failure = options.errorTexts.toFailure(error, language, report)
    return reply.code(failure.status === 401 ? 401 : 200).send(failure)
  }
}

async function perform(step: {
  call: Call
  handle: AnyHandler
  claim: Claim
  progress: Progress
  exchange: Exchange
  caller: Caller
}): Promise<unknown> {
  const { call, handle, claim, progress, exchange, caller } = step
  try {
    const input = await passGate(call, claim, progress, exchange)
    assertStorable(input)
    const parsed = call.input.safeParse(input, { reportInput: true })
    const unknown = unknownFields(call.input, input).map(
      ({ name, path }): z.core.$ZodIssue => ({
        code: 'unrecognized_keys',
        keys: [name],
        path: [...path],
        input,
        message: '',
      }),
    )
    const issues = [...unknown, ...(parsed.error?.issues ?? [])]
    if (!parsed.success || issues.length > 0)
      throw new AppError('BadInput', { detail: '' }, { cause: new z.ZodError(issues) })
    const session = sessionOf(progress, claim, exchange.options.gate)
    const work = (file: object) => handle(parsed.data, { ...caller, ...session, ...file })
    const { upload, bytes, uploadId } = progress
    if (uploadId !== undefined) return await useWaiting(uploadId, { progress, exchange }, parsed.data, work)
    return await work({
      ...(upload === undefined ? {} : { upload }),
      ...(bytes === undefined ? {} : { bytes }),
    })
  } finally {
    if (progress.upload !== undefined) await discardUpload(progress.upload)
  }
}

/** Calls the handler with a file that was uploaded in pieces. */
function useWaiting(
  id: unknown,
  { progress, exchange }: { progress: Progress; exchange: Exchange },
  input: unknown,
  work: (file: object) => Promise<unknown>,
): Promise<unknown> {
  const { identity, access } = progress
  if (identity === undefined) throw new AppError('FileMissing')
  progress.isRepetition = true
  const { key: call, options } = exchange
  const order = { id, call, userId: identity.user.id, projectId: access?.id ?? null, input }
  return options.uploads.use(order, upload => {
    progress.isRepetition = false
    return work({ upload })
  })
}

/** Checks the caller and returns the unvalidated input; a file is received only from permitted callers. */
async function passGate(
  call: Call,
  claim: Claim,
  progress: Progress,
  { options, request }: Exchange,
): Promise<Record<string, unknown>> {
  const { gate, uploadFolder } = options
  const identity = await gate.authenticate(call, claim, known => {
    progress.identity = known
  })
  const authorise = async (input: Record<string, unknown>): Promise<void> => {
    if (identity !== undefined) progress.access = await gate.authorise(call, identity, input['projectId'])
  }
  if (call.bytes !== undefined) {
    const { body } = request
    const input = body instanceof Readable ? queryOf(call, request) : inputOf(call, request)
    await authorise(input)
    if (!(body instanceof Readable)) throw new AppError('BadInput', { detail: 'bytesMissing' })
    progress.bytes = await bytesOf(request, body, call.bytes)
    return input
  }
  if (call.upload === undefined || !request.isMultipart()) {
    const input = inputOf(call, request)
    await authorise(input)
    if (call.upload === undefined) return input
    const { [uploadIdField]: uploadId, ...rest } = input
    if (uploadId === undefined) throw new AppError('FileMissing')
    progress.uploadId = uploadId
    return rest
  }
  const received = await receiveUpload(request, call.upload, {
    folder: uploadFolder,
    beforeFile: fields => authorise(fieldsToInput(call, fields)),
  })
  progress.upload = received.file
  const input = fieldsToInput(call, received.fields)
  // Checked again, because fields may follow the file.
  await authorise(input)
  return input
}

function sessionOf({ identity, access }: Progress, claim: Claim, gate: Gate): object {
  return {
    ...(identity === undefined
      ? {}
      : {
          user: identity.user,
          sessionId: identity.sessionId,
          onlyProjectId: identity.apiToken?.projectId,
          isAdministrator: identity.isAdministratorAccount && claim.actsAsAdministrator,
          assertMay: (call: Call, projectId: string | null) =>
            gate.assertMay(call, { identity, claim }, projectId),
        }),
    ...(access === undefined ? {} : { project: access }),
  }
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort()
  })
  return gone.signal
}

function claimOf(request: FastifyRequest): Claim {
  const { [tokenHeader]: token, [administratorHeader]: flag, authorization } = request.headers
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  return {
    token: typeof token === 'string' && token !== '' ? token : (bearer ?? ''),
    actsAsAdministrator: flag === 'true' || flag === '1',
    from: request.ip,
  }
}

const succeed = (call: Call, output: unknown, { checksAnswers }: CallRoutesOptions): object => ({
  status: 200,
  data: checksAnswers ? call.output.parse(output) : output,
})

function sendFile(reply: FastifyReply, { name, contentType, body }: FileAnswer): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .send(body)
}
