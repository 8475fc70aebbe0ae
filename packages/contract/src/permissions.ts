/** Who may do what: the functions a project role can hold, and the built-in roles with their default function lists. */

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
  'monitor.view',
  'monitor.edit',
] as const

export type ProjectFunction = (typeof projectFunctions)[number]

/** Functions without which another one is of no use; of these only the nearest, the rest follows from them. */
const nearestImplied: Readonly<Record<ProjectFunction, readonly ProjectFunction[]>> = {
  'project.view': [],
  'project.edit': ['project.view'],
  'member.view': ['project.view'],
  'member.edit': ['member.view'],
  'role.edit': ['member.view'],
  'component.view': ['project.view'],
  'component.edit': ['component.view'],
  'component.debug': ['component.view'],
  'scenario.view': ['project.view'],
  // A scenario is put together from components.
  'scenario.edit': ['scenario.view', 'component.view'],
  'run.view': ['project.view'],
  // What is run is chosen among scenarios and task sets.
  'run.execute': ['run.view', 'scenario.view'],
  'run.control': ['run.view'],
  'run.delete': ['run.view'],
  'report.generate': ['run.view'],
  'cluster.view': ['project.view'],
  'cluster.edit': ['cluster.view'],
  'machine.view': ['project.view'],
  'machine.operate': ['machine.view'],
  'monitor.view': ['project.view'],
  'monitor.edit': ['monitor.view'],
}

/** The functions with all that they imply, each once, in the order of the catalogue. */
export function withImplied(functions: Iterable<ProjectFunction>): ProjectFunction[] {
  const held = new Set<ProjectFunction>()
  const hold = (name: ProjectFunction): void => {
    if (held.has(name)) return
    held.add(name)
    nearestImplied[name].forEach(hold)
  }
  for (const name of functions) hold(name)
  return projectFunctions.filter(name => held.has(name))
}

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
  'monitor.view',
] as const satisfies readonly ProjectFunction[]
const testing = [
  ...viewing,
  'component.edit',
  'component.debug',
  'scenario.edit',
  'run.execute',
  'run.control',
  'report.generate',
  'monitor.edit',
] as const

/** Function lists of the built-in roles in a new project; all but the project manager's can be edited. */
export const defaultRoleFunctions: Record<BuiltInRole, readonly ProjectFunction[]> = {
  projectManager: projectFunctions,
  tester: testing,
  testLeader: [...testing, 'member.edit', 'run.delete', 'project.edit', 'cluster.edit', 'machine.operate'],
  developmentLeader: [...viewing, 'component.edit', 'component.debug', 'report.generate', 'monitor.edit'],
  developmentEngineer: viewing,
}

/** Condition a call puts on its caller. `user` is a project user, `administrator` an administrator acting as one. */
export type Permission =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'user' }
  | { readonly kind: 'administrator' }
  | { readonly kind: 'project'; readonly needs: ProjectFunction }
