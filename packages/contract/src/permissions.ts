/** Who may do what: the functions a project role can hold, and the built-in roles with their default function lists. */
import { z } from 'zod'

/** Functions of a project that a role may hold; every project call names one of them. */
export const projectFunctions = [
  'project.view',
  'project.edit',
  'member.view',
  'member.edit',
  'role.edit',
  'component.view',
  'component.edit',
  'component.debug',
  'scenario.view',
  'scenario.edit',
  'run.view',
  'run.execute',
  'run.control',
  'run.delete',
  'report.generate',
  'cluster.view',
  'cluster.edit',
  'machine.view',
  'machine.operate',
] as const

export const projectFunctionSchema = z.enum(projectFunctions)
export type ProjectFunction = z.infer<typeof projectFunctionSchema>

/** The roles every project starts with; the project manager holds everything and is fixed. */
export const builtInRoles = [
  'projectManager',
  'tester',
  'testLeader',
  'developmentLeader',
  'developmentEngineer',
] as const
export type BuiltInRole = (typeof builtInRoles)[number]

const viewing = [
  'project.view',
  'member.view',
  'component.view',
  'scenario.view',
  'run.view',
  'cluster.view',
  'machine.view',
] as const satisfies readonly ProjectFunction[]
const testing = [
  ...viewing,
  'component.edit',
  'component.debug',
  'scenario.edit',
  'run.execute',
  'run.control',
  'report.generate',
] as const

/** Function lists of the built-in roles in a new project; all but the project manager's can be edited. */
export const defaultRoleFunctions: Record<BuiltInRole, readonly ProjectFunction[]> = {
  projectManager: projectFunctions,
  tester: testing,
  testLeader: [...testing, 'member.edit', 'run.delete', 'project.edit', 'cluster.edit', 'machine.operate'],
  developmentLeader: [...viewing, 'component.edit', 'component.debug', 'report.generate'],
  developmentEngineer: viewing,
}

/** Condition a call puts on its caller. `user` is a project user, `administrator` an administrator acting as one. */
export type Permission =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'user' }
  | { readonly kind: 'administrator' }
  | { readonly kind: 'project'; readonly needs: ProjectFunction }
