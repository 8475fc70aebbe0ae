/** What a call is: the one description from which routes, validation, permission checks, the client and the OpenAPI document come. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { z } from 'zod'
import type { Permission, ProjectFunction } from './permissions.ts'

/** A file that a call takes besides its fields. */
export interface UploadRule {
  /** Allowed file-name endings, lower case, with dot. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
}

/** One call under /apm-api, always POST. Calls whose permission is of kind `project` carry `projectId` in their input. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly path: string
  readonly summary: Bilingual
  readonly permission: Permission
  readonly input: I
  readonly output: O
  /** Set on calls that change something: the action under which the operation record is filed, e.g. `component.create`. */
  readonly audit?: string
  /** Present when the call takes one file: as multipart field `file`, or uploaded before in pieces and named by the field `uploadId`. */
  readonly upload?: UploadRule
  /** Present when the body is bytes (application/octet-stream), at most so many; the fields then stand in the query. */
  readonly bytes?: number
  /** True when the answer is a file (attachment) instead of an envelope. */
  readonly download?: boolean
  /** Of a call in a project: who may edit the project may make it while the project is switched off, so that he can switch it on. */
  readonly allowedWhileDisabled?: true
  /** API tokens make calls of their project; set on calls elsewhere that they make too. */
  readonly acceptsApiToken?: boolean
  /** Set on calls of a project that no API token makes. */
  readonly refusesApiToken?: boolean
  /** Mounted exactly as written, instead of being refused while the account must change its password. */
  readonly allowedBeforePasswordChange?: boolean
}

/** Keeps the literal types of a call, so that the type of its caller follows from its permission. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.infer<I> : never
/** What a client may send: defaults may be left out. */
export type ClientInputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.infer<O> : never

export const everyone = { kind: 'public' } as const satisfies Permission
export const signedIn = { kind: 'signedIn' } as const satisfies Permission
export const projectUser = { kind: 'user' } as const satisfies Permission
export const administrator = { kind: 'administrator' } as const satisfies Permission
export const inProject = (needs: ProjectFunction) =>
  ({ kind: 'project', needs }) as const satisfies Permission
