/** What a module gives to http: one typed handler per call of the registry; http has checked session, permission and input before it is called. */
import type { Readable } from 'node:stream'
import type { Call, InputOf, OutputOf, UploadRule } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { StoredError } from './failure.ts'

/** Filled in by the handler of a call with `audit`; http writes the operation record from it. */
export interface AuditNotes {
  /** What the call was done to, in words: a name, an account. */
  target(text: string): void
  /** Values before the change, without secrets. */
  before(value: unknown): void
  /** Values after the change, without secrets. */
  after(value: unknown): void
  /** Account that acted, for calls that nobody is signed in to. */
  account(account: string): void
}

/** The caller of a public call. */
export interface Caller {
  /** Network address that the request came from. */
  readonly from: string
  readonly language: Language
  readonly audit: AuditNotes
  /** What an error that was stored says, in the caller's language. */
  readonly textOf: (error: StoredError) => string
  /** Fires when the client has hung up before its answer, so that long work can end. */
  readonly gone: AbortSignal
}

export interface SignedInCaller extends Caller {
  readonly user: { readonly id: string; readonly account: string; readonly realName: string }
  readonly sessionId: string
  /** The one project of an API token; undefined for a session. */
  readonly onlyProjectId: string | undefined
  /** The account is an administrator's and the request says that it acts as one. */
  readonly isAdministrator: boolean
  /** For calls that stand in for others. @throws AppError as that other call would for this caller */
  readonly assertMay: (call: Call, projectId: string | null) => Promise<void>
}

/** A member of the project that the input names by `projectId`. */
export interface ProjectCaller extends SignedInCaller {
  readonly project: {
    readonly id: string
    readonly name: string
    readonly functions: ReadonlySet<ProjectFunction>
    readonly isArchived: boolean
  }
}

/** An uploaded file in a temporary place, which the handler may take away; what is left is deleted when it has settled. */
export interface UploadedFile {
  readonly name: string
  readonly path: string
  readonly sizeBytes: number
}

/** Files that were uploaded in pieces and wait for the call that takes them. */
export interface WaitingUploads {
  /**
   * Lends the whole file to `work` and answers what that answered. Once it has succeeded the file is gone and the same order
   * gets the same answer again, so that an answer that was lost on its way can be asked for; when `work` throws, the file stays.
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
  /** What else the call was given. */
  readonly input: unknown
}

/** Answer of a call with `download`. */
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
