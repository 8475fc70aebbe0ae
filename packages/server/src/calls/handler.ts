/** What a module gives to http: one typed handler per call of the registry; http has checked session, permission and input before it is called. */
import type { Readable } from 'node:stream'
import type { Call, InputOf, OutputOf, UploadRule } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { StoredError } from './failure.ts'

/** Set by the handler of a call with `audit`; the HTTP layer writes the operation record from it. */
export interface AuditNotes {
  /** The target of the call, as text: a name, an account. */
  target(text: string): void
  /** Values before the change, without secrets. */
  before(value: unknown): void
  /** Values after the change, without secrets. */
  after(value: unknown): void
  /** Account that acted, for calls without a signed-in user. */
  account(account: string): void
}

/** The caller of a public call. */
export interface Caller {
  /** Network address of the client. */
  readonly from: string
  readonly language: Language
  readonly audit: AuditNotes
  /** Text of a stored error, in the caller's language. */
  readonly textOf: (error: StoredError) => string
  /** Aborted when the client disconnects before the response, so that long work can stop. */
  readonly gone: AbortSignal
}

export interface SignedInCaller extends Caller {
  readonly user: { readonly id: string; readonly account: string; readonly realName: string }
  readonly sessionId: string
  /** The project of an API token; undefined for a session. */
  readonly onlyProjectId: string | undefined
  /** The account is an administrator's and the request is made in the administration. */
  readonly isAdministrator: boolean
  /** For calls that act on behalf of other calls. @throws AppError as that other call would for this caller */
  readonly assertMay: (call: Call, projectId: string | null) => Promise<void>
}

/** A member of the project given by the input field `projectId`. */
export interface ProjectCaller extends SignedInCaller {
  readonly project: {
    readonly id: string
    readonly name: string
    readonly functions: ReadonlySet<ProjectFunction>
    readonly isArchived: boolean
  }
}

/** An uploaded file in a temporary folder, which the handler may move away; otherwise it is deleted after the call. */
export interface UploadedFile {
  readonly name: string
  readonly path: string
  readonly sizeBytes: number
}

/** Files that were uploaded in pieces and not used by a call yet. */
export interface WaitingUploads {
  /**
   * Calls `work` with the complete file and returns its result. After success the file is deleted and the same call gets the
   * same result again, so that a lost response can be requested again; when `work` throws, the file is kept.
   * @throws AppError NotFound, UploadIncomplete, UploadBusy, and what `work` throws
   */
  use(order: WaitingUploadOrder, work: (file: UploadedFile) => Promise<unknown>): Promise<unknown>
}

export interface WaitingUploadOrder {
  readonly id: unknown
  /** Key of the call that takes the file. */
  readonly call: string
  readonly userId: string
  readonly projectId: string | null
  /** The other input of the call. */
  readonly input: unknown
}

/** Response of a call with `download`. */
export interface FileAnswer {
  readonly name: string
  readonly contentType: string
  readonly body: string | Buffer | Readable
}

type SessionOf<C> = C extends { permission: { kind: 'public' } }
  ? Caller
  : C extends { permission: { kind: 'project' } }
    ? ProjectCaller
    : SignedInCaller
export type CallerOf<C> = SessionOf<C> &
  (C extends { upload: UploadRule } ? { readonly upload: UploadedFile } : unknown) &
  (C extends { bytes: number } ? { readonly bytes: Buffer } : unknown)
export type AnswerOf<C> = C extends { download: true } ? FileAnswer : OutputOf<C>

/** @throws AppError with a code of the catalogue; anything else that is thrown becomes OperationFailed. */
export type Handler<C> = (input: InputOf<C>, caller: CallerOf<C>) => Promise<AnswerOf<C>>
/** The handlers of one module, e.g. `Handlers<Calls['user']>`. */
export type Handlers<C extends Record<string, Call>> = { readonly [K in keyof C]: Handler<C[K]> }
/** The handlers of every module; a missing one is a compile error. */
export type AllHandlers = { readonly [M in keyof Calls]: Handlers<Calls[M]> }
