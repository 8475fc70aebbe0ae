/** Projects, their dynamic properties, templates, members and roles. */

import {
  descriptionSchema,
  idSchema,
  instantSchema,
  nameSchema,
  optionalPhoneSchema,
} from '@pone/schema/common.ts'
import { z } from 'zod'
import { projectFunctionSchema } from '../permission-schemas.ts'
import { projectStatusSchema } from '../state-schemas.ts'
import { projectTypes } from '../states.ts'

export const propertyTypes = ['text', 'number', 'date', 'select', 'multiSelect'] as const
/** A field that a project adds to its own form. */
export const dynamicPropertySchema = z.object({
  name: nameSchema,
  displayType: z.enum(propertyTypes),
  /** Values to choose from, separated by ';'. */
  options: z.string().trim().max(2_000).default(''),
  /** Not allowed for dates. */
  defaultValue: z.string().max(2_000).default(''),
  value: z.string().max(2_000).default(''),
})
export type DynamicProperty = z.infer<typeof dynamicPropertySchema>

/** The single values of an option list written with ';'. */
export const optionValues = (options: string): string[] => [
  ...new Set(
    options
      .split(';')
      .map(option => option.trim())
      .filter(Boolean),
  ),
]

const optionalInstant = instantSchema.nullable().default(null)

/** Everything a project form holds. Planned and actual start must not be later than their ends. */
export const projectFieldsSchema = z.object({
  name: nameSchema,
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/),
  description: descriptionSchema.default(''),
  type: z.enum(projectTypes).default('test'),
  isEnabled: z.boolean().default(true),
  size: z.string().trim().max(64).default(''),
  system: z.string().trim().max(128).default(''),
  managerPhone: optionalPhoneSchema.default(''),
  testManager: z.string().trim().max(64).default(''),
  testManagerPhone: optionalPhoneSchema.default(''),
  plannedStartAt: optionalInstant,
  plannedEndAt: optionalInstant,
  actualStartAt: optionalInstant,
  actualEndAt: optionalInstant,
  estimatedResources: z.string().trim().max(256).default(''),
  actualTesterCount: z.int().min(0).max(10_000).nullable().default(null),
  requirementCode: z.string().trim().max(64).default(''),
  defectHandler: z.string().trim().max(64).default(''),
  status: projectStatusSchema.exclude(['archived']).default('notImplemented'),
  dynamicProperties: z.array(dynamicPropertySchema).max(50).default([]),
})
export type ProjectFields = z.infer<typeof projectFieldsSchema>

export const projectSchema = projectFieldsSchema.extend({
  id: idSchema,
  status: projectStatusSchema,
  manager: z.object({ id: idSchema, account: z.string(), realName: z.string() }),
  memberCount: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  archivedAt: instantSchema.nullable(),
})
export type Project = z.infer<typeof projectSchema>

/** A project as its member sees it in the list to choose from. */
export const projectChoiceSchema = projectSchema.extend({
  role: z.string(),
  functions: z.array(projectFunctionSchema),
  lastRunAt: instantSchema.nullable(),
})
export type ProjectChoice = z.infer<typeof projectChoiceSchema>

export const projectTemplateSchema = z.object({
  id: idSchema,
  name: nameSchema,
  properties: z
    .array(dynamicPropertySchema.omit({ value: true }))
    .min(1)
    .max(50),
  updatedAt: instantSchema,
})
export type ProjectTemplate = z.infer<typeof projectTemplateSchema>

export const roleSchema = z.object({
  id: idSchema,
  /** Key of a built-in role (see permissions.ts), or null for a custom one. */
  builtIn: z.string().nullable(),
  name: nameSchema,
  functions: z.array(projectFunctionSchema),
  memberCount: z.int(),
  /** The project manager's role cannot be edited. */
  isFixed: z.boolean(),
})
export type Role = z.infer<typeof roleSchema>

export const memberSchema = z.object({
  userId: idSchema,
  account: z.string(),
  realName: z.string(),
  email: z.string(),
  phone: z.string(),
  roleId: idSchema,
  roleName: z.string(),
  roleBuiltIn: z.string().nullable(),
  joinedAt: instantSchema,
  lastLoginAt: instantSchema.nullable(),
})
export type Member = z.infer<typeof memberSchema>
