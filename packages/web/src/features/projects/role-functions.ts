/** Ticking functions of a role: who may change a thing may also see it; pure. */
import { type ProjectFunction, projectFunctions } from '@pone/contract/permissions.ts'

/** The function without which another one is of no use; itself where there is none. */
const viewOf = (name: ProjectFunction): ProjectFunction => {
  const group =
    name === 'role.edit' ? 'member' : name.startsWith('report.') ? 'run' : name.slice(0, name.indexOf('.'))
  return projectFunctions.find(candidate => candidate === `${group}.view`) ?? name
}

/** The function list after one tick, in the order of the catalogue. Ticking adds what is needed to see it; unticking a view takes away what needs it. */
export function toggleFunction(
  functions: readonly ProjectFunction[],
  name: ProjectFunction,
  isOn: boolean,
): readonly ProjectFunction[] {
  const wanted = new Set(functions)
  if (isOn) {
    wanted.add(name)
    wanted.add(viewOf(name))
    wanted.add('project.view')
  } else {
    wanted.delete(name)
    for (const other of projectFunctions) {
      if (viewOf(other) === name || name === 'project.view') wanted.delete(other)
    }
  }
  return projectFunctions.filter(candidate => wanted.has(candidate))
}
