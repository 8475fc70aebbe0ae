/** Ticking functions of a role: a function comes with those that it implies and goes with them; pure. */
import { type ProjectFunction, withImplied } from '@pone/contract/permissions.ts'

/** The function list after one tick, in the order of the catalogue. */
export function toggleFunction(
  functions: readonly ProjectFunction[],
  name: ProjectFunction,
  isOn: boolean,
): readonly ProjectFunction[] {
  if (isOn) return withImplied([...functions, name])
  return withImplied(functions).filter(other => !withImplied([other]).includes(name))
}
