/** Flame diagrams: profile files that were uploaded, what is stored of each, and the run that they were taken in. */
import { profileKinds, profileUnits } from '@pone/profiles/model/profile.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { profileOriginSchema } from './profiling.ts'

/** In one project. */
export const maxProfiles = 500
/** Profiles of one file: events of JFR, sample types of pprof. */
export const maxProfileParts = 20
export const maxServedRequests = 1e12

export const profileFormats = ['jfr', 'pprof', 'cpuprofile', 'speedscope', 'perf', 'collapsed'] as const

/** One profile of a file: what it measures, and how large it is. */
export const profilePartSchema = z.object({
  kind: z.enum(profileKinds),
  unit: z.enum(profileUnits),
  /** What the file calls it: an event of JFR, a sample type of pprof; '' when it has no name. */
  source: z.string(),
  /** Weight of all stacks. */
  total: z.number().min(0),
  /** Distinct call paths, and distinct names of frames. */
  nodes: z.int().min(0),
  names: z.int().min(0),
  /** Frames of the deepest stack. */
  deepest: z.int().min(0),
  storedBytes: z.int().min(0),
  /** The method with the most weight of its own, and this weight. */
  topMethod: z.object({ name: z.string(), self: z.number() }),
})
export type ProfilePart = z.infer<typeof profilePartSchema>

/** The run that a flame diagram belongs to. */
export const profileRunSchema = z.object({
  id: idSchema,
  number: z.int(),
  name: z.string(),
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
})

/** What a run completed in the whole seconds that lie within a flame diagram. */
export const servedRequestsSchema = z.object({
  requests: z.int().min(0),
  seconds: z.int().min(1),
})
export type ServedByRun = z.infer<typeof servedRequestsSchema>

export const profileSchema = z.object({
  id: idSchema,
  name: nameSchema,
  format: z.enum(profileFormats),
  fileName: z.string(),
  fileBytes: z.int().min(0),
  /** When it was taken; null when the file does not say. */
  startedAt: instantSchema.nullable(),
  durationMs: z.int().min(0).nullable(),
  /** The file ended in the middle, because its program did. */
  isCut: z.boolean(),
  /** Requests that the system served while it was taken, as entered; null when nobody entered them. */
  requests: z.int().min(1).max(maxServedRequests).nullable(),
  /** null: none, or the caller may not view runs. */
  run: profileRunSchema.nullable(),
  /** What it was taken of; null for uploaded files. */
  origin: profileOriginSchema.nullable(),
  parts: z.array(profilePartSchema).min(1).max(maxProfileParts),
  createdBy: z.string(),
  createdAt: instantSchema,
  /** It is not deleted by age. */
  isKept: z.boolean(),
  /** When it is deleted by age; null: never. */
  expiresAt: instantSchema.nullable(),
})
export type ProfileRecord = z.infer<typeof profileSchema>
