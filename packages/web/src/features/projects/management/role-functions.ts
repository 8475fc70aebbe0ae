/** Selecting functions of a role: functions that depend on each other are selected and deselected together; pure. */
import { type ProjectFunction, withImplied } from '@pone/contract/permissions.ts'

/** The function list after one change, in the order of the catalogue. */
export function toggleFunction(
  functions: readonly ProjectFunction[],
  name: ProjectFunction,
  isOn: boolean,
): readonly ProjectFunction[] {
  if (isOn) return withImplied([...functions, name])
  return withImplied(functions).filter(other => !withImplied([other]).includes(name))
}
