/** Mounts every call of the registry: read, check, validate, handle, answer, record. */
import type { Call } from '@pone/contract/call.ts'
import { allCalls } from '@pone/contract/calls/registry.ts'
import { administratorHeader, apiBase, languageHeader, tokenHeader } from '@pone/contract/envelope.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectNotes } from './audit-notes.ts'
import { toAppError, toFailure } from './failure.ts'
import type { Claim, Gate, Identity, ProjectAccess } from './gate.ts'
import type { AllHandlers, Caller, FileAnswer, UploadedFile } from './handler.ts'
import { assertStorable } from './input-limits.ts'
import { languageOf } from './language.ts'
import { fieldsToInput, inputOf } from './request-input.ts'
import { discardUpload, receiveUpload } from './upload.ts'

/** One change, or a refused attempt at one. */
export interface OperationEntry {
  readonly action: string
  readonly account: string
  readonly asAdministrator: boolean
  readonly from: string
  readonly project: { readonly id: string; readonly name: string } | undefined
  readonly target: string
  readonly before: unknown
  readonly after: unknown
  readonly outcome: 'done' | 'refused'
  readonly errorCode: string | null
}

export interface CallRoutesOptions {
  readonly handlers: AllHandlers
  readonly gate: Gate
  readonly record: (entry: OperationEntry) => Promise<void>
  /** Uploads wait here until their handler has settled. */
  readonly uploadFolder: string
  /** Calls per minute and address, by key `module.name`; calls that are not named have no limit. */
  readonly ratesPerMinute: Readonly<Record<string, number>>
  /** Parses answers against the contract, so that tests find drift and secrets. */
  readonly checksAnswers: boolean
}

type AnyHandler = (input: unknown, caller: Caller) => Promise<unknown>

/** What is known of a request while it is handled; filled step by step. */
interface Progress {
  identity?: Identity | undefined
  access?: ProjectAccess | undefined
  upload?: UploadedFile | undefined
}

export function mountCalls(app: FastifyInstance, options: CallRoutesOptions): void {
  for (const { key, call } of allCalls) {
    const handle = handlerOf(options.handlers, key)
    const max = options.ratesPerMinute[key]
    app.post(`${apiBase}${call.path}`, {
      ...(max === undefined ? {} : { config: { rateLimit: { max, timeWindow: 60_000 } } }),
      handler: (request, reply) => answerCall(call, handle, { options, request, reply }),
    })
  }
}

/** The registry and the handlers have the same shape, which `AllHandlers` guarantees. */
function handlerOf(handlers: AllHandlers, key: string): AnyHandler {
  const [module = '', name = ''] = key.split('.')
  return (handlers as unknown as Record<string, Record<string, AnyHandler>>)[module]?.[name] as AnyHandler
}

interface Exchange {
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
  const caller: Caller = { from: request.ip, language, audit: collected.notes }
  const report = (cause: unknown, reference: string): void =>
    request.log.error({ err: cause, reference, path: call.path }, 'operation failed')
  const record = async (errorCode: string | null): Promise<void> => {
    const { account, ...notes } = collected.read()
    const actor = progress.identity?.user.account ?? account
    if (call.audit === undefined || actor === undefined) return
    const { identity, access } = progress
    const asAdministrator = identity?.isAdministratorAccount === true && claim.actsAsAdministrator
    await options
      .record({
        ...notes,
        action: call.audit,
        account: actor,
        asAdministrator,
        from: request.ip,
        project: access,
        outcome: errorCode === null ? 'done' : 'refused',
        errorCode,
      })
      .catch((cause: unknown) => request.log.error({ err: cause }, 'operation record not written'))
  }
  try {
    const output = await perform({ call, handle, claim, progress, exchange, caller })
    await record(null)
    return call.download === true ? sendFile(reply, output as FileAnswer) : succeed(call, output, options)
  } catch (cause) {
    const error = toAppError(cause, report)
    await record(error.code)
    const failure = toFailure(error, language, report)
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
    if (!parsed.success) throw new AppError('BadInput', { detail: '' }, { cause: parsed.error })
    return await handle(parsed.data, { ...caller, ...sessionOf(progress, claim) })
  } finally {
    if (progress.upload !== undefined) await discardUpload(progress.upload)
  }
}

/** Checks who calls and gives the input as it came; a file is received only for those who may send one. */
async function passGate(
  call: Call,
  claim: Claim,
  progress: Progress,
  { options, request }: Exchange,
): Promise<Record<string, unknown>> {
  const { gate, uploadFolder } = options
  progress.identity = await gate.authenticate(call, claim)
  const { identity } = progress
  const authorise = async (input: Record<string, unknown>): Promise<void> => {
    if (identity !== undefined) progress.access = await gate.authorise(call, identity, input['projectId'])
  }
  if (call.upload === undefined || !request.isMultipart()) {
    const input = inputOf(call, request)
    await authorise(input)
    if (call.upload !== undefined) throw new AppError('FileMissing')
    return input
  }
  const received = await receiveUpload(request, call.upload, {
    folder: uploadFolder,
    beforeFile: fields => authorise(fieldsToInput(call, fields)),
  })
  progress.upload = received.file
  const input = fieldsToInput(call, received.fields)
  // Once more, because fields may follow the file.
  await authorise(input)
  return input
}

function sessionOf({ identity, access, upload }: Progress, claim: Claim): object {
  return {
    ...(identity === undefined
      ? {}
      : {
          user: identity.user,
          sessionId: identity.sessionId,
          isAdministrator: identity.isAdministratorAccount && claim.actsAsAdministrator,
        }),
    ...(access === undefined ? {} : { project: access }),
    ...(upload === undefined ? {} : { upload }),
  }
}

function claimOf(request: FastifyRequest): Claim {
  const { [tokenHeader]: token, [administratorHeader]: flag } = request.headers
  return {
    token: typeof token === 'string' ? token : '',
    actsAsAdministrator: flag === 'true' || flag === '1',
  }
}

const succeed = (call: Call, output: unknown, { checksAnswers }: CallRoutesOptions): object => ({
  status: 200,
  data: checksAnswers ? call.output.parse(output) : output,
})

function sendFile(reply: FastifyReply, { name, contentType, body }: FileAnswer): FastifyReply {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply
    .header('content-type', contentType)
    .header('content-disposition', disposition)
    .header('cache-control', 'no-store')
    .send(body)
}
