/** Names under which the built-in roles are stored; pages translate them by their key. */

import { type BuiltInRole, builtInRoles } from '@pone/contract/permissions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

const names: Record<BuiltInRole, Bilingual> = {
  projectManager: { zh: '项目经理', en: 'Project manager' },
  tester: { zh: '测试人员', en: 'Tester' },
  testLeader: { zh: '测试组长', en: 'Test leader' },
  developmentLeader: { zh: '开发组长', en: 'Development leader' },
  developmentEngineer: { zh: '开发工程师', en: 'Development engineer' },
}

export const builtInRoleName = (role: BuiltInRole): string => names[role].zh

/** The built-in role that goes by this name in either language. */
export function builtInRoleNamed(name: string): BuiltInRole | undefined {
  const wanted = name.trim().toLowerCase()
  return builtInRoles.find(role => Object.values(names[role]).some(text => text.toLowerCase() === wanted))
}
